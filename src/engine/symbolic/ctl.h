/* ctl.h - the reachable markings at which a formula of CTL holds.
 *
 * Each operator is a fixpoint within all markings (THEORY, Theorem 114).  A
 * deadlock has no successor: EX of anything fails there, AX of anything holds,
 * and a path may end there. */
#ifndef CTL_H
#define CTL_H

#include "engine/symbolic/sets.h"

/* EMPTY when the watch stops the search. */
mdd_id ctl_holds(struct sets *sets, const struct temporal *formula);

#endif
