/* api_listing.h - questions whose answer is a list: the attractors of a net,
 * and its minimal doomed configurations.  Both are read off the graph of all
 * markings.
 */
#ifndef API_LISTING_H
#define API_LISTING_H

#include "api/api_run.h"

bool api_listing_is_asked(const struct api_problem *problem);

/* Solves a problem without questions. */
typedef struct api_run api_listing_solve(const struct api_problem *problem,
                                         struct diag *diag);

/* The answer to the one question of the problem. */
struct api_run api_listing_run(const struct api_problem *problem,
                               api_listing_solve *solver, struct diag *diag);

#endif
