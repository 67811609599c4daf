/* api_fair.h - the option `fair`: the transitions of fair runs. */
#ifndef API_FAIR_H
#define API_FAIR_H

#include "api/run/api_problem.h"

/* Can the option be used?  Only for formulas; where a marking decides, all runs
 * will do, as each beginning has a fair run.  False with a report. */
bool api_fair_check(const struct api_problem *problem, struct diag *diag);

/* Tells the questions. */
void api_fair_set(const struct api_problem *problem);

#endif
