/* program_search.h - linear programs for a question, in turns.
 *
 * Cube after cube of the question is refuted, or a walk along a solution leads
 * to an answer.  Of a largest value, limits are shown. */
#ifndef PROGRAM_SEARCH_H
#define PROGRAM_SEARCH_H

#include "engine/equation/attempt.h"

/* A turn, which ends at x->most.  The search of a question that is alone can go
 * on in the next one. */
void program_search_turn(struct attempt *x, struct attempt_question *open);

/* The traps of the question. */
const struct farkas_traps *
program_search_traps(const struct attempt *x,
                     const struct attempt_question *open);

void program_search_drop(struct attempt *x, struct attempt_question *open);

#endif
