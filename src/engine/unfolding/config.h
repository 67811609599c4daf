/* config.h - the configuration C that is being explored.
 *
 * C is a trail: events in the order in which they were pushed, bottom at
 * position 0.  push and pop are exact inverses.  Kept along the way:
 *
 *   - for each place the chain of its conditions in C, youngest first, each
 *     with the positions of its producer, its consumer and its readers, and in
 *     the order of pushes with those of all other places.  In a safe
 *     net the chain is ordered by causality (THEORY, Lemma 12); where it is
 *     not, two of its conditions could be marked together: the net is unsafe.
 *   - for each position its past, by chains of causally ordered events
 *     (causality.h).
 *   - en(C): for each enabled transition the event that occurs next, in one of
 *     three states: free (may be chosen), asleep (in D, as in a sleep set),
 *     excluded (a cutoff or beyond the bound of the pass).  Free and asleep
 *     events are on two linked lists, oldest first.
 *
 * Cost of a push: the neighbourhood of the event, and the number of chains
 * below it where several meet. */
#ifndef CONFIG_H
#define CONFIG_H

#include "engine/unfolding/delta_stack.h"
#include "engine/unfolding/pages.h"
#include "engine/unfolding/causality.h"
#include "engine/unfolding/compact.h"
#include "engine/unfolding/es.h"
#include "net/marking.h"

/* Figures (answer.h) of engines that visit configurations. */
#define CONFIG_MAXIMAL_FIGURE(X) \
    X(maximal_configurations, MAXIMAL, "maximal configurations visited")
#define CONFIG_LARGEST_FIGURE(X) \
    X(max_configuration, NOTHING, "events in the largest configuration")
#define CONFIG_PUSHES_FIGURE(X) \
    X(pushes, STEPS, "events pushed on a configuration, all passes")

#define POS_NONE UINT32_MAX

/* One condition of C. */
struct config_instance {
    cond_id cond;
    uint32_t produced, consumed; /* positions; consumed: POS_NONE in the cut */
    uint32_t older;              /* the instance before it on its place's chain,
                                    or CONFIG_NONE */
};

#define CONFIG_NONE UINT32_MAX

struct config_reader {
    uint32_t pos, next;
};

/* The events of C that read a condition. */
struct config_reads {
    uint32_t n;
    uint32_t first; /* 1 + the head of a list in config.readers; 0: empty */
};

/* The lengths before a push. */
struct config_entry {
    uint32_t undo, instances;
};

enum config_en_state { EN_NONE, EN_FREE, EN_ASLEEP, EN_EXCLUDED };

/* Events of the store are below this. */
#define CONFIG_EVENT_BITS 30
#define CONFIG_MOST_EVENTS ((uint32_t)1 << CONFIG_EVENT_BITS)

/* What en(C) knows of a transition: the event, and its state above.  All zero
 * when there is none. */
struct config_en_event {
    uint32_t bits;
};

static inline event_id config_en_id(struct config_en_event is)
{
    return is.bits & (CONFIG_MOST_EVENTS - 1);
}

static inline enum config_en_state config_en_state(struct config_en_event is)
{
    return (enum config_en_state)(is.bits >> CONFIG_EVENT_BITS);
}

struct config_en_node {
    struct config_en_event is;
    trans_id prev, next;
};

/* The trail holds fewer entries than this. */
#define CONFIG_MOST_UNDO ((uint32_t)1 << 29)
#define CONFIG_MOST_TRANS ((uint32_t)1 << 29)

struct config {
    struct es *es;
    const struct compiled_net *compiled;
    uint32_t *youngest; /* by place: the last of its chain of instances */
    VEC(struct config_instance) instances; /* in the order of pushes */
    es_event_list events;                  /* by position */
    VEC(struct config_entry) steps;        /* likewise, unless is_stack: */
    bool is_stack;                         /* see config_init() */
    struct delta_stack undo_at;            /* by position: the length of undo */
    VEC(struct config_reader) readers;
    struct causality causality; /* of the positions */
    VEC(uint32_t) causes;       /* scratch */
    struct config_en_node *en;  /* by transition, then the heads of two lists */
    uint32_t n_en;
    /* What nodes were before changes, their neighbours left out: a node that
     * leaves its list keeps the next one, and when the change is undone, the
     * list is again what it was.  The next one is saved, in undo_next, when the
     * node enters a list and was in one before, or was enabled.  An entry is
     * the event, whose transition it is; or, if there was none, twice the
     * transition, and 1 if the next one was saved, too. */
    VEC(struct config_en_event) undo;
    VEC(trans_id) undo_next;
    /* by condition: in the cut; and who reads it, if the compiled net has
     * reads: few conditions are read */
    VEC(uint8_t) state;
    PAGES(struct config_reads) reads;
    bool has_reads;
    VEC(uint8_t) has;       /* by event: CONFIG_HAS, CONFIG_SLEEPS */
    VEC(uint32_t) position; /* by event, when it is in C */
    /* where a push found a second token, else PLACE_NONE */
    place_id unsafe_place;
};

enum config_cond_state { COND_OUT, COND_CUT, COND_CONSUMED };

/* Of an event: it is in C, it is asleep. */
enum { CONFIG_HAS = 1, CONFIG_SLEEPS = 2 };

/* {bottom}.  is_stack: so is the store, which makes conditions for the push of
 * their producer: they have the numbers of their instances.  Events enter en(C)
 * after the push that they follow, and are free or excluded.  What a pop
 * restores is en(C) without the order of its events, and those that the push
 * brought must have left it before; so less is saved. */
void config_init(struct config *c, struct es *es, bool is_stack);
void config_finish(struct config *c);

/* Positions in use: |C| with bottom; that of the last push is the highest. */
static inline uint32_t config_len(const struct config *c)
{
    return c->events.len;
}

static inline uint32_t config_size(const struct config *c)
{
    return c->events.len - 1;
}

static inline event_id config_at(const struct config *c, uint32_t pos)
{
    return c->events.at[pos];
}

/* The events but bottom, in the order of pushes; valid until the next push. */
static inline struct es_span config_span(const struct config *c)
{
    return (struct es_span){c->events.at + 1, c->events.len - 1};
}

/* Is position a in the past of position b, or the same? */
static inline bool config_before(const struct config *c, uint32_t a, uint32_t b)
{
    return causality_before(&c->causality, a, b);
}

/* The instance of a condition; NULL when C does not produce it. */
const struct config_instance *config_inst(const struct config *c, cond_id b);

/* The same of a condition that C produces, where the store is a stack. */
static inline const struct config_instance *
config_stack_inst(const struct config *c, cond_id b)
{
    ASSERT(c->is_stack && b < c->instances.len);
    return &c->instances.at[b];
}

/* The youngest instance of a place, NULL when there is none; and the one before
 * an instance on the chain of its place.  Valid until the next push. */
static inline const struct config_instance *
config_youngest(const struct config *c, place_id p)
{
    const uint32_t i = c->youngest[p];

    return i == CONFIG_NONE ? NULL : &c->instances.at[i];
}

static inline const struct config_instance *
config_older(const struct config *c, const struct config_instance *inst)
{
    return inst->older == CONFIG_NONE ? NULL : &c->instances.at[inst->older];
}

/* Does e name the reader?  Where the store is a stack, its readers are in no
 * order. */
static inline bool config_names_reader(const struct config *c, event_id e,
                                       event_id reader)
{
    const event_id *const readers = es_readers(c->es, e);
    const uint32_t n = es_reader_count(c->es, e);

    if (!c->is_stack)
        return ids_has(readers, n, reader);
    for (uint32_t i = 0; i < n; i++)
        if (readers[i] == reader)
            return true;
    return false;
}

/* The first position whose event is in direct conflict (conflict.h) with e,
 * which is outside C; POS_NONE: there is none. */
uint32_t config_first_rival(const struct config *c, event_id e);

/* config_read_count(): how many events of C read the condition.
 * config_first_reader(): the head of the list, in config.readers, of the
 * readers that were pushed, not stepped over; CONFIG_NONE when there are
 * none. */
static inline uint32_t config_read_count(const struct config *c, cond_id b)
{
    return c->has_reads ? pages_get(&c->reads, b).n : 0;
}

static inline uint32_t config_first_reader(const struct config *c, cond_id b)
{
    return c->has_reads ? pages_get(&c->reads, b).first - 1 : CONFIG_NONE;
}

/* Adds an event of en(C).  The events that it adds to en(C) are the caller's
 * to find (extend.h).  False when the net is unsafe: unsafe_place is set. */
bool config_push(struct config *c, event_id e);
void config_pop(struct config *c);

/* config_enable() makes e, whose label is t, the next occurrence of t;
 * config_set() changes its state.  Both are undone with the push that they
 * follow, or by config_undo(). */
void config_enable(struct config *c, trans_id t, event_id e,
                   enum config_en_state state);
void config_set(struct config *c, trans_id t, enum config_en_state state);

/* Where the store is a stack: e leaves en(C), if it is there, before the pop
 * of the push that brought it. */
void config_withdraw(struct config *c, event_id e);

/* The transition whose node was changed, by an entry of undo. */
static inline trans_id config_undo_trans(const struct config *c,
                                         struct config_en_event was)
{
    return config_en_state(was) == EN_NONE
               ? config_en_id(was) >> 1
               : c->es->events.at[config_en_id(was)].trans;
}

/* The length of undo before the last push. */
static inline uint32_t config_pushed_at(const struct config *c)
{
    return c->is_stack ? c->undo_at.top : vec_top(&c->steps)->undo;
}

/* Back to where undo had that length. */
void config_undo(struct config *c, uint32_t len);

/* The two lists are rings: from the head, next until it is the head again. */
static inline trans_id config_head(const struct config *c,
                                   enum config_en_state state)
{
    return c->compiled->n_trans + (state == EN_ASLEEP);
}

/* The event of en(C) with that label, or EVENT_NONE. */
static inline event_id config_enabled(const struct config *c, trans_id t)
{
    const struct config_en_event is = c->en[t].is;

    return is.bits ? config_en_id(is) : EVENT_NONE;
}

static inline trans_id config_next(const struct config *c, trans_id t)
{
    return c->en[t].next;
}

static inline trans_id config_prev(const struct config *c, trans_id t)
{
    return c->en[t].prev;
}

/* Is e in C, or was it stepped over? */
static inline bool config_has(const struct config *c, event_id e)
{
    return c->has.at[e] & CONFIG_HAS;
}

/* Room for the events and conditions that the store has gained.  Those that a
 * store loses again (es_cut()) must be outside C and en(C). */
void config_grow(struct config *c);

/* Are all conditions that e uses in the cut, and does e name all readers of
 * those that it consumes?  For an e whose causes are in C: is e in en(C)?
 * (THEORY, Lemma 9.) */
static inline bool config_admits(const struct config *c, event_id e)
{
    const struct es *const es = c->es;
    const uint32_t n = es_use_count(es, e);
    const uint32_t n_consumed = es_consume_count(es, e);
    const cond_id *const uses = es_uses(es, e);
    uint32_t seen = 0;

    for (uint32_t i = 0; i < n; i++) {
        if (c->state.at[uses[i]] != COND_CUT)
            return false;
        if (i < n_consumed && c->has_reads)
            seen += pages_get(&c->reads, uses[i]).n;
    }
    return seen == es_reader_count(es, e);
}

/* config_step() moves the cut over e, which config_admits(), without trail and
 * pasts, for looking ahead (alt.h); config_unstep() moves it back.  Conditions
 * that e does not have yet, and which nothing uses, are left out. */
void config_step(struct config *c, event_id e);
void config_unstep(struct config *c, event_id e);

/* Translates ids after events outside C were removed from the store. */
void config_renumber(struct config *c, const struct compact_map *map);

/* Writes the marking of C to m, marking_words() long.  The time is linear in
 * the places. */
void config_marking(const struct config *c, bits_word *m);

/* Aborts if an invariant is broken. */
void config_check(const struct config *c);

#endif
