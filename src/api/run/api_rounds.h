/* api_rounds.h - a reduction for each question, in turns with one for all.
 *
 * Several questions together allow fewer reductions than one question alone;
 * but one exploration answers many questions.  So there are rounds:
 *
 *     round 0   all open questions, by the reduction that they have in common
 *               each question that is left, by its own
 *     round 1   the same for those that are left, with twice the work
 *     ...
 *
 * An exploration ends at a limit of work (watch.h), so what it answers depends
 * on the input alone.  A question that is left alone gets its own reduction and
 * no limit.  Where a yes to one question answers all, there is one exploration
 * for all, and each question is first asked of the engines that infer. */
#ifndef API_ROUNDS_H
#define API_ROUNDS_H

#include "api/run/api_explore.h"

/* Can rounds make a difference?  `all` is the exploration without rounds. */
bool api_rounds_suit(const struct api_problem_request *all);

/* The figures are those of the last exploration, the reduction is the first
 * one. */
struct api_run api_rounds_run(const struct api_problem_request *all,
                              struct diag *diag);

#endif
