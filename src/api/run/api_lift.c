#include "api/run/api_reduce.h"

#include <string.h>

/* What trimming the runs of all questions may take: some eight nanoseconds an
 * arc, so about a second, or less where time is limited. */
#define MOST_TRIMMING UINT64_C(125000000)
#define MOST_IN_TIME UINT64_C(30000000)

/* Longer runs are replayed each by itself. */
enum { SHARED_STEPS = 1 << 14 };

/* The run holds only what the answer needs, except where it ends in a deadlock
 * or a lost marking, on which all depends; and where the runs of many questions
 * take too much. */
static void trim(const struct api_reduce *reduced, const struct goal *goal,
                 struct lift_budget *budget, witness_run *run)
{
    const struct net *const net = reduced->work.reduction.net;
    struct reduction_keeps keeps;

    if (!lift_budget_take(budget, net, run))
        return;
    reduction_keeps_init(&keeps, net);
    reduction_keeps_add(&keeps, net, goal);
    if (!keeps.dead && !keeps.markings && !keeps.safe)
        lift_trim(net, keeps.visible, run);
    reduction_keeps_finish(&keeps);
}

/* May steps be left out of a run that answers such a question? */
static bool is_trimmed(const struct goal *goal)
{
    return goal->kind != GOAL_DEADLOCK && goal->kind != GOAL_HOME &&
           goal->kind != GOAL_LASSO && goal->kind != GOAL_CTL;
}

static void lift_one(const struct api_reduce *reduced, const struct goal *goal,
                     const struct goal *asked, const witness_run *run,
                     struct lift_budget *budget, witness_run *lifted,
                     uint32_t *loop)
{
    const struct reduction *const reduction = &reduced->work.reduction;
    const bool fires = goal->kind == GOAL_TRANSITION;

    if (goal->kind == GOAL_LASSO)
        *loop = lift_lasso(reduction, &reduced->map, run, *loop, lifted);
    else if (goal->kind == GOAL_DEADLOCK)
        lift_dead_run(reduction, &reduced->map, run, lifted);
    else
        lift_run(reduction, &reduced->map, run, lifted);
    if (fires && asked->kind == GOAL_TRANSITION)
        vec_cut(lifted, lifted->len - 1); /* goal->trans */
    if (budget && is_trimmed(goal))
        trim(reduced, goal, budget, lifted);
    if (fires)
        vec_push(lifted, goal->trans);
}

static bool has_run(const struct answer_finding *finding)
{
    return finding->verdict == VERDICT_YES || finding->has_value ||
           finding->has_run;
}

/* Reductions for a formula of CTL keep each step, so the runs from the ends of
 * others and what repeats in them are those of the original. */
static void lift_branches(const struct api_reduce *reduced,
                          answer_branch_list *branches)
{
    for (uint32_t k = 0; k < branches->len; k++) {
        witness_run *const run = &branches->at[k].run;
        witness_run lifted = {0};

        lift_run(&reduced->work.reduction, &reduced->map, run, &lifted);
        vec_free(run);
        *run = lifted;
    }
}

struct answer_finding api_lift_finding(const struct api_reduce *reduced,
                                       const struct goal *goal, uint32_t g,
                                       const struct answer_finding *finding,
                                       struct lift_budget *budget)
{
    const struct goal *const asked = &reduced->goals.at[g];
    struct answer_finding lifted = *finding;

    memset(&lifted.run, 0, sizeof lifted.run);
    memset(&lifted.branches, 0, sizeof lifted.branches);
    lifted.safe &= !reduced->work.reduction.hides;
    if (goal->kind == GOAL_BOUND && asked->kind != GOAL_BOUND) {
        if (finding->verdict == VERDICT_UNKNOWN)
            return lifted;
        lifted.verdict = VERDICT_YES;
        lifted.has_value = true;
        lifted.value = reduced->values[g];
        return lifted;
    }
    if (has_run(finding))
        lift_one(reduced, goal, asked, &finding->run, budget, &lifted.run,
                 &lifted.loop);
    return lifted;
}

/* Takes the run, whose step `at` puts a second token on the place. */
static void stop_at(struct answer *answer, witness_run *run, uint32_t at,
                    place_id place)
{
    vec_free(&answer->unsafe_run);
    answer->stop = STOP_UNSAFE;
    answer->unsafe_trans = run->at[at];
    answer->unsafe_place = place;
    vec_cut(run, at);
    answer->unsafe_run = *run;
    *run = (witness_run){0};
}

/* Can the run be fired, and does it lead to an answer?  What many runs share is
 * fired once. */
static bool can_be_fired(struct witness_game *game, const witness_run *run,
                         const struct goal *goal)
{
    struct diag ignored = {0};

    for (uint32_t i = 0; i < run->len; i++)
        if (net_overflow(game->net, run->at[i]) != PLACE_NONE)
            return false;
    return (!run->len && !goal) ||
           witness_game_replay(game, run, goal, &ignored);
}

/* False if the run cannot be fired, or leads to no answer of this goal (NULL:
 * whichever it is). */
static bool settle_run(struct witness_game *game, const struct goal *goal,
                       struct answer *answer, struct answer_finding *finding)
{
    place_id second;
    uint32_t at;

    if (can_be_fired(game, &finding->run, goal))
        return true;
    at = witness_fires(game->net, &finding->run, &second);
    if (second == PLACE_NONE)
        return false;
    if (answer->stop == STOP_UNSAFE)
        vec_free(&finding->run);
    else
        stop_at(answer, &finding->run, at, second);
    finding->verdict = VERDICT_UNKNOWN;
    finding->has_value = finding->has_limit = false;
    return true;
}

/* A step may have hidden a second token, and then a run of the reduced net may
 * lift to one that answers nothing.  Any other run is an answer, or a bug.  Of
 * questions that no marking answers, steps that hide need a safe net. */
static bool must_answer(const struct api_reduce *reduced,
                        const struct goal *goal,
                        const struct answer_finding *finding)
{
    return reduced->work.reduction.hides && goal->kind < GOAL_BOUND &&
           finding->verdict == VERDICT_YES;
}

static bool lift_unsafe(const struct api_reduce *reduced, struct answer *answer)
{
    const struct reduction *const reduction = &reduced->work.reduction;
    witness_run lifted = {0};
    place_id second;
    uint32_t at;

    vec_push(&answer->unsafe_run, answer->unsafe_trans);
    lift_run(reduction, &reduced->map, &answer->unsafe_run, &lifted);
    (void)vec_pop(&answer->unsafe_run);
    at = witness_fires(reduction->net, &lifted, &second);
    if (second != PLACE_NONE)
        stop_at(answer, &lifted, at, second);
    vec_free(&lifted);
    return second != PLACE_NONE;
}

static uint32_t count_runs(const struct answer *answer)
{
    uint32_t n = 0;

    for (uint32_t g = 0; g < answer->n_findings; g++)
        n += has_run(&answer->findings[g]);
    return n;
}

bool api_lift_answer(const struct api_reduce *reduced, const struct goal *goals,
                     bool is_timed, struct answer *answer)
{
    struct lift_budget budget;
    struct witness_game game;
    bool good = answer->stop != STOP_UNSAFE || lift_unsafe(reduced, answer);

    lift_budget_init(&budget, is_timed ? MOST_IN_TIME : MOST_TRIMMING,
                     count_runs(answer));
    witness_game_init(&game, reduced->work.reduction.net, SHARED_STEPS);
    answer->safe = (answer->safe || net_trans_count(reduced->net) == 0) &&
                   !reduced->work.reduction.hides;
    for (uint32_t g = 0; g < answer->n_findings && good; g++) {
        struct answer_finding *const finding = &answer->findings[g];
        struct answer_finding lifted =
            api_lift_finding(reduced, &goals[g], g, finding, &budget);

        lifted.branches = finding->branches;
        lift_branches(reduced, &lifted.branches);
        vec_free(&finding->run);
        *finding = lifted;
        good = settle_run(
            &game, must_answer(reduced, &goals[g], finding) ? &goals[g] : NULL,
            answer, finding);
    }
    witness_game_finish(&game);
    return good;
}
