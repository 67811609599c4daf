/* contest.h - examinations of the Model Checking Contest.
 *
 * Standard output gets the lines that the contest asks for, each as soon as it
 * is known:
 *
 *     FORMULA <id> TRUE TECHNIQUES ...
 *     STATE_SPACE STATES <n> TECHNIQUES ...
 *     CANNOT_COMPUTE      DO_NOT_COMPETE
 *
 * All formulas share one net and one budget of time and memory.  Children
 * (jobs.h) work on them in rounds.  The slices of time grow from round to
 * round, so that a formula that takes long does not keep the others waiting.
 * Each child has its part of the memory for itself. */
#ifndef CONTEST_H
#define CONTEST_H

#include "cli/contest/contest_input.h"

/* Prints the lines of the contest.  False with a report when there is no
 * model.pnml; then it prints nothing.  A fault of a file is reported on
 * standard error, and the lines end with DO_NOT_COMPETE or CANNOT_COMPUTE. */
bool contest_run(const struct contest_input *input, struct diag *diag);

#endif
