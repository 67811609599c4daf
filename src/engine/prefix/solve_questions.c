#include "engine/prefix/solve_questions.h"

#include "engine/prefix/saturation_waiting.h"
#include "engine/prefix/solve.h"

bool solve_questions_waits(const struct goal *goal)
{
    return goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA ||
           goal->kind == GOAL_BOUND ||
           (goal->kind == GOAL_MARKING && goal->empty.len > 0);
}

static void make_solver(struct saturation *x)
{
    if (!x->has_formulas)
        solve_formula_init(&x->formulas, x->es, x->problem->net, &x->watch);
    x->has_formulas = true;
}

/* The largest value of a sum: each configuration that the solver finds raises
 * the bound that the next one is to exceed. */
static enum encoder_verdict seek_bound(struct saturation *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    const int64_t limit = formula_limit(goal->formula, goal->formula->nodes.at);
    enum encoder_verdict verdict = ENCODER_YES;
    es_event_list found = {0};
    struct formula_view larger;

    make_solver(x);
    while (verdict == ENCODER_YES) {
        const int64_t sum =
            solve_formula_value(&x->formulas, goal->formula, &found);

        event_goals_value(&x->open_goals, g,
                          (struct es_span){found.at, found.len},
                          sum + goal->constant);
        vec_clear(&found);
        formula_view(&larger, goal->formula, sum + 1);
        verdict = sum == limit ? ENCODER_NO
                               : solve_formula_ask(&x->formulas,
                                                   &larger.formula, &found);
    }
    vec_free(&found);
    if (verdict == ENCODER_NO)
        event_goals_exact(&x->open_goals, g);
    return verdict;
}

/* A formula is asked of a solver that all formulas share. */
static enum encoder_verdict seek_formula(struct saturation *x,
                                         const struct goal *goal,
                                         es_event_list *found)
{
    make_solver(x);
    return solve_formula_ask(&x->formulas, goal->formula, found);
}

void solve_questions_link(struct saturation *x)
{
    if (!x->linked) {
        saturation_waiting_restore(x);
        es_link_all(x->es);
    }
    x->linked = true;
}

/* Question g, on the finished prefix. */
static void solve(struct saturation *x, uint32_t g)
{
    const struct goal *const goal = &x->problem->question.goals[g];
    es_event_list found = {0};
    const enum encoder_verdict verdict =
        goal->kind == GOAL_BOUND     ? seek_bound(x, g)
        : goal->kind == GOAL_FORMULA ? seek_formula(x, goal, &found)
        : goal->kind == GOAL_DEADLOCK
            ? solve_deadlock(x->es, &x->watch, &found)
            : solve_marking(x->es, goal, &x->watch, &found);

    if (verdict == ENCODER_YES)
        event_goals_yes(&x->open_goals, g,
                        (struct es_span){found.at, found.len});
    if (verdict == ENCODER_UNKNOWN && x->watch.reason == STOP_DONE &&
        !watch_look(&x->watch))
        x->watch.reason = STOP_MEMORY;
    vec_free(&found);
}

void solve_questions_all(struct saturation *x)
{
    for (uint32_t g = 0; g < x->problem->question.n_goals; g++)
        if (!x->open_goals.finished && x->watch.reason == STOP_DONE &&
            !watch_closed(&x->watch, g) &&
            solve_questions_waits(&x->problem->question.goals[g])) {
            solve_questions_link(x);
            solve(x, g);
        }
}
