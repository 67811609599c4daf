/* api_solve.h - one run of a problem: the choice of its engine. */
#ifndef API_SOLVE_H
#define API_SOLVE_H

#include "api/api_problem.h"

/* The engine for the current options and questions. */
const struct engine *api_solve_engine(const struct api_problem *problem);

#endif
