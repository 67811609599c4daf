/* lasso_prefix.h - temporal formulas without X by prefixes of two nets.
 *
 *     1. the product with the automaton (visible_net.h): a loop through edges
 *        of all acceptance sets (repeat.h) is a run with infinitely many
 *        visible transitions
 *     2. without one: from the markings of the product at which the automaton
 *        accepts if no condition changes any more, the net without visible
 *        transitions: a loop, or a deadlock
 *
 * ([EH01]; THEORY, Theorem 109.)  The formula itself is evaluated on each run
 * that is found; the automaton only guides the search. */
#ifndef LASSO_PREFIX_H
#define LASSO_PREFIX_H

#include "engine/watch.h"

/* Why it cannot answer, as a clause that follows the question; NULL: it can. */
const char *lasso_prefix_refuses(const struct temporal *temporal);

/* Seeks a run for question g, a GOAL_LASSO; its finding is filled, and told.
 * False when it gave up: because the work of the watch has reached `most`, or
 * because the watch says so. */
bool lasso_prefix_seek(const struct engine_problem *problem,
                       struct watch *watch, uint32_t g, uint64_t most,
                       struct answer *answer);

#endif
