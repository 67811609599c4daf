/* api_cheapest.h - the question for a run of least cost. */
#ifndef API_CHEAPEST_H
#define API_CHEAPEST_H

#include "api/run/api_run.h"

bool api_cheapest_is_asked(const struct api_problem *problem);

/* With the engine `prefix` the answer is sought on its prefix, with every other
 * one among the markings.  False, with a report: the prefix cannot give it
 * under this relation. */
bool api_cheapest_check(const struct api_problem *problem,
                        const struct dep *dep, struct diag *diag);

/* The answer to the one question of the problem. */
struct api_run api_cheapest_run(const struct api_problem *problem,
                                const struct dep *dep, struct diag *diag);

#endif
