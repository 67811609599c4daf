/* ctl_facts.h - what the other engines show about the atoms of formulas of CTL:
 *
 *     that an atom is at all reachable markings as at the initial one
 *     that a marking can always be reached where it holds: AG EF of it
 *     that no run is in the end for ever where it holds: A GF of its negation
 *
 * or a run to a marking that refutes it. */
#ifndef CTL_FACTS_H
#define CTL_FACTS_H

#include "engine/state/ctl_search.h"

/* Asks the engines, each of which does at most `work` units of work, about
 * the atoms of n searches for which these facts are open, and tells the
 * searches. */
void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work);

#endif
