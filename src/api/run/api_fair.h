/* api_fair.h - the option `fair`: the transitions of fair runs. */
#ifndef API_FAIR_H
#define API_FAIR_H

#include "api/run/api_problem.h"

/* Can the option be used?  It is for formulas alone.  If a marking decides a
 * formula, the option changes nothing, because each finite run has a fair
 * continuation.  False with a report. */
bool api_fair_check(const struct api_problem *problem, struct diag *diag);

/* Stores the fair transitions in the questions. */
void api_fair_set(const struct api_problem *problem);

#endif
