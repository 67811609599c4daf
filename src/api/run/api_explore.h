/* api_explore.h - one exploration, from a request to its answers.
 *
 *     reduce   the net for the questions (api_reduce.h)
 *     solve    by the engine, on what is left
 *     check    what the engine answers (prove.h)
 *     lift     to the net of the caller, and check the runs
 *     answer   by question (api_run.h) */
#ifndef API_EXPLORE_H
#define API_EXPLORE_H

#include "api/run/api_run.h"

/* Explores for the goals of the members, which may be some of the questions.
 * Without an answer, which is reported, answer.findings is NULL. */
struct api_run api_explore_run(const struct api_problem_request *request,
                               const struct api_goals *goals,
                               struct diag *diag);

/* The relation of the options, for a net.  NULL: it is the user's. */
struct dep *api_explore_relation(const struct api_problem *problem,
                                 const struct net *net);

/* Appends the first n steps of a run. */
void api_explore_copy(witness_run *to, const witness_run *from, uint32_t n);

/* The run to a second token refutes safety, and the verdicts that presumed
 * it. */
void api_explore_refute_safety(const goal_list *goals, struct answer *answer);

#endif
