/* cost_bound.h - what runs to a marking cost at least, by the state equation.
 *
 * The dual solution of such a program for one marking M (firings.h) is a weight
 * for each place, such that no transition raises the weight of a marking by
 * more than it costs.  So it bounds the cost from every other marking, too, and
 * all weights found so far are kept (THEORY, Lemma 115):
 *
 *     cost from M  >=  least weight of a wanted marking - weight of M
 *
 * GLPK computes with doubles.  So weights are rounded to integers over a common
 * denominator, and kept only if they satisfy the conditions in integers. */
#ifndef COST_BOUND_H
#define COST_BOUND_H

#include "base/stop.h"
#include "structure/firings.h"

struct cost_bound_weights {
    int64_t least;  /* weight of a wanted marking */
    int64_t common; /* the denominator */
};

struct cost_bound {
    const struct net *net;
    const uint32_t *cost;      /* by transition */
    const signed char *wanted; /* by place: 1 marked, 0 empty, -1 any */
    struct firings firings;    /* all zero: GLPK is not installed */
    VEC(struct cost_bound_weights) kept;
    VEC(int64_t) weights;  /* of each that is kept: by place */
    net_place_list marked; /* scratch */
};

/* scope: NULL when GLPK is not installed; then all bounds are 0.  The net, the
 * arrays and the scope must outlive the bound. */
void cost_bound_init(struct cost_bound *bound, const struct net *net,
                     const uint32_t *cost, const signed char *wanted,
                     const struct lp_scope *scope);
void cost_bound_finish(struct cost_bound *bound);

/* The least cost of a run from m to a wanted marking, as far as the kept
 * weights show. */
uint64_t cost_bound_at(struct cost_bound *bound, const bits_word *m);

/* Solves the program for m.  True if it was solved: then its weights are kept
 * if they are right and raise the bound of m.  `stop` is asked at intervals. */
bool cost_bound_solve(struct cost_bound *bound, const bits_word *m,
                      const struct stop *stop);

#endif
