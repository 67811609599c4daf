/* ample.h - which transitions suffice at a marking for a formula without X.
 *
 * An ample set has the enabled members of a closed set (stubborn_closure.h),
 * none of which
 *
 *     changes a condition of the formula, or
 *     is one of a set of transitions without which all runs end
 *                                               (termination_break())
 *
 * so that each cycle of markings has a marking at which all enabled transitions
 * are taken (THEORY, Theorem 99).  The set depends on the marking alone, not on
 * the state of the automaton or on the order of the search.  If there is no
 * such set, all enabled transitions are taken. */
#ifndef AMPLE_H
#define AMPLE_H

#include "engine/state/stubborn_closure.h"

struct ample {
    struct stubborn_closure *closure;
    bool *excluded;     /* by transition */
    net_trans_list set; /* the last one that was found */
    uint64_t n_sought, n_found,
        n_members; /* n_members: see ample_take_work() */
};

/* Begins with a formula; changes: by transition, the conditions of the formula
 * that it changes, as bits.  May be called again for another formula. */
void ample_start(struct ample *ample, const uint64_t *changes);
void ample_finish(struct ample *ample);

/* Fills `set` with an ample set at the marking of the closure, the smallest of
 * a few candidates.  False: none has fewer members than there are enabled
 * transitions. */
bool ample_find(struct ample *ample);

/* Has it been sought often, and rarely found? */
bool ample_is_rare(const struct ample *ample);

/* Units of work since the last call. */
uint64_t ample_take_work(struct ample *ample);

#endif
