/* outcome_print.h - prints an outcome on the standard streams: answers, runs
 * and figures. */
#ifndef OUTCOME_PRINT_H
#define OUTCOME_PRINT_H

#include "cli/outcome.h"

/* Prints the answers that are not printed yet, the runs, and the figures if
 * they were asked for, are the answer, or a limit ended the run.  Answers, and
 * figures that are the answer, go to standard output, or to standard error when
 * a file is standard output.  All other output goes to standard error. */
void outcome_print(const struct outcome *outcome);

#endif
