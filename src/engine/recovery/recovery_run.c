#include "engine/recovery/recovery_run.h"

/* Rounds double up to this one. */
enum { MOST_DOUBLED = 24 };

/* The work of an engine that is asked, in round 0; what a step of a walk
 * costs. */
#define WORK (UINT64_C(1) << 25)
enum { STEP_COST = 50 };

uint64_t recovery_run_doubled(const struct recovery_run *run, uint64_t n)
{
    return n << (run->round < MOST_DOUBLED ? run->round : MOST_DOUBLED);
}

bool recovery_run_is_open(const struct recovery_run *run)
{
    return run->answer->findings[run->g].verdict == VERDICT_UNKNOWN &&
           run->watch.reason == STOP_DONE &&
           !watch_closed(&run->watch, run->g) &&
           run->answer->stop != STOP_UNSAFE;
}

/* Proofs need the steps behind transitions, too. */
static void fill_runs(const struct net *net, const bits_word *m,
                      struct answer *answer)
{
    struct net *const from = net_has_steps(net) ? net_view(net, m) : NULL;

    for (uint32_t g = 0; from && g < answer->n_findings; g++) {
        witness_run *const run = &answer->findings[g].run;
        witness_run full = {0};

        if (answer->findings[g].verdict == VERDICT_YES)
            given_run_fill(from, run, &full);
        vec_free(run);
        *run = full;
    }
    net_view_destroy(from);
}

void recovery_run_ask_all(struct recovery_run *run, const bits_word *m,
                          struct goal *goals, uint32_t n_goals,
                          struct answer *answer)
{
    run->answer->stats.at[RECOVERY_asked]++;
    if (watch_ask(&run->watch, &run->problem->help, m, goals, n_goals,
                  recovery_run_doubled(run, WORK), answer)) {
        fill_runs(run->net, m, answer);
        return;
    }
    answer_finish(answer);
    answer_init(answer, n_goals);
}

enum answer_verdict recovery_run_ask(struct recovery_run *recovery,
                                     const bits_word *m,
                                     struct formula *formula, witness_run *run)
{
    struct goal goal = goal_of_formula(formula);
    struct answer answer = {0};
    enum answer_verdict verdict;

    goal.question = question_find("formula");
    goal.text = recovery->text;
    recovery_run_ask_all(recovery, m, &goal, 1, &answer);
    verdict = answer.findings[0].verdict;
    if (verdict == VERDICT_YES && run)
        vec_append(run, &answer.findings[0].run);
    answer_finish(&answer);
    return verdict;
}

bool recovery_run_step(struct recovery_run *run, struct token_game *game)
{
    trans_id t;
    place_id p;

    if (!game->enabled.len)
        return false;
    t = token_game_roll(game, &run->dice);
    p = token_game_fire(game, t);
    if (p != PLACE_NONE) {
        if (game == &run->game) {
            run->answer->stop = STOP_UNSAFE;
            run->answer->unsafe_trans = t;
            run->answer->unsafe_place = p;
            token_game_copy_run(game, &run->answer->unsafe_run);
        }
        return false;
    }
    run->answer->stats.at[RECOVERY_firings]++;
    return !watch_work(&run->watch, STEP_COST + token_game_take_work(game));
}
