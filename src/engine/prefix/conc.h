/* conc.h - which conditions of a growing prefix are concurrent: some
 * configuration has both in its cut.
 *
 * Saturation asks which conditions are concurrent with the conditions of the
 * event e that was added last, and only if their places are in one component
 * (place_components.h).  A component is in one of two states:
 *
 *     walks   nothing is stored.  A condition b of f is compared with e by the
 *             events that only [f] or only [e] has: b is concurrent with what e
 *             produces iff no event of [e] consumes b and no condition is
 *             consumed on both sides (THEORY, Lemma 49).
 *     rows    every event of the component has the set of events that are
 *             concurrent with it (rows.h).
 *
 * Each component begins with walks.  Nets whose events are mostly concurrent or
 * in sequence ask few questions and keep walks.  When the walks of a component
 * have met as many events as rows might have entries, the component gets rows
 * for good.
 *
 * Events are added in batches, in which none is a cause of another.  An event
 * of a batch is compared only with the events that were added before it,
 * although later events of the batch are already in the lists.  Several threads
 * may ask, each by a struct conc_query of its own, while nothing is added. */
#ifndef CONC_H
#define CONC_H

#include "engine/prefix/rows.h"
#include "engine/unfolding/es_past.h"

struct conc {
    struct es *es;   /* lazy; conc_add() adds the conditions */
    bool links;      /* new conditions learn their users at once; else
                        es_link_all() tells them */
    bits_word *used; /* conditions of bottom that events use */
    struct place_components components;
    struct rows rows;
    uint64_t *walked; /* by component: events met by its walks */
    bool eager;       /* for tests: all components get rows */
    struct pool pool;
    VEC(struct pool_list) on; /* by place with a component: its conditions */
};

/* With bottom added. */
void conc_init(struct conc *conc, struct es *es);
void conc_finish(struct conc *conc);

/* Adds e, whose causes were added, and its conditions. */
void conc_add(struct conc *conc, event_id e);

/* Must the component of e, which was added, have a row for e? */
bool conc_wants_rows(const struct conc *conc, event_id e);

/* The conditions of a place with a component, in the order of their ids; valid
 * until the next conc_add(). */
static inline const cond_id *conc_on(const struct conc *conc, place_id p)
{
    return pool_at(&conc->pool, conc->on.at[p]);
}

static inline uint32_t conc_count_on(const struct conc *conc, place_id p)
{
    return conc->on.at[p].len;
}

/* Does the prefix have conditions of all these places?  *n_had of the places
 * had conditions before.  What an event produces on a place that is used alone
 * needs no list. */
static inline bool conc_has_all(const struct conc *conc,
                                struct net_place_span places, uint32_t *n_had)
{
    if (places.len == 1)
        return true;
    while (*n_had < places.len && conc_count_on(conc, places.at[*n_had]))
        ++*n_had;
    return *n_had == places.len;
}

size_t conc_bytes(const struct conc *conc);

/* --- questions about an event --------------------------------------------- */

/* A condition concurrent with the conditions that e produces, and, where its
 * component has no rows, the events below it that [e] lacks. */
struct conc_partner {
    cond_id cond;
    uint32_t brought, n_brought; /* a slice of conc_query.brought */
};

typedef VEC(struct conc_partner) conc_list;

/* The events concurrent with an event that were added before it: a sparse set,
 * but for the group of the event itself. */
struct conc_row {
    const uint32_t *at;
    uint32_t len;
    uint32_t group;
    uint32_t last; /* the entry of this group, or 0 */
};

struct conc_query {
    const struct conc *conc; /* the rest is zero at first */
    event_id added;          /* e */
    cond_id end;     /* the first condition that e produces: conditions from
                        here on came later, or are its own */
    uint64_t walked; /* events met by walks from e */
    struct es_past_walk walk;
    es_event_list brought; /* by the partners of e */
    bool has_row;
    struct conc_row row; /* that of e, if has_row */
    uint64_t work;       /* entries of lists that were read */
};

void conc_query_finish(struct conc_query *query);

/* Begins the questions about e, which was added, with its row if
 * conc_wants_rows(). */
void conc_query_start(struct conc_query *query, event_id e);

/* Appends the conditions of p that are concurrent with the conditions that e
 * produces, were added before e, and are not its own: first the one in the cut
 * of [e], which is unique in a safe net, then by id.  e is not bottom; p is in
 * the component in which it produces. */
void conc_partners(struct conc_query *query, place_id p, conc_list *partners);

/* The same for each of the places, to partners[p], by the row of e.  Does
 * nothing and returns false when that would take longer than to look at
 * n_listed conditions. */
bool conc_partners_on(struct conc_query *query, uint32_t n_listed,
                      const struct stamp *places, conc_list *partners);

/* Is event f concurrent with e, and was it added before?  The component of e
 * has rows. */
bool conc_has(struct conc_query *query, event_id f);

#endif
