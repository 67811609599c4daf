/* conc.h - the concurrency relation of a growing prefix.
 *
 * Two conditions are concurrent when some configuration has both in its cut.
 * Conditions b of f and c of g are concurrent iff (THEORY, Lemma 32)
 *
 *     f = g, or
 *     f and g are concurrent: g is on the list of f, and f on the list of g; or
 *     f is a cause of g, and no event of [g] consumes b: g is on the list of b,
 *     and b is in the cut of g; or the same with f and g, b and c exchanged.
 *
 * So the relation is stored by events instead of pairs of conditions.  Events
 * are numbered in the order in which they are added; bottom is number 0. */
#ifndef CONC_H
#define CONC_H

#include "base/pool.h"
#include "base/stamp.h"
#include "unfolding/es.h"

struct conc_event {
    event_id event;
    struct pool_list with; /* concurrent events, increasing */
    uint32_t cut, n_cut;   /* the cut of [e] without what e produces: a slice of
                              conc.cuts */
};

struct conc {
    struct es *es; /* lazy; conc_add() adds the conditions */
    struct pool pool;
    VEC(struct conc_event) events; /* by number */
    VEC(struct pool_list)
    after;                /* by condition: numbers of the events above its
                             producer that have it in their cut */
    VEC(uint32_t) number; /* by event; CONC_NONE */
    VEC(cond_id) cuts;
    struct stamp common; /* scratch: numbers, see count_list() */
    struct stamp seen;   /* scratch: places of the cuts that are merged */
    cond_id *youngest;   /* by such a place: the youngest condition of them */
    VEC(uint32_t) found;
    uint64_t work; /* entries of lists read or written */
};

#define CONC_NONE UINT32_MAX

/* With bottom added. */
void conc_init(struct conc *conc, struct es *es);
void conc_finish(struct conc *conc);

/* Adds e, whose causes were added, and its conditions. */
void conc_add(struct conc *conc, event_id e);

/* Are two conditions of added events concurrent? */
bool conc_pair(const struct conc *conc, cond_id b, cond_id c);

static inline uint32_t conc_number(const struct conc *conc, event_id e)
{
    return conc->number.at[e];
}

size_t conc_bytes(const struct conc *conc);

#endif
