/* program_search.h - linear programs for a question, in turns.
 *
 * Cube after cube of the question is refuted, or a walk along a solution leads
 * to an answer.  Of a largest value, limits are shown. */
#ifndef PROGRAM_SEARCH_H
#define PROGRAM_SEARCH_H

#include "engine/equation/equation_run.h"

/* A turn, which ends at x->most.  If only one question is open, the next turn
 * goes on with its search. */
void program_search_turn(struct equation_run *x,
                         struct equation_run_question *open);

/* The traps of the question. */
const struct farkas_traps *
program_search_traps(const struct equation_run *x,
                     const struct equation_run_question *open);

void program_search_drop(struct equation_run *x,
                         struct equation_run_question *open);

#endif
