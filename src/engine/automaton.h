/* automaton.h - the automaton of a temporal question, for engines that search
 * its product with the net. */
#ifndef AUTOMATON_H
#define AUTOMATON_H

#include "engine/watch.h"
#include "temporal/buchi.h"

/* The automaton of what is sought; *sets are its acceptance sets with those of
 * fair transitions (temporal_fair_sets()).  NULL when it is too large: then the
 * finding tells the size.  Counts the work. */
struct buchi *automaton_of(const struct temporal *temporal, uint64_t *sets,
                           struct watch *watch, struct answer_finding *finding);

/* Records in the finding that the automaton is too large. */
void automaton_refuse(struct answer_finding *finding, const struct diag *why);

#endif
