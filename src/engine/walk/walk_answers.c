#include "engine/walk/walk_answers.h"

#include "marking/shorten.h"
#include "net/marking.h"

/* What a step of a run costs that is copied. */
enum { COPY_COST = 20 };

void walk_answers_init(struct walk_answers *answers,
                       const struct engine_question *question,
                       struct token_game *game, struct watch *watch,
                       struct answer *answer)
{
    *answers =
        (struct walk_answers){.answer = answer, .watch = watch, .game = game};
    game_goals_init(&answers->goals, game, question->goals, question->n_goals);
}

void walk_answers_finish(struct walk_answers *answers)
{
    if (answers->answer->stop != STOP_UNSAFE)
        answers->answer->stop =
            answers->finished ? STOP_DONE : answers->watch->reason;
    watch_close(answers->watch);
    game_goals_finish(&answers->goals);
}

/* The run so far, shorter unless time is over, as one that answers the goal. */
static void take_run(struct walk_answers *answers, const struct goal *goal,
                     witness_run *run)
{
    token_game_copy_run(answers->game, run);
    (void)watch_work(answers->watch,
                     COPY_COST * (uint64_t)answers->game->run.len);
    if (answers->watch->reason == STOP_DONE)
        (void)watch_work(answers->watch,
                         WALK_ANSWERS_ARC_COST *
                             shorten_run(answers->game->net, goal, run));
}

void walk_answers_close(struct walk_answers *answers, uint32_t g)
{
    struct answer_finding *const finding = &answers->answer->findings[g];

    finding->verdict = VERDICT_YES;
    answers->found_at = answers->watch->work;
    watch_found(answers->watch, g, finding);
    game_goals_close(&answers->goals, g);
    walk_answers_settle(answers);
    if (answers->finished)
        watch_settle(answers->watch);
}

void walk_answers_leave(struct walk_answers *answers, uint32_t g,
                        enum answer_stop why)
{
    game_goals_close(&answers->goals, g);
    if (!watch_closed(answers->watch, g))
        answers->left = why;
    if (answers->goals.n_open == 0 && answers->watch->reason == STOP_DONE)
        answers->watch->reason = why;
}

void walk_answers_settle(struct walk_answers *answers)
{
    if (answers->goals.n_open > 0)
        return;
    if (answers->left == STOP_DONE)
        answers->finished = true;
    else if (answers->watch->reason == STOP_DONE)
        answers->watch->reason = answers->left;
}

/* The sum is larger than before; sure if it cannot be larger. */
static void take_value(struct walk_answers *answers, uint32_t g)
{
    const struct goal *const goal = &answers->goals.goals[g];
    struct answer_finding *const finding = &answers->answer->findings[g];
    const int64_t sum = game_goals_raise(&answers->goals, g);

    take_run(answers, goal, &finding->run);
    vec_trim(&finding->run);
    finding->has_value = true;
    finding->value = sum + goal->constant;
    watch_reached(answers->watch, g, finding);
    if (sum == formula_limit(goal->formula, goal->formula->nodes.at))
        walk_answers_close(answers, g);
}

static void answer_yes(struct walk_answers *answers, uint32_t g)
{
    const struct goal *const goal = &answers->goals.goals[g];
    witness_run *const run = &answers->answer->findings[g].run;

    take_run(answers, goal, run);
    if (goal->kind == GOAL_TRANSITION)
        vec_push(run, goal->trans);
    vec_trim(run); /* there may be as many as transitions */
    walk_answers_close(answers, g);
}

void walk_answers_unsafe(struct walk_answers *answers, trans_id t, place_id p)
{
    shorten_unsafe(answers->game, t, p, answers->answer);
    answers->finished = true;
}

/* A transition that is asked for fires when it is enabled: whether that is a
 * second token must be found out before it is an answer. */
static void take_transition(struct walk_answers *answers, uint32_t g)
{
    const trans_id t = answers->goals.goals[g].trans;
    const place_id p =
        marking_unsafe(answers->game->net, answers->game->marked, t);

    if (p != PLACE_NONE)
        walk_answers_unsafe(answers, t, p);
    else
        answer_yes(answers, g);
}

void walk_answers_take(struct walk_answers *answers)
{
    uint32_t g;

    game_goals_update(&answers->goals);
    while (!answers->finished && !watch_work(answers->watch, 0) &&
           (g = game_goals_next(&answers->goals)) < answers->goals.n_goals) {
        const struct goal *const goal = &answers->goals.goals[g];

        if (watch_closed(answers->watch, g))
            game_goals_close(&answers->goals, g);
        else if (goal->kind == GOAL_BOUND)
            take_value(answers, g);
        else if (goal->kind == GOAL_TRANSITION)
            take_transition(answers, g);
        else
            answer_yes(answers, g);
    }
}
