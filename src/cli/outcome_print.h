/* outcome_print.h - what of an outcome goes to the standard streams: answers,
 * runs and figures. */
#ifndef OUTCOME_PRINT_H
#define OUTCOME_PRINT_H

#include "cli/outcome.h"

/* Prints answers that are not printed yet, runs, and figures that were asked
 * for or that nothing else tells.  Answers, and figures that are the answer, go
 * to standard output, or to standard error when a file is standard output; all
 * else goes to standard error. */
void outcome_print(const struct outcome *outcome);

#endif
