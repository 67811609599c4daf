/* relaxed_goal.h - a question as the goal of relaxed plans.
 *
 * The plan makes all parts of a conjunction true, and the cheapest part of a
 * disjunction.  It makes a sum larger by marking places, or by emptying places
 * with a negative factor, the cheapest ones first; the cheapest consumer
 * empties a place. */
#ifndef RELAXED_GOAL_H
#define RELAXED_GOAL_H

#include "engine/guided/relaxed_plan.h"
#include "question/goal.h"

/* What makes a sum larger. */
struct relaxed_goal_step {
    uint32_t cost;
    int64_t gain;
    place_id mark; /* PLACE_NONE: t fires */
    trans_id fire;
};

struct relaxed_goal {
    const struct goal *goal;
    struct relaxed_plan *plan;
    const bits_word *marked;             /* the marking */
    VEC(struct formula_term) terms;      /* of a question for a marking */
    net_place_list awaited;              /* all places whose costs matter */
    VEC(uint32_t) costs;                 /* by node of the formula */
    VEC(struct relaxed_goal_step) steps; /* scratch */
    VEC(uint32_t) nodes;                 /* scratch */
};

/* The plan and the goal must outlive the result.  False: there are no plans for
 * questions of this kind. */
bool relaxed_goal_init(struct relaxed_goal *aim, struct relaxed_plan *plan,
                       const struct goal *goal);
void relaxed_goal_finish(struct relaxed_goal *aim);

/* Makes a plan from marking m, where the question does not hold; its length, or
 * RELAXED_PLAN_NONE: the question never holds from there on. */
uint32_t relaxed_goal_plan(struct relaxed_goal *aim, const bits_word *m);

#endif
