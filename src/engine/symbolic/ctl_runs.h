/* ctl_runs.h - runs that show why a formula of CTL holds, or does not. */
#ifndef CTL_RUNS_H
#define CTL_RUNS_H

#include "answer/answer.h"
#include "engine/symbolic/ctl.h"

/* Fills the finding with a tree of runs (ctl_tree.h). holds: does the formula
 * hold at the initial marking? */
void ctl_runs_find(const struct ctl *ctl, bool holds,
                   struct answer_finding *finding);

#endif
