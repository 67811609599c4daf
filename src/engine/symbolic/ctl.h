/* ctl.h - the reachable markings at which a formula of CTL holds.
 *
 * Each operator is a fixpoint within all markings (THEORY, Theorem 114).  A
 * deadlock has no successor: EX of anything fails there, AX of anything holds,
 * and a path may end there. */
#ifndef CTL_H
#define CTL_H

#include "engine/symbolic/sets.h"

/* What a run does that is sought: X, U or R of conditions on markings; TRUE:
 * none is. */
struct ctl_path {
    enum ltl_op op;
    mdd_id left, right; /* the operands; of X both are the same */
};

/* EMPTY when the watch stops the search.  *shown: the run from the initial
 * marking that shows whether the formula holds there, where its outermost
 * operator is one of paths; the operands are kept, and the caller drops them.
 */
mdd_id ctl_holds(struct sets *sets, const struct temporal *formula,
                 struct ctl_path *shown);

/* Keeps the operands, which the caller drops. */
struct ctl_path ctl_path(struct sets *sets, const struct temporal *formula,
                         ltl_id path);

/* The markings of the set from which a path stays in it, for ever or up to a
 * deadlock: E G. */
mdd_id ctl_stays(struct sets *sets, mdd_id set);

#endif
