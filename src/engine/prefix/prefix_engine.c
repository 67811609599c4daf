/* prefix_engine.c - the complete finite prefix answers questions about markings
 * (saturation.h), and prefixes of products answer temporal ones
 * (lasso_prefix.h). */
#include "engine/engine.h"
#include "engine/prefix/lasso_prefix.h"
#include "engine/prefix/saturation.h"
#include "question/formula.h"

/* --- certificates --------------------------------------------------------- */

/* That none of its markings leaves a place empty would take a refutation
 * besides. */
static bool certifies_formula(const struct net *net, const struct goal *goal,
                              struct diag *diag)
{
    formula_cubes_list cubes;
    place_id empty = PLACE_NONE;

    if (!formula_cubes_of(goal->formula, net, FORMULA_CUBES_CERTIFIED, &cubes))
        return diag_usage(diag,
                          "engine 'prefix' cannot certify '%.300s', which asks "
                          "for a deadlock or for more than %d sets of places",
                          goal->text, FORMULA_CUBES_CERTIFIED);
    for (uint32_t i = 0; i < cubes.len && empty == PLACE_NONE; i++)
        if (cubes.at[i].empty.len)
            empty = cubes.at[i].empty.at[0];
    formula_cubes_free(&cubes);
    return empty == PLACE_NONE ||
           diag_usage(diag,
                      "engine 'prefix' cannot certify '%.300s': a prefix does "
                      "not show that '%.100s' is never empty then",
                      goal->text, net_place_label(net, empty));
}

static bool certifies_sum(const struct net *net, const struct goal *goal,
                          struct diag *diag)
{
    const struct formula_node *const node = goal->formula->nodes.at;

    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(goal->formula, node, i);

        if (term.factor < 0)
            return diag_usage(diag,
                              "engine 'prefix' cannot certify '%.300s': a "
                              "prefix does not show when '%.100s' is empty",
                              goal->text, net_place_label(net, term.place));
    }
    return true;
}

/* engine.certifies: a prefix shows which places are never marked together, but
 * not that a place is never empty, nor that there is no deadlock. */
static bool certifies(const struct engine_problem *problem, struct diag *diag)
{
    const struct goal *const goal = problem->question.goals;
    const enum dep_kind kind = dep_kind(problem->dep);

    if (goal->kind == GOAL_LASSO)
        return diag_usage(diag, "engine 'prefix' cannot certify what holds of "
                                "all runs");
    if (kind != DEP_CLASSIC && kind != DEP_READ)
        return diag_usage(diag, "engine 'prefix' cannot certify unless option "
                                "'dependency' is classic or read");
    if (goal->kind == GOAL_DEADLOCK || goal->empty.len)
        return diag_usage(
            diag, "engine 'prefix' cannot certify that '%s' is unreachable",
            goal->text);
    if (goal->kind == GOAL_FORMULA)
        return certifies_formula(problem->net, goal, diag);
    return goal->kind != GOAL_BOUND || certifies_sum(problem->net, goal, diag);
}

/* --- the engine ----------------------------------------------------------- */

static uint32_t count_lassos(const struct engine_question *question)
{
    uint32_t n = 0;

    for (uint32_t g = 0; g < question->n_goals; g++)
        n += question->goals[g].kind == GOAL_LASSO;
    return n;
}

/* The work of the first search for a temporal question among several, and how
 * many times as much later ones have. */
#define FIRST_WORK (UINT64_C(1) << 28)
enum { WORK_GROWTH = 8 };

static bool is_sought(const struct engine_question *question, uint32_t g,
                      const struct watch *watch, const struct answer *answer)
{
    return question->goals[g].kind == GOAL_LASSO &&
           answer->findings[g].verdict == VERDICT_UNKNOWN &&
           answer->stop == STOP_DONE && watch->reason == STOP_DONE &&
           !watch_closed(watch, g);
}

/* The temporal questions in turns, so that one that is hard does not take the
 * time of the others. */
static void seek_lassos(const struct engine_problem *problem,
                        struct watch *watch, struct answer *answer)
{
    const struct engine_question *const question = &problem->question;
    bool *const is_left = mem_zero(question->n_goals, sizeof *is_left);
    uint64_t work = FIRST_WORK;
    uint32_t n = count_lassos(question), n_open = 0;

    for (bool first = true; n; first = false, work *= WORK_GROWTH) {
        const uint64_t share = n > 1 ? work : UINT64_MAX - watch->work;

        n = 0;
        for (uint32_t g = 0; g < question->n_goals; g++) {
            if ((!first && !is_left[g]) ||
                !is_sought(question, g, watch, answer))
                continue;
            is_left[g] = !lasso_prefix_seek(problem, watch, g,
                                            watch->work + share, answer);
            n += is_left[g];
            n_open += watch->reason == STOP_OPEN;
            if (watch->reason == STOP_OPEN)
                watch->reason = STOP_DONE;
        }
    }
    if (answer->stop == STOP_DONE)
        answer->stop =
            n_open && watch->reason == STOP_DONE ? STOP_OPEN : watch->reason;
    mem_free(is_left);
}

static void run_prefix(const struct engine_problem *problem,
                       const struct engine_limits *limits,
                       struct answer *answer)
{
    const uint32_t n_lassos = count_lassos(&problem->question);
    struct saturation saturation;
    struct watch watch;

    watch_init(&watch, limits, &answer->stats);
    answer->stats.figures = saturation_run_figures;
    if ((!n_lassos || n_lassos < problem->question.n_goals) &&
        saturation_run_init(&saturation, problem, limits, answer, NULL)) {
        saturation_run(&saturation);
        saturation_run_finish(&saturation);
        watch.work = answer->stats.work;
    }
    if (n_lassos) {
        seek_lassos(problem, &watch, answer);
        watch_close(&watch);
    }
}

/* engine.refuses */
static const char *refuses(const struct net *net, const struct goal *goal)
{
    (void)net;
    return goal->kind == GOAL_LASSO ? lasso_prefix_refuses(goal->temporal)
                                    : NULL;
}

/* engine.supports: a relation of the user says nothing of a product. */
static bool supports(const struct engine_problem *problem,
                     const struct engine_limits *limits, struct diag *diag)
{
    (void)limits;
    return dep_kind(problem->dep) != DEP_USER ||
           !count_lassos(&problem->question) ||
           diag_usage(diag, "engine 'prefix' answers no temporal question "
                            "under a relation of the user");
}

const struct engine prefix_engine = {
    .name = "prefix",
    .uses = " dependency order cutoffs max-events max-depth threads prefix "
            "conflicts steps profile certificate ",
    .figures = saturation_run_figures,
    .techniques = "NET_UNFOLDING SAT_SMT",
    .traits = ENGINE_COMPLETES | ENGINE_UNFOLDS | ENGINE_DECIDES,
    .certifies = certifies,
    .goals = ENGINE_REACHES | 1u << GOAL_LASSO,
    /* of 63 formulas about 14 nets of the contest it answers 35 in 6 s, and the
     * others 62, all of these but one */
    .races = ~(1u << GOAL_LASSO),
    .refuses = refuses,
    .supports = supports,
    .run = run_prefix,
};
