/* ample.h - which transitions suffice at a marking for a formula without X.
 *
 * An ample set has the enabled members of a closed set (stubborn_closure.h),
 * none of which
 *
 *     changes a condition of the formula, or
 *     is one of a set of transitions without which all runs end
 *                                               (termination_break())
 *
 * so that each cycle of markings has one with all of its transitions (THEORY,
 * Theorem 99).  The set depends on the marking alone, not on the state of the
 * automaton or on the order of the search.  Where there is no such set, all
 * enabled transitions are taken. */
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

/* For a formula of which transitions change conditions, as bits; again for
 * another one. */
void ample_start(struct ample *ample, const uint64_t *changes);
void ample_finish(struct ample *ample);

/* At the marking of the closure: is there an ample set with fewer members than
 * there are enabled transitions?  A smallest of a few. */
bool ample_find(struct ample *ample);

/* Has it been sought often, and rarely found? */
bool ample_is_rare(const struct ample *ample);

/* Units of work since the last call. */
uint64_t ample_take_work(struct ample *ample);

#endif
