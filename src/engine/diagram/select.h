/* select.h - the markings of a set at which a sum of places is large enough.
 *
 * Markings that mark some places and leave others empty are selected by a sum
 * as well: p1 + p2 - p3 >= 2 says that p1 and p2 are marked and p3 is not. */
#ifndef SELECT_H
#define SELECT_H

#include "engine/diagram/mdd.h"
#include "engine/diagram/digits.h"
#include "question/formula.h"

struct select {
    struct mdd *diagram;
    const struct digits *digits;
    int64_t *factors; /* by place, all 0 between two uses */
    int64_t *least;   /* by level: what it and those below add to the sum at */
    int64_t *most;    /* least, and at most */
};

/* Both are borrowed. */
void select_init(struct select *select, struct mdd *diagram,
                 const struct digits *digits);
void select_finish(struct select *select);

/* The markings of the set with sum >= bound; none when the diagram is
 * stopped. */
mdd_id select_sum(struct select *select, mdd_id set,
                  const struct formula_term *terms, uint32_t n, int64_t bound);

/* The largest sum of a marking in the set, which is not empty; no matter what
 * when the diagram is stopped. */
int64_t select_largest(struct select *select, mdd_id set,
                       const struct formula_term *terms, uint32_t n);

/* The markings of the set with so many of the places marked, at least; and
 * those that enable t. */
mdd_id select_places(struct select *select, mdd_id set,
                     struct net_place_span places, uint32_t least);
mdd_id select_enabled(struct select *select, mdd_id set, const struct net *net,
                      trans_id t);

#endif
