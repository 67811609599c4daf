/* parts.h - a question that holds if all of its parts do.
 *
 * Each part is asked as a question for itself, with the engine and the
 * reduction that suit it.  The first one that fails decides, and its run is the
 * run of the whole.  The first part asks whether the net is safe, so a second
 * token is an answer and no error. */
#ifndef PARTS_H
#define PARTS_H

#include "api/run/api_run.h"

bool parts_are_asked(const struct api_problem *problem);

/* The answer to the one question of the problem.  The figures are those of the
 * last part that was asked. */
struct api_run parts_run(const struct api_problem *problem,
                         api_run_solve *solver, struct diag *diag);

/* A workflow net with the initial marking that it lacks (soundness_source()),
 * for net_view_destroy(); NULL: it has one. */
struct net *parts_view(const struct net *net);

#endif
