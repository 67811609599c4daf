#include "engine/recovery/home.h"

#include "base/mem.h"
#include "net/marking.h"
#include "question/formula_builder.h"

/* Steps of the walk to a home; a walk from there ends after so many
 * steps, for each transition, without another transition. */
enum { STEPS_TO_HOME = 1000, PATIENCE = 20 };

/* The condition that exactly the places are marked. */
static struct formula *exactly(const struct net *net, const bits_word *m)
{
    struct formula_builder *const b = formula_builder_create();
    formula_builder_nodes nodes = {0};

    for (place_id p = 0; p < net_place_count(net); p++)
        vec_push(&nodes, formula_part_place(b, p, bits_has(m, p)));
    return formula_builder_finish(
        b, formula_builder_all(b, FORMULA_AND, &nodes), false, NULL);
}

/* At first the initial marking; later the end of a walk that begins where it
 * was lost. */
static void choose_home(struct home *home, struct recovery_run *run,
                        struct formula *target, uint32_t n_tried,
                        const witness_run *lost)
{
    const struct net *const net = run->net;
    struct token_game *const game = &run->game;

    *home = (struct home){
        .run = run, .target = target, .n_tried = n_tried, .dead = TRANS_NONE};
    token_game_restart(game);
    for (uint32_t i = 0; i < lost->len; i++)
        (void)token_game_fire(game, lost->at[i]);
    for (uint32_t i = n_tried ? STEPS_TO_HOME : 0;
         i > 0 && recovery_run_step(run, game); i--)
        continue;
    token_game_copy_run(game, &home->to);
    marking_list(game->marked, net_place_count(net), &home->places);
    home->condition = target ? exactly(net, game->marked)
                             : recovery_proof_home(&home->places);
    recoverable_init(&home->recoverable, run, home->condition, true);
    home->recoverable.from = &home->to;
    home->fires = mem_zero(net_trans_count(net), sizeof *home->fires);
}

void home_finish(struct home *home)
{
    recoverable_finish(&home->recoverable);
    formula_destroy(home->condition);
    vec_free(&home->to);
    vec_free(&home->places);
    vecs_free(&home->walks);
    mem_free(home->fires);
}

void home_init(struct home *home, struct recovery_run *run,
               struct formula *target)
{
    const witness_run none = {0};

    choose_home(home, run, target, 0, &none);
}

/* The places were no home. */
static void choose_others(struct home *home)
{
    witness_run lost = {0};

    if (!home->recoverable.is_broken)
        vec_append(&lost, &home->recoverable.out);
    home_finish(home);
    choose_home(home, home->run, home->target, home->n_tried + 1, &lost);
    vec_free(&lost);
}

/* --- walks from home ------------------------------------------------------ */

static void add_walk(struct home *home, const trans_id *run, uint32_t len)
{
    for (uint32_t i = 0; i < len; i++) {
        vec_push(&home->walks.all, run[i]);
        home->fires[run[i]] = true;
    }
    vecs_close(&home->walks);
}

/* By chance, until no other transition has fired for long. */
static void walk_by_chance(struct home *home, const struct net *from)
{
    const uint64_t patience =
        (uint64_t)PATIENCE * net_trans_count(home->run->net);
    struct token_game game;
    uint32_t useful = 0;

    token_game_init(&game, from);
    while (game.run.len - useful < patience &&
           recovery_run_step(home->run, &game)) {
        const trans_id t = *vec_top(&game.run);

        if (!home->fires[t])
            useful = game.run.len;
        home->fires[t] = true;
    }
    add_walk(home, game.run.at, useful);
    token_game_finish(&game);
}

/* Asks all engines about the transitions that no walk has fired. */
static enum answer_verdict ask_about_unfired(struct home *home,
                                             const bits_word *m)
{
    goal_list goals = {0};
    struct answer answer = {0};
    enum answer_verdict all = VERDICT_YES;

    for (trans_id t = 0; t < net_given_transitions(home->run->net); t++)
        if (!home->fires[t])
            vec_push(&goals, ((struct goal){.kind = GOAL_TRANSITION,
                                            .question = question_find("reach"),
                                            .trans = t,
                                            .text = home->run->text}));
    if (goals.len)
        recovery_run_ask_all(home->run, m, goals.at, goals.len, &answer);
    for (uint32_t g = 0; g < goals.len && all != VERDICT_NO; g++) {
        const struct answer_finding *const finding = &answer.findings[g];

        if (finding->verdict == VERDICT_YES)
            add_walk(home, finding->run.at, finding->run.len);
        else
            all = finding->verdict;
        home->dead = goals.at[g].trans;
    }
    vec_free(&goals);
    answer_finish(&answer);
    return all;
}

/* VERDICT_YES: walks fire every transition, or one reaches the target. */
static enum answer_verdict reach_all(struct home *home)
{
    bits_word *const m = mem_zero(marking_words(home->run->net), sizeof *m);
    enum answer_verdict verdict;

    marking_add_all(m, net_span_of(&home->places));
    if (!home->target && !vecs_count(&home->walks)) {
        struct net *const from = net_view(home->run->net, m);

        walk_by_chance(home, from);
        net_view_destroy(from);
    }
    verdict = home->target ? recovery_run_ask(home->run, m, home->target, NULL)
                           : ask_about_unfired(home, m);
    mem_free(m);
    return verdict;
}

enum home_verdict home_seek(struct home *home, uint64_t work)
{
    if (home->reaches != VERDICT_YES)
        home->reaches = reach_all(home);
    if (home->reaches == VERDICT_NO)
        return HOME_DEAD;
    if (home->returns != RECOVERABLE_HOLDS)
        home->returns = recovery_search_run(&home->recoverable, work);
    if (home->returns == RECOVERABLE_LOST || home->recoverable.is_broken) {
        choose_others(home);
        return HOME_OPEN;
    }
    return home->reaches == VERDICT_YES && home->returns == RECOVERABLE_HOLDS
               ? HOME_LIVE
               : HOME_OPEN;
}

struct recovery_proof *home_take(struct home *home, const struct goal *goal,
                                 struct case_proof **cases)
{
    struct recovery_proof *const proof = home->recoverable.proof;

    vec_append(&proof->home, &home->places);
    recoverable_take(&home->recoverable, goal, cases);
    proof->walks = home->walks;
    home->walks = (net_trans_lists){0};
    return proof;
}
