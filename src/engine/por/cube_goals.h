/* cube_goals.h - what the engine `por` looks for in markings.
 *
 * A marking answers a formula if it fits one of its cubes (formula_cubes.c).
 * So a question about a marking gives one goal, and a formula one for each of
 * its cubes:
 *
 *     0: marking p          goal 0: marked p
 *     1: t can fire
 *     2: EF q or (r and s)  goal 1: marked q,  goal 2: marked r s
 *
 * A formula that no marking fits has no goal.  A deadlock, which may be asked
 * as a formula, is one goal. */
#ifndef CUBE_GOALS_H
#define CUBE_GOALS_H

#include "engine/engine.h"

struct cube_goals {
    goal_list goals;        /* markings and deadlocks */
    VEC(uint32_t) question; /* by goal */
};

/* Can the engine answer this formula? */
bool cube_goals_fits(const struct formula *formula, const struct net *net);

/* cube_goals_fits() holds of every formula; the problem must outlive *goals. */
void cube_goals_init(struct cube_goals *goals,
                     const struct engine_problem *problem);
void cube_goals_finish(struct cube_goals *goals,
                       const struct engine_problem *problem);

#endif
