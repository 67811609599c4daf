/* split.h - formulas as questions about markings, for the engine `por`.
 *
 * Each formula becomes a question for each of its cubes (formula_cubes.h), or
 * that for a deadlock.  It is answered with yes as soon as one of them is, with
 * no when all are.  The exploration goes on until each cube has its answer. */
#ifndef SPLIT_H
#define SPLIT_H

#include "engine/engine.h"

/* Is there a formula among the questions? */
bool split_is_needed(const struct engine_problem *problem);

/* Can the engine answer this formula? */
bool split_fits(const struct formula *formula, const struct net *net);

/* Runs the engine on the cubes and gathers its answers.  split_fits() holds
 * of every formula. */
void split_run(const struct engine_problem *problem,
               const struct engine_limits *limits, struct answer *answer,
               void (*run)(const struct engine_problem *problem,
                           const struct engine_limits *limits,
                           struct answer *answer));

#endif
