/* conc.h - which conditions of a growing prefix are concurrent: some
 * configuration has both in its cut.
 *
 * Saturation asks which conditions are concurrent with those of the event e
 * that was added last, and only if their places are in one component
 * (needed.h).  A component is in one of two states:
 *
 *     walks   nothing is stored.  A condition b of f is compared with e by the
 *             events that only [f] or only [e] has: none of the latter consumes
 *             b, and no condition is consumed on both sides (THEORY, Lemma 49).
 *     rows    every event of the component has the set of those concurrent
 *             with it (rows.h).
 *
 * Each begins with walks.  Nets whose events are mostly concurrent or in
 * sequence ask little and stay there.  When the walks of a component have met
 * as many events as rows might have entries, it gets rows for good. */
#ifndef CONC_H
#define CONC_H

#include "prefix/rows.h"

/* A condition concurrent with those that e produces, and, where its component
 * has no rows, the events below it that [e] lacks. */
struct conc_partner {
    cond_id cond;
    uint32_t brought, n_brought; /* a slice of conc.brought */
};

typedef VEC(struct conc_partner) conc_list;

struct conc {
    struct es *es;  /* lazy; conc_add() adds the conditions */
    event_id added; /* the last one: e */
    struct needed needed;
    struct rows rows;
    uint64_t *walked; /* by component: events met by its walks */
    struct pool pool;
    VEC(struct pool_list) on; /* by place with a component: its conditions */
    struct es_walk walk;
    es_event_list brought; /* by the partners of e */
    struct stamp consumed; /* scratch: conditions that one side consumes */
    uint64_t work; /* entries of lists that were read, without those of rows */
};

/* With bottom added. */
void conc_init(struct conc *conc, struct es *es);
void conc_finish(struct conc *conc);

/* Adds e, whose causes were added, and its conditions. */
void conc_add(struct conc *conc, event_id e);

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

/* Appends the conditions of p that are concurrent with those that e produces,
 * except e's own: first the one in the cut of [e], which is unique in a safe
 * net, then by id.  e was added last and is not bottom; p is in the component
 * in which it produces. */
void conc_partners(struct conc *conc, place_id p, conc_list *partners);

/* The same for each of the places, to partners[p], by the row of e.  False,
 * and nothing is done, when that would take longer than to look at n_listed
 * conditions. */
bool conc_partners_on(struct conc *conc, uint32_t n_listed,
                      const struct stamp *places, conc_list *partners);

/* Entries of lists; conc.walk counts the events met. */
static inline uint64_t conc_work(const struct conc *conc)
{
    return conc->work + conc->rows.work;
}

size_t conc_bytes(const struct conc *conc);

#endif
