/* es.h - the event structure: every event met so far, each stored once, with
 * the conditions that it produces.
 *
 * The name of an event <t, H> is its transition, the conditions that it
 * consumes and reads, and those readers of its consumed conditions that are in
 * H; its history H is the union of their pasts (THEORY, Lemma 7).  Equal names
 * get equal ids, so callers compare ids.  Ids are dense and causes come first.
 *
 *     id   transition   consumes   reads   readers   produces
 *      0   (none)                                    conditions 0 1
 *      1   a               0                         2
 *      2   r                         1               3
 *      3   c               1                  2      4
 *
 * Conditions are dense ids too.  Each has its place, its producer and its
 * users, the events that consume or read it.  Two users of a condition are in
 * conflict unless both read it or one is in the other's past (THEORY, Lemma 8).
 * A store has only the conditions of events for which es_produce_only() or
 * es_produce() was called: most events of an engine may never be part of a
 * configuration.
 *
 * The store grows; only compact.h removes events from it.  Every module may
 * read the fields.  es.c and compact.c write them, alt.c its part of struct
 * es_link, and event_order.c the hash of an event.  What other modules know of
 * an event is in arrays of their own. */
#ifndef ES_H
#define ES_H

#include "base/ids.h"
#include "base/pool.h"
#include "base/slots.h"
#include "base/vec.h"
#include "engine/unfolding/compiled_net.h"
#include "marking/markings.h"

/* Figures (answer.h) of engines that have such a store. */
#define ES_FIGURES(X, explored)                                                \
    X(histories, NOTHING,                                                      \
      "pairs of event and history in the prefix, with cutoffs")                \
    X(events, NOTHING,                                                         \
      "events of the prefix, each once for all its histories")                 \
    X(conditions, NOTHING, "conditions of the prefix, once for all histories") \
    X(explored_histories, explored,                                            \
      "histories that were part of a configuration")                           \
    X(cutoffs, CUTOFFS, "histories of the prefix that are cutoffs")
#define ES_CREATED_FIGURE(X) \
    X(histories_created, HISTORIES, "histories created, all passes")
#define ES_STORE_FIGURES(X)                                    \
    X(table_entries, NOTHING, "markings in the marking table") \
    X(event_bytes, NOTHING, "bytes held by the store of events")

typedef uint32_t event_id;
typedef uint32_t cond_id;
#define EVENT_NONE UINT32_MAX
#define EVENT_BOTTOM 0u
#define COND_NONE UINT32_MAX

struct es_event {
    trans_id trans;   /* TRANS_NONE for bottom */
    uint32_t names;   /* pool slice, up to that of the next event: conditions
                         used, then readers, with repetition, once a condition */
    cond_id produces; /* the first condition that it produces, or COND_NONE */
    uint32_t level;   /* Foata level: longest chain that ends here */
    union {
        struct {
            uint32_t size;    /* events of [e], bottom not counted */
            uint32_t marking; /* state([e]), the number of a marking */
        };
        uint64_t hash; /* in their place, where events have an event_order.h */
    };
};

struct es_cond {
    place_id place;
    event_id producer;
};

/* The users of a condition, in the order in which they were added: a list of
 * es.ids, or of es.links once es_links() was asked for them; a single one that
 * is no link is in `at` itself. */
struct es_users {
    uint32_t at;
    uint32_t n : 31;
    uint32_t are_links : 1;
};

#define ES_MOST_USERS UINT32_C(0x7fffffff)

/* An event among several users of a condition.  A link is four times as large
 * as the id of the event; most lists of users are never searched, and have no
 * links.
 *
 * `size`, `via` and `blocked_by` serve the search for alternatives, which
 * rejects most links: their user cannot be added.  That is so when the user is
 * too large, or as long as the event `via`, which is the user or in its past,
 * is not in the configuration and the condition `blocked_by`, which `via` uses,
 * is consumed there.  es.c writes what is always true of the user, alt.c what
 * it finds.
 *
 * They stay here although they belong to alt.c: with `via` and `blocked_by` in
 * an array of alt.c, indexed by a field of the link, the engine por takes 10 %
 * more instructions on the net rw_12.fsa, 4 % on mmgt_4.fsa, and 1 to 2 % on
 * other nets of doc/PERFORMANCE.md. */
struct es_link {
    event_id user;
    uint32_t size; /* of the user; LINK_DEAD when alt.c saw that it is cut */
    struct es_hint {
        event_id via;
        cond_id blocked_by; /* its consumption blocks the user */
    } hint;
};

#define LINK_DEAD UINT32_MAX

struct es {
    const struct compiled_net *compiled;
    VEC(struct es_event) events; /* behind them: where the next name begins */
    VEC(struct es_cond) conds;
    VEC(struct es_users) users; /* by condition, as far as one has users */
    VEC(uint32_t) pool;
    struct pool ids;           /* of users */
    VEC(struct es_link) links; /* in blocks as the lists of a pool */
    VEC(uint32_t) spare_links[32];
    struct slots names;       /* the events but bottom, by name */
    struct markings markings; /* of local configurations, and others */
    bool lazy; /* es_add() leaves users to es_produce(), and does not put the
                  event into names */
};

static inline uint32_t es_user_count(const struct es *es, cond_id b)
{
    return b < es->users.len ? es->users.at[b].n : 0;
}

/* The i-th user of a condition. */
static inline event_id es_user(const struct es *es, cond_id b, uint32_t i)
{
    const struct es_users users = es->users.at[b];

    if (users.are_links)
        return es->links.at[users.at + i].user;
    return users.n == 1 ? users.at : es->ids.words.at[users.at + i];
}

/* The users of a condition, which has several, as links; valid until the next
 * call and until an event is added. */
struct es_link *es_make_links(struct es *es, cond_id b);
static inline struct es_link *es_links(struct es *es, cond_id b)
{
    const struct es_users users = es->users.at[b];

    return users.are_links ? es->links.at + users.at : es_make_links(es, b);
}

struct es_span {
    const event_id *at;
    uint32_t len;
};

typedef VEC(event_id) es_event_list;

/* The store with bottom, its conditions and the initial marking. */
struct es *es_create(const struct compiled_net *compiled);
void es_destroy(struct es *es);

/* The event of that name, or EVENT_NONE: t with the conditions used (in the
 * order of compiled_net_use()) and n_readers readers, sorted, behind them. */
event_id es_find(const struct es *es, trans_id t, const uint32_t *name,
                 uint32_t n_readers);

/* Adds an event that es_find() does not know, without conditions. */
event_id es_add(struct es *es, trans_id t, const uint32_t *name,
                uint32_t n_readers, uint32_t size, uint32_t marking);

/* Room for some ten thousands of events of a lazy store, so that arrays that
 * several threads read seldom move.  The system gives only memory that is
 * written to, and es_bytes() does not count the unused room. */
void es_make_room(struct es *es);

/* es_add() in steps, for many events of a lazy store, which several threads
 * write.  First one makes room for n events whose names have n_uses numbers in
 * all; then any may write event e, `names` numbers behind those in the pool;
 * then one makes all n part of the store.  Meanwhile others may read, but for
 * the names of the last event. */
void es_reserve(struct es *es, uint32_t n, uint32_t n_uses);
static inline bool es_has_room(const struct es *es, uint32_t n, uint32_t n_uses)
{
    return es->events.cap - es->events.len > n &&
           es->pool.cap - es->pool.len >= n_uses;
}
void es_write(struct es *es, event_id e, uint32_t names, trans_id t,
              const uint32_t *name, uint32_t size, uint32_t marking);
void es_take(struct es *es, uint32_t n, uint32_t n_uses);

/* Builds the index anew, after compact.h has moved things. */
void es_index_events(struct es *es);

/* In a lazy store: adds the conditions that e produces, and e to the users of
 * the conditions that it uses.  Ids of conditions follow the order of these
 * calls. */
void es_produce(struct es *es, event_id e);

/* The same, but conditions do not learn their users: for a store that is not
 * lazy, where they know them already; for one that is a stack; or until
 * es_link_all() is called.  That adds all events that have conditions to the
 * users of what they use, by size, then by id. */
void es_produce_only(struct es *es, event_id e);
void es_link_all(struct es *es);

/* In a lazy store whose conditions have no users: removes the events from id
 * `end` on, and the conditions from id `cond_end` on. */
void es_cut(struct es *es, event_id end, cond_id cond_end);

/* Is p marked? p may be an own place of the compiled net, which mirrors a place
 * of the net or its complement, or is always marked. */
bool es_marked(const struct es *es, uint32_t marking, place_id p);

/* The same for a marking that was unpacked. */
static inline bool es_marked_in(const struct es *es, const bits_word *m,
                                place_id p)
{
    const struct compiled_net_mirror *mirror;

    if (p < es->compiled->n_net_places)
        return bits_has(m, p);
    mirror = &es->compiled->mirrors[p - es->compiled->n_net_places];
    return mirror->place == PLACE_NONE ||
           bits_has(m, mirror->place) != mirror->opposite;
}

/* --- names --------------------------------------------------------------- */

/* Conditions used by e, consumed before read; valid until the next es_add(). */
static inline const cond_id *es_uses(const struct es *es, event_id e)
{
    return es->pool.at + es->events.at[e].names;
}

static inline uint32_t es_use_count(const struct es *es, event_id e)
{
    const trans_id t = es->events.at[e].trans;

    return t == TRANS_NONE ? 0 : compiled_net_use(es->compiled, t).len;
}

/* Conditions used and readers. */
static inline uint32_t es_name_count(const struct es *es, event_id e)
{
    return es->events.at[e + 1].names - es->events.at[e].names;
}

static inline uint32_t es_reader_count(const struct es *es, event_id e)
{
    return es_name_count(es, e) - es_use_count(es, e);
}

static inline uint32_t es_consume_count(const struct es *es, event_id e)
{
    const trans_id t = es->events.at[e].trans;

    return t == TRANS_NONE ? 0 : compiled_net_consume_count(es->compiled, t);
}

/* The name of an event: the conditions that it consumes, those that it reads,
 * then the readers. */
struct es_name {
    const uint32_t *at;
    uint32_t n_consumed, n_uses, n;
};

static inline struct es_name es_name(const struct es *es, event_id e)
{
    return (struct es_name){es_uses(es, e), es_consume_count(es, e),
                            es_use_count(es, e), es_name_count(es, e)};
}

/* The direct cause that stands at place i of a name: the producer of a
 * condition, or a reader. */
static inline event_id es_name_cause(const struct es *es, struct es_name name,
                                     uint32_t i)
{
    return i < name.n_uses ? es->conds.at[name.at[i]].producer : name.at[i];
}

/* The places on which e produces. */
static inline struct net_place_span es_produces_on(const struct es *es,
                                                   event_id e)
{
    return e == EVENT_BOTTOM
               ? compiled_net_initial(es->compiled)
               : compiled_net_produce(es->compiled, es->events.at[e].trans);
}

/* How many conditions e produces, made or not. */
static inline uint32_t es_produce_count(const struct es *es, event_id e)
{
    const trans_id t = es->events.at[e].trans;

    return t == TRANS_NONE ? es->compiled->n_initial
                           : compiled_net_produce(es->compiled, t).len;
}

/* Readers named by e (with repetition); valid until the next es_add(). */
static inline const event_id *es_readers(const struct es *es, event_id e)
{
    return es_uses(es, e) + es_use_count(es, e);
}

/* Fetches, for later, where an event is; and, once that is there, its uses. */
static inline void es_fetch(const struct es *es, event_id e)
{
    bits_fetch(&es->events.at[e]);
}

static inline void es_fetch_uses(const struct es *es, event_id e)
{
    bits_fetch(es_uses(es, e));
}

/* Does e, which uses b, read it? */
bool es_reads(const struct es *es, event_id e, cond_id b);

/* Bytes that the store holds for its events: their conditions, names and index,
 * and the markings of local configurations, each once.  Linear. */
size_t es_bytes(const struct es *es);

/* Aborts if an invariant of the store is broken. */
void es_check(const struct es *es);

#endif
