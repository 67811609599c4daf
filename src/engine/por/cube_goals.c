#include "engine/por/cube_goals.h"

#include "base/check.h"
#include "question/formula.h"

static bool is_deadlock(const struct goal *goal)
{
    return goal->kind == GOAL_DEADLOCK ||
           (goal->kind == GOAL_FORMULA &&
            goal->formula->nodes.at[0].op == FORMULA_DEADLOCK);
}

bool cube_goals_fits(const struct formula *formula, const struct net *net)
{
    formula_cubes_list cubes;
    bool few;

    if (formula->nodes.at[0].op == FORMULA_DEADLOCK)
        return true;
    few = formula_cubes_of(formula, net, FORMULA_CUBES_MOST, &cubes);
    formula_cubes_free(&cubes);
    return few;
}

static void add_cube_goal(struct cube_goals *goals, uint32_t question,
                          struct goal goal)
{
    vec_push(&goals->goals, goal);
    vec_push(&goals->question, question);
}

/* The places of the cubes become the goals'. */
static void add_cubes(struct cube_goals *goals, uint32_t question,
                      const struct formula *formula, const struct net *net)
{
    formula_cubes_list cubes;

    CHECK(formula_cubes_of(formula, net, FORMULA_CUBES_MOST, &cubes));
    for (uint32_t i = 0; i < cubes.len; i++)
        add_cube_goal(goals, question,
                      (struct goal){.kind = GOAL_MARKING,
                                    .trans = TRANS_NONE,
                                    .marked = cubes.at[i].marked,
                                    .empty = cubes.at[i].empty});
    vec_free(&cubes);
}

void cube_goals_init(struct cube_goals *goals,
                     const struct engine_problem *problem)
{
    *goals = (struct cube_goals){0};
    for (uint32_t g = 0; g < problem->question.n_goals; g++) {
        const struct goal *const goal = &problem->question.goals[g];

        if (is_deadlock(goal))
            add_cube_goal(
                goals, g,
                (struct goal){.kind = GOAL_DEADLOCK, .trans = TRANS_NONE});
        else if (goal->kind == GOAL_MARKING)
            add_cube_goal(goals, g, *goal);
        else if (goal->kind == GOAL_FORMULA)
            add_cubes(goals, g, goal->formula, problem->net);
    }
}

void cube_goals_finish(struct cube_goals *goals,
                       const struct engine_problem *problem)
{
    for (uint32_t i = 0; i < goals->goals.len; i++)
        if (problem->question.goals[goals->question.at[i]].kind ==
            GOAL_FORMULA) {
            vec_free(&goals->goals.at[i].marked);
            vec_free(&goals->goals.at[i].empty);
        }
    vec_free(&goals->goals);
    vec_free(&goals->question);
}
