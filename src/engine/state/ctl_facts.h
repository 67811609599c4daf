/* ctl_facts.h - what the other engines show about the atoms of formulas of CTL:
 * that one is at all reachable markings as it is at the initial one, or a run
 * to a marking at which it is not. */
#ifndef CTL_FACTS_H
#define CTL_FACTS_H

#include "engine/state/ctl_search.h"

/* Asks the engines, each of which does so much work, about the atoms of n
 * searches of which nothing is known, and tells the searches. */
void ctl_facts_ask(const struct engine_problem *problem, struct watch *watch,
                   struct ctl_search *const *searches, uint32_t n,
                   uint64_t work);

#endif
