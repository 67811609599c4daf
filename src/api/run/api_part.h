/* api_part.h - the second part of a certificate about what stays possible: a
 * run for a question EF whose answer must be no.
 *
 *     a lost marking      can what was asked for still be reached from there?
 *     a recovery proof    is a marking reachable that is outside of it? */
#ifndef API_PART_H
#define API_PART_H

#include "api/run/api_run.h"

/* Fills run->part, for the answer of a run about such a question that was to be
 * certified.  request: that of the run. */
void api_part_solve(const struct api_problem_request *request,
                    struct api_run *run);

/* The finding with the proof of that part, which may be that of the run itself;
 * NULL: there is none. */
const struct answer_finding *api_part_proof(const struct api_run *run);

#endif
