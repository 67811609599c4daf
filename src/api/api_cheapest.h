/* api_cheapest.h - the question for a run of least cost. */
#ifndef API_CHEAPEST_H
#define API_CHEAPEST_H

#include "api/api_run.h"

bool api_cheapest_is_asked(const struct api_problem *problem);

/* The answer to the one question of the problem. */
struct api_run api_cheapest_run(const struct api_problem *problem,
                                struct diag *diag);

#endif
