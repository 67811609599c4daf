/* api_explore.h - explorations: one, several in turns, and within another one.
 *
 * One exploration leads from a request to its answers:
 *
 *     reduce   the net for the questions (api_reduce.h)
 *     solve    by the engine, on what is left
 *     check    what the engine answers (prove.c)
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

/* The run to a second token refutes safety, and the verdicts that presumed
 * it. */
void api_explore_refute_safety(const goal_list *goals, struct answer *answer);

/* --- several: a reduction for each question, in turns with one for all ----
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

/* Can rounds make a difference?  `all` is the exploration without rounds. */
bool api_rounds_suit(const struct api_problem_request *all);

/* The figures are those of the last exploration, the reduction is the first
 * one. */
struct api_run api_rounds_run(const struct api_problem_request *all,
                              struct diag *diag);

/* --- within another one --------------------------------------------------- */

/* The function of engine_help (engine.h): a question of an engine to all
 * engines, about its net from another marking on, with a reduction and a race
 * of its own.  self is a struct api_problem_helped. */
void api_part_help(const void *self, const bits_word *m, struct goal *goals,
                   uint32_t n_goals, uint64_t work,
                   int (*terminate)(void *data), void *data,
                   struct answer *answer);

/* The second part of a certificate about what stays possible, a question EF
 * whose answer must be no:
 *
 *     a lost marking      can what was asked for still be reached from there?
 *     a recovery proof    is a marking reachable that is outside of it?
 *
 * Fills run->part, for the answer of a run about such a question that was to be
 * certified.  request: that of the run. */
void api_part_solve(const struct api_problem_request *request,
                    struct api_run *run);

/* The finding with the proof of that part, which may be that of the run itself;
 * NULL: there is none. */
const struct answer_finding *api_part_proof(const struct api_run *run);

#endif
