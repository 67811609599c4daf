#include "api/run/api_verdicts.h"

#include "proof/verify.h"

static bool replay(struct witness_game *game, const witness_run *run,
                   const struct goal *goal, const char *text, struct diag *diag)
{
    struct diag why = {0};

    return witness_game_replay(game, run, goal, &why) ||
           diag_internal(diag, "the run found for '%s' does not replay: %s",
                         text, why.text);
}

/* The question whether the sum can have this value, or a larger one.  The view
 * must not move. */
static struct goal goal_of_value(const struct goal *goal, int64_t value,
                                 struct formula_view *view)
{
    struct goal made = goal_of_formula(&view->formula);

    formula_view(view, goal->formula, value - goal->constant);
    made.text = goal->text;
    return made;
}

/* The run reaches the value that was found for a sum. */
static bool prove_value(struct witness_game *game, const struct goal *goal,
                        const struct answer_finding *finding, struct diag *diag)
{
    struct formula_view view;
    const struct goal reached = goal_of_value(goal, finding->value, &view);

    return replay(game, &finding->run, &reached, goal->text, diag);
}

static bool prove_no(const struct engine_problem *problem,
                     const struct goal *goal,
                     const struct answer_finding *finding, struct diag *diag)
{
    const struct net *const net = problem->net;
    const enum answer_verdict wanted =
        goal->kind == GOAL_BOUND ? VERDICT_YES : VERDICT_NO;
    struct formula_view view;
    const struct goal refuted =
        goal->kind == GOAL_BOUND
            ? goal_of_value(goal, finding->value + 1, &view)
            : *goal;
    struct fault fault = {.text = "it is not"};
    const bool good =
        finding->verdict == wanted &&
        (!finding->proof ||
         verify_proof(net, &refuted, finding->proof, &fault)) &&
        (!finding->cases || verify_cases_proof(net, &refuted, finding->cases,
                                               &problem->weights, &fault)) &&
        (!finding->diagram ||
         verify_diagram(net, &refuted, finding->diagram, &fault));

    return good ||
           diag_internal(diag,
                         "the proof that '%s' is unreachable does not hold: %s",
                         goal->text, fault.text);
}

/* What stays possible: the cubes, runs and walks lead where they must, and the
 * cases, if there are any, refute what is outside. */
static bool prove_again(const struct net *net, const struct goal *goal,
                        const struct answer_finding *finding, struct diag *diag)
{
    const struct recovery_proof *const proof = finding->recovery;
    struct formula *const outside = recovery_proof_outside(proof, net, goal);
    const struct goal refuted = goal_of_formula(outside);
    struct fault fault = {.text = "it is too large"};
    const bool good =
        outside && finding->verdict == VERDICT_NO &&
        verify_recovery_proof(net, goal, proof, &fault) &&
        (!finding->cases ||
         verify_cases_proof(net, &refuted, finding->cases, NULL, &fault));

    formula_destroy(outside);
    return good || diag_internal(diag, "the proof of '%s' does not hold: %s",
                                 goal->text, fault.text);
}

/* The run leads to a lost marking: at that one the condition does not hold, or
 * the transition is not enabled. */
static bool prove_lost(struct witness_game *game, const struct goal *goal,
                       const struct answer_finding *finding, struct diag *diag)
{
    const struct net *const net = game->net;
    struct diag why = {0};

    if (!replay(game, &finding->run, NULL, goal->text, diag))
        return false;
    if (goal->kind == GOAL_HOME) {
        struct goal now = goal_of_formula(goal->formula);

        now.text = goal->text;
        return !witness_game_replay(game, &finding->run, &now, &why) ||
               diag_internal(diag, "'%s' holds at the marking found for it",
                             goal->text);
    }
    return (finding->trans < net_given_transitions(net) &&
            !witness_enables(net, &finding->run, finding->trans)) ||
           diag_internal(diag, "the transition found for '%s' can fire",
                         goal->text);
}

/* The run repeats, and the formula holds of it. */
static bool prove_lasso(struct witness_game *game, const struct goal *goal,
                        const struct answer_finding *finding, struct diag *diag)
{
    struct diag why = {0};

    return temporal_holds(goal->temporal, game->net, finding->run.at,
                          finding->run.len, finding->loop, &why) ||
           diag_internal(diag,
                         "the run found for '%.400s' does not show it: %s",
                         goal->text, why.text);
}

/* Of CTL: the run can be fired, and what repeats comes back to where it began.
 */
static bool prove_path(struct witness_game *game, const struct goal *goal,
                       const struct answer_finding *finding, struct diag *diag)
{
    struct diag why = {0};

    return temporal_repeats(game->net, finding->run.at, finding->run.len,
                            finding->loop, &why) ||
           diag_internal(diag, "the run found for '%.400s' does not replay: %s",
                         goal->text, why.text);
}

/* The run to the end of branch of - 1, or of the finding's own. */
static witness_run run_to_branch(const struct answer_finding *finding,
                                 uint32_t of)
{
    VEC(uint32_t) above = {0};
    witness_run run = {0};

    for (; of; of = finding->branches.at[of - 1].of)
        vec_push(&above, of - 1);
    if (finding->has_run)
        vec_append(&run, &finding->run);
    for (uint32_t i = above.len; i-- > 0;)
        vec_append(&run, &finding->branches.at[above.at[i]].run);
    vec_free(&above);
    return run;
}

/* The same of the branches, each behind those that it continues. */
static bool prove_branches(struct witness_game *game, const struct goal *goal,
                           const struct answer_finding *finding,
                           struct diag *diag)
{
    bool good = true;

    for (uint32_t k = 0; k < finding->branches.len && good; k++) {
        const struct answer_branch *const branch = &finding->branches.at[k];
        struct answer_finding whole = {.loop = branch->loop};

        if (!branch->has_run)
            continue;
        whole.run = run_to_branch(finding, branch->of);
        if (branch->loop != LTL_OPEN)
            whole.loop += whole.run.len;
        vec_append(&whole.run, &branch->run);
        good = prove_path(game, goal, &whole, diag);
        vec_free(&whole.run);
    }
    return good;
}

bool prove_finding(struct witness_game *game, const struct goal *goal,
                   const struct answer_finding *finding, struct diag *diag)
{
    if (finding->has_value)
        return prove_value(game, goal, finding, diag);
    if (goal->kind == GOAL_CTL)
        return (!finding->has_run || prove_path(game, goal, finding, diag)) &&
               prove_branches(game, goal, finding, diag);
    if (finding->verdict != VERDICT_YES || goal->kind == GOAL_BOUND)
        return true;
    if (question_asks_again(goal->kind))
        return prove_lost(game, goal, finding, diag);
    if (goal->kind == GOAL_LASSO)
        return prove_lasso(game, goal, finding, diag);
    return replay(game, &finding->run, goal, goal->text, diag);
}

static uint32_t longest_run(const struct answer *answer)
{
    uint32_t len = 0;

    for (uint32_t i = 0; i < answer->n_findings; i++)
        if (answer->findings[i].run.len > len)
            len = answer->findings[i].run.len;
    return len;
}

bool prove_runs(const struct net *net, const struct goal *goals,
                const struct answer *answer, struct diag *diag)
{
    struct witness_game game;
    bool good = true;

    if (answer->stop == STOP_UNSAFE)
        return witness_unsafe(net, &answer->unsafe_run, answer->unsafe_trans,
                              answer->unsafe_place) ||
               diag_internal(diag,
                             "the run found to a second token does not replay");
    witness_game_init(&game, net, longest_run(answer));
    for (uint32_t i = 0; i < answer->n_findings && good; i++)
        good = prove_finding(&game, &goals[i], &answer->findings[i], diag);
    witness_game_finish(&game);
    return good;
}

bool prove_answer(const struct engine_problem *problem,
                  const struct answer *answer, struct diag *diag)
{
    const struct goal *const goals = problem->question.goals;
    bool good = true;

    for (uint32_t i = 0;
         good && answer->stop != STOP_UNSAFE && i < answer->n_findings; i++) {
        const struct answer_finding *const finding = &answer->findings[i];

        if (finding->recovery)
            good = prove_again(problem->net, &goals[i], finding, diag);
        else if (answer_is_proved(finding))
            good = prove_no(problem, &goals[i], finding, diag);
    }
    return good && prove_runs(problem->net, goals, answer, diag);
}
