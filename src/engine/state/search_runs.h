/* search_runs.h - runs that show what a search for a formula of CTL has found.
 *
 * They go through the markings from which the search has found what a part
 * seeks.  There are no runs for facts that other engines have shown of all
 * markings. */
#ifndef SEARCH_RUNS_H
#define SEARCH_RUNS_H

#include "engine/state/ctl_search.h"

/* Fills the finding with a tree of runs (ctl_tree.h), when the search has
 * ended.  holds: whether the formula does. */
void search_runs_find(struct ctl_search *search, bool holds,
                      struct answer_finding *finding);

#endif
