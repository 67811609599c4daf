/* guards.h - at which markings an edge of an automaton can be taken, as cubes.
 *
 *     edge  (p or q) and not fireable(t)      cubes  p !r, q !r    t: r -> s
 *
 * Where the atoms of an edge have too many cubes together, some atoms are left
 * out.  So each marking that the edge reads is in a cube, and the converse
 * holds if `exact` is set. */
#ifndef GUARDS_H
#define GUARDS_H

#include "question/formula.h"
#include "question/temporal.h"
#include "temporal/buchi.h"

struct guards {
    formula_cubes_list *edges; /* by edge; no cube: it is never taken */
    uint32_t n_edges;
    bool exact;
    const net_trans_list *fair; /* of the formula; borrowed */
};

void guards_init(struct guards *guards, const struct net *net,
                 const struct temporal *temporal, const struct buchi *buchi);
void guards_finish(struct guards *guards);

#endif
