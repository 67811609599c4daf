#include "engine/prefix/saturation.h"

static bool encode_deadlock(struct encoder *encoder)
{
    for (event_id e = 1; e < encoder->es->events.len; e++) {
        if (watch_tick(encoder->watch))
            return false;
        encoder_disabled(encoder, e, 0);
    }
    return true;
}

/* The goal: some condition of each place to be marked is present, and no
 * condition of a place to be empty. */
static bool encode_marking(struct encoder *encoder, const struct goal *goal)
{
    const struct es *const es = encoder->es;
    const uint32_t n_places = es->compiled->n_net_places;
    VEC(int) *const present = mem_zero(n_places, sizeof *present);
    bool *const empty = mem_zero(n_places, sizeof *empty);
    bool *const wanted = mem_zero(n_places, sizeof *wanted);
    bool done = true;

    for (uint32_t i = 0; i < goal->empty.len; i++)
        empty[goal->empty.at[i]] = true;
    for (uint32_t i = 0; i < goal->marked.len; i++)
        wanted[goal->marked.at[i]] = true;
    for (cond_id b = 0; b < es->conds.len && done; b++) {
        const place_id p = es->conds.at[b].place;

        done = !watch_tick(encoder->watch);
        if (p < n_places && empty[p])
            encoder_absent(encoder, b, 0);
        if (p < n_places && wanted[p])
            vec_push(&present[p], encoder_present(encoder, b));
    }
    for (uint32_t i = 0; i < goal->marked.len && done; i++) {
        const place_id p = goal->marked.at[i];

        for (uint32_t k = 0; k < present[p].len; k++)
            ccadical_add(encoder->solver, present[p].at[k]);
        ccadical_add(encoder->solver, 0);
    }
    for (place_id p = 0; p < n_places; p++)
        vec_free(&present[p]);
    mem_free(present);
    mem_free(empty);
    mem_free(wanted);
    return done;
}

enum cadical_verdict solve_prefix(const struct es *es, const struct goal *goal,
                                  struct watch *watch,
                                  es_event_list *configuration)
{
    struct encoder encoder;
    enum cadical_verdict verdict = CADICAL_UNKNOWN;

    if (encoder_init(&encoder, es, watch) &&
        (goal->kind == GOAL_DEADLOCK ? encode_deadlock(&encoder)
                                     : encode_marking(&encoder, goal)))
        verdict = encoder_solve(&encoder, configuration);
    encoder_finish(&encoder);
    return verdict;
}

/* --- the questions of a run ----------------------------------------------- */

bool solve_waits(const struct goal *goal)
{
    return goal->kind == GOAL_DEADLOCK || goal->kind == GOAL_FORMULA ||
           goal->kind == GOAL_BOUND ||
           (goal->kind == GOAL_MARKING && goal->empty.len > 0);
}

/* The largest value of a sum: each configuration that the solver finds raises
 * the bound that the next one is to exceed. */
static enum cadical_verdict seek_bound(struct saturation *saturation,
                                       uint32_t g)
{
    const struct goal *const goal = &saturation->problem->question.goals[g];
    const int64_t limit = formula_limit(goal->formula, goal->formula->nodes.at);
    enum cadical_verdict verdict = CADICAL_YES;
    es_event_list found = {0};
    struct formula_view larger;

    while (verdict == CADICAL_YES) {
        const int64_t sum =
            solve_formula_value(&saturation->formulas, goal->formula, &found);

        event_goals_value(&saturation->open_goals, g,
                          (struct es_span){found.at, found.len},
                          sum + goal->constant);
        vec_clear(&found);
        formula_view(&larger, goal->formula, sum + 1);
        verdict = sum == limit ? CADICAL_NO
                               : solve_formula_ask(&saturation->formulas,
                                                   &larger.formula, &found);
    }
    vec_free(&found);
    if (verdict == CADICAL_NO)
        event_goals_exact(&saturation->open_goals, g);
    return verdict;
}

/* Question g, on the finished prefix. */
static void solve(struct saturation *saturation, uint32_t g)
{
    const struct goal *const goal = &saturation->problem->question.goals[g];
    es_event_list found = {0};
    enum cadical_verdict verdict;

    /* all formulas and sums share a solver */
    if ((goal->kind == GOAL_BOUND || goal->kind == GOAL_FORMULA) &&
        !saturation->formulas.net)
        solve_formula_init(&saturation->formulas, saturation->es,
                           saturation->problem->net, &saturation->watch);
    verdict =
        goal->kind == GOAL_BOUND ? seek_bound(saturation, g)
        : goal->kind == GOAL_FORMULA
            ? solve_formula_ask(&saturation->formulas, goal->formula, &found)
            : solve_prefix(saturation->es, goal, &saturation->watch, &found);
    if (verdict == CADICAL_YES)
        event_goals_yes(&saturation->open_goals, g,
                        (struct es_span){found.at, found.len});
    if (verdict == CADICAL_UNKNOWN && saturation->watch.reason == STOP_DONE &&
        !watch_look(&saturation->watch))
        saturation->watch.reason = STOP_MEMORY;
    vec_free(&found);
}

void solve_all(struct saturation *saturation)
{
    for (uint32_t g = 0; g < saturation->problem->question.n_goals; g++)
        if (!saturation->open_goals.finished &&
            saturation->watch.reason == STOP_DONE &&
            !watch_closed(&saturation->watch, g) &&
            solve_waits(&saturation->problem->question.goals[g])) {
            saturation_link(saturation);
            solve(saturation, g);
        }
}
