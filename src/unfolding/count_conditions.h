/* count_conditions.h - how many conditions a store of events stands for.
 *
 * Under `read` an event of the store is a pair of event and history.  Pairs
 * with one event produce the same conditions, and a copy of a place that a
 * reader consumed and produced again (THEORY, Lemma 33) is the same condition.
 * So events are grouped by their transition and the conditions that they use,
 * and each group produces the postset of its transition once. */
#ifndef COUNT_CONDITIONS_H
#define COUNT_CONDITIONS_H

#include "unfolding/es.h"

/* Conditions of the places of the net, initial ones included, produced by the
 * events in the set.  Linear. */
uint64_t count_conditions_of(const struct es *es, const bits_word *events);

#endif
