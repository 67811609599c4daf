#include "engine/recovery/recoverable.h"
#include "net/marking.h"
#include "proof/verify.h"

/* Steps of the longest walks that look for markings outside, in round 0; so
 * many of one length must find none. */
enum { LONGEST_WALK = 256, QUIET = 4 };

/* Markings of walks in a turn from which no way is found, at most. */
enum { MOST_STUCK = 8 };

/* From the beginning so many steps; *quiet: none was met. */
static enum recoverable_verdict walk_and_look_outside(struct recoverable *r,
                                                      uint64_t len, bool *quiet)
{
    struct token_game *const game = &r->run->game;

    token_game_restart(game);
    for (uint32_t i = 0; r->from && i < r->from->len; i++)
        (void)token_game_fire(game, r->from->at[i]);
    *quiet = true;
    for (; len > 0 && recovery_run_step(r->run, game); len--) {
        enum recoverable_verdict verdict;

        if (!way_back_is_outside(r, game->marked))
            continue;
        *quiet = false;
        vec_clear(&r->out);
        token_game_copy_run(game, &r->out);
        verdict = way_back_from_end(r);
        if (verdict == RECOVERABLE_LOST || r->n_stuck > MOST_STUCK)
            return verdict;
    }
    return RECOVERABLE_HOLDS;
}

/* Of walks, longer and longer, until there was so much work: ways back from
 * their first markings are short, and those from others lead there. */
static enum recoverable_verdict walk_all(struct recoverable *r, uint64_t most)
{
    for (uint64_t len = 2; len <= recovery_run_doubled(r->run, LONGEST_WALK);
         len *= 2)
        for (uint32_t n_quiet = 0; n_quiet < QUIET;) {
            bool quiet;
            const enum recoverable_verdict verdict =
                walk_and_look_outside(r, len, &quiet);

            if (verdict != RECOVERABLE_HOLDS)
                return verdict;
            if (!recovery_run_is_open(r->run))
                return RECOVERABLE_OPEN;
            if (r->run->watch.work > most)
                return RECOVERABLE_HOLDS;
            n_quiet = quiet ? n_quiet + 1 : 0;
        }
    return RECOVERABLE_HOLDS;
}

/* All engines are asked for one. */
static enum recoverable_verdict ask_for_outside(struct recoverable *r)
{
    struct formula *const outside =
        recovery_proof_inside(r->proof, r->run->net, r->condition, true, true);
    enum answer_verdict verdict = VERDICT_UNKNOWN;

    marking_initial(r->run->net, r->m);
    vec_clear(&r->out);
    if (outside)
        verdict = recovery_run_ask(r->run, r->m, outside, &r->out);
    formula_destroy(outside);
    if (verdict == VERDICT_NO)
        return RECOVERABLE_HOLDS;
    return verdict == VERDICT_YES && way_back_from_end(r) == RECOVERABLE_LOST
               ? RECOVERABLE_LOST
               : RECOVERABLE_OPEN;
}

static enum recoverable_verdict seek(struct recoverable *r, uint64_t most)
{
    const uint64_t left = most - r->run->watch.work;
    enum recoverable_verdict verdict = walk_all(r, most - left / 2);

    if (verdict != RECOVERABLE_HOLDS)
        return verdict;
    verdict = outside_guess(r, most);
    if (verdict == RECOVERABLE_OPEN)
        verdict = outside_induce(r, most);
    r->is_own = verdict == RECOVERABLE_HOLDS;
    if (verdict == RECOVERABLE_OPEN && recovery_run_is_open(r->run) &&
        r->run->watch.work < most)
        verdict = ask_for_outside(r);
    return verdict;
}

enum recoverable_verdict recovery_search_run(struct recoverable *r,
                                             uint64_t work)
{
    const struct goal goal = goal_of_formula(r->condition);
    struct fault ignored;
    enum recoverable_verdict verdict;

    if (r->is_broken)
        return RECOVERABLE_OPEN;
    r->n_stuck = 0;
    verdict = seek(r, r->run->watch.work + work);
    if (verdict != RECOVERABLE_HOLDS)
        return verdict;
    if (r->ranked)
        ranks_write(&r->ranks, r->proof);
    r->is_broken =
        !verify_recovery_proof(r->run->net, &goal, r->proof, &ignored);
    return r->is_broken ? RECOVERABLE_OPEN : RECOVERABLE_HOLDS;
}
