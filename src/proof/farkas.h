/* farkas.h - why no reachable marking satisfies some assumptions: a combination
 * of linear inequalities.
 *
 * Assumed are places that are marked, places that are empty, and comparisons, a
 * sum of places being at least a bound.  Besides there are traps: sets of
 * places of which some place is always marked.  A combination has
 *
 *     weights y of places, with y * C_t <= 0 for the effect C_t of each
 *     transition t: so y * M <= y * m0 for every reachable marking M,
 *     factors z >= 0 of the comparisons, and factors >= 0 of the traps.
 *
 * The comparisons and the traps, times their factors, add up to an inequality w
 * * M >= b. Together with the weights, (w - y) * M >= b - y * m0. If no set of
 * places that has the places assumed marked and none of the places assumed
 * empty satisfies this, no reachable marking satisfies the assumptions (THEORY,
 * Theorem 70).
 *
 * Instead a vector of weights of the given net may show it (weights.h).
 *
 * Effects, weights and bounds are integers, so the check computes with
 * integers.  The net is presumed to be safe. */
#ifndef FARKAS_H
#define FARKAS_H

#include "question/formula.h"

/* The largest absolute value of a weight or factor, so that sums over a net fit
 * 64 bits; and that of the sum of a place after all additions. */
#define FARKAS_LARGEST ((int64_t)1 << 24)
#define FARKAS_LARGEST_SUM ((int64_t)1 << 40)

struct farkas_factor {
    uint32_t which; /* node of the formula; trap */
    int64_t factor; /* at least 1 */
};

typedef VEC(struct farkas_factor) farkas_factors;

struct farkas {
    net_place_list marked, empty; /* assumed; strictly increasing */
    formula_terms weights;
    farkas_factors comparisons; /* of nodes of a formula */
    farkas_factors traps;
    uint32_t vector; /* 0, or 1 + the number of a vector by which the places
                        that are assumed marked exclude each other; then there
                        is nothing but these */
};

typedef VEC(struct farkas) farkas_list;

void farkas_clear(struct farkas *farkas);
void farkas_finish(struct farkas *farkas);
void farkas_list_finish(farkas_list *list);

/* Scratch memory of the check, for any number of checks. */
struct farkas_check {
    const struct net *net;
    const struct formula *formula; /* of the comparisons; NULL: none */
    const net_place_lists *traps;  /* each increasing */
    int64_t *sums;                 /* by place, of the inequality at hand */
    int64_t *changes;              /* by transition */
    net_place_list summed;         /* places with a sum that may not be 0 */
    net_trans_list changed;
    bool *is_summed, *is_changed;
};

void farkas_check_init(struct farkas_check *check, const struct net *net,
                       const struct formula *formula,
                       const net_place_lists *traps);
void farkas_check_finish(struct farkas_check *check);

/* Is the set a trap that is marked initially: does each transition that
 * consumes from it produce on it, or read it? */
bool farkas_is_trap(struct farkas_check *check, struct net_place_span places);

/* Does the combination refute its assumptions?  If so, and slack is not NULL,
 * *slack is the amount by which it does: at least 1. */
bool farkas_refutes(struct farkas_check *check, const struct farkas *farkas,
                    int64_t *slack);

/* After a refutation: by how much the slack would be smaller if p were not
 * assumed. */
int64_t farkas_share(const struct farkas_check *check, place_id p, bool marked);

#endif
