#include "engine/ic3/parikh.h"

#include "base/mem.h"

#include <math.h>

/* Walks along a solution; steps of a walk besides those of the solution; steps
 * of a detour, and the most detours that lead to nothing. */
enum { WALKS = 8, MORE_STEPS = 400, DETOUR = 24, MOST_DETOURS = 16 };

/* What exceeds a whole number by less is one. */
static const double ROUNDING = 1e-6;

void parikh_init(struct parikh *parikh, const struct net *net,
                 struct watch *watch, uint64_t seed)
{
    *parikh = (struct parikh){
        .net = net,
        .watch = watch,
        .dice = dice_for(seed, 0),
        .owed = mem_zero(net_trans_count(net), sizeof *parikh->owed)};
    token_game_init(&parikh->game, net);
    guide_init(&parikh->guide, &parikh->game);
}

void parikh_finish(struct parikh *parikh)
{
    token_game_finish(&parikh->game);
    guide_finish(&parikh->guide);
    mem_free(parikh->owed);
    vec_free(&parikh->counted);
    vec_free(&parikh->ready);
    *parikh = (struct parikh){0};
}

double parikh_take(struct parikh *parikh, const struct lp_program *program)
{
    double total = 0;

    vec_clear(&parikh->counted);
    for (trans_id t = 0; t < net_trans_count(parikh->net); t++) {
        const double n = ceil(lp_value(program, lp_number(t)) - ROUNDING);

        if (!(n > 0))
            continue;
        vec_push(&parikh->counted,
                 ((struct parikh_firings){t, (uint32_t)fmin(n, UINT32_MAX)}));
        total += n;
    }
    return total;
}

/* --- steps ---------------------------------------------------------------- */

static void restart(struct parikh *parikh)
{
    token_game_restart(&parikh->game);
    vec_clear(&parikh->ready);
    parikh->n_owed = 0;
    for (uint32_t i = 0; i < parikh->counted.len; i++) {
        const trans_id t = parikh->counted.at[i].trans;

        parikh->owed[t] = parikh->counted.at[i].n;
        parikh->n_owed += parikh->counted.at[i].n;
        if (token_game_enables(&parikh->game, t))
            vec_push(&parikh->ready, t);
    }
}

static void note_ready(struct parikh *parikh)
{
    for (uint32_t i = 0; i < parikh->game.switched.len; i++) {
        const trans_id t = parikh->game.switched.at[i];

        if (parikh->owed[t] && token_game_enables(&parikh->game, t))
            vec_push(&parikh->ready, t);
    }
}

/* Looks at the marking; true to go on. */
static bool look(struct parikh *parikh, struct game_goals *atoms)
{
    uint64_t work;

    game_goals_update(atoms);
    parikh->found = game_goals_next(atoms) == 0;
    work = token_game_take_work(&parikh->game) + parikh->guide.work +
           atoms->work + parikh->game.switched.len;
    parikh->guide.work = atoms->work = 0;
    return !watch_work(parikh->watch, work) && !parikh->found;
}

/* False when t puts a second token on a place, when the question holds, or at a
 * limit. */
static bool fire(struct parikh *parikh, struct game_goals *atoms, trans_id t)
{
    parikh->trans = t;
    parikh->place = token_game_fire(&parikh->game, t);
    if (parikh->place != PLACE_NONE)
        return false;
    if (parikh->owed[t]) {
        parikh->owed[t]--;
        parikh->n_owed--;
        if (parikh->owed[t] && token_game_enables(&parikh->game, t))
            vec_push(&parikh->ready, t);
    }
    note_ready(parikh);
    return look(parikh, atoms);
}

static trans_id next_ready(struct parikh *parikh)
{
    while (parikh->ready.len) {
        const uint32_t n = parikh->ready.len;
        const uint32_t i = dice_roll(&parikh->dice, n);
        const trans_id t = parikh->ready.at[i];

        parikh->ready.at[i] = parikh->ready.at[n - 1];
        vec_cut(&parikh->ready, n - 1);
        if (parikh->owed[t] && token_game_enables(&parikh->game, t))
            return t;
    }
    return TRANS_NONE;
}

/* One of the transitions that are owed. */
static trans_id choose_owed(struct parikh *parikh)
{
    const uint32_t first = dice_roll(&parikh->dice, parikh->counted.len);

    for (uint32_t i = 0; i < parikh->counted.len; i++) {
        const trans_id t =
            parikh->counted.at[(first + i) % parikh->counted.len].trans;

        if (parikh->owed[t])
            return t;
    }
    return TRANS_NONE;
}

/* Towards a transition that is owed, or the question when none is. */
static void aim(struct parikh *parikh, const struct goal *goal)
{
    const trans_id t = parikh->n_owed ? choose_owed(parikh) : TRANS_NONE;
    const struct goal enabled = {.kind = GOAL_TRANSITION, .trans = t};

    guide_aim(&parikh->guide, t == TRANS_NONE ? goal : &enabled, &parikh->dice);
}

/* False when no walk goes on from here. */
static bool make_detour(struct parikh *parikh, const struct goal *goal,
                        struct game_goals *atoms)
{
    aim(parikh, goal);
    for (uint32_t i = 0; i < DETOUR && !parikh->ready.len; i++) {
        const trans_id t = guide_next(&parikh->guide, &parikh->dice);

        if (t == TRANS_NONE)
            return i > 0;
        if (!fire(parikh, atoms, t))
            return false;
        guide_follow(&parikh->guide);
    }
    return true;
}

/* --- walks ---------------------------------------------------------------- */

/* The transition that is asked for can fire, as the last step. */
static enum parikh_verdict conclude(struct parikh *parikh,
                                    const struct goal *goal)
{
    if (goal->kind != GOAL_TRANSITION)
        return PARIKH_FOUND;
    parikh->trans = goal->trans;
    parikh->place = token_game_fire(&parikh->game, goal->trans);
    return parikh->place == PLACE_NONE ? PARIKH_FOUND : PARIKH_UNSAFE;
}

static enum parikh_verdict walk_once(struct parikh *parikh,
                                     const struct goal *goal,
                                     struct game_goals *atoms)
{
    uint32_t n_detours = 0;
    bool goes_on;

    parikh->place = PLACE_NONE;
    restart(parikh);
    goes_on = look(parikh, atoms);
    for (uint64_t left = 2 * parikh->n_owed + MORE_STEPS; left && goes_on;
         left--) {
        const trans_id t = next_ready(parikh);

        goes_on = t != TRANS_NONE ? fire(parikh, atoms, t)
                                  : n_detours++ < MOST_DETOURS &&
                                        make_detour(parikh, goal, atoms);
    }
    if (parikh->place != PLACE_NONE)
        return PARIKH_UNSAFE;
    return parikh->found ? conclude(parikh, goal) : PARIKH_NOT_FOUND;
}

enum parikh_verdict parikh_walk(struct parikh *parikh, const struct goal *goal)
{
    enum parikh_verdict verdict = PARIKH_NOT_FOUND;
    struct game_goals atoms;

    /* The atoms begin at the initial marking. */
    token_game_restart(&parikh->game);
    game_goals_init(&atoms, &parikh->game, goal, 1);
    for (uint32_t i = 0; i < WALKS && verdict == PARIKH_NOT_FOUND &&
                         parikh->watch->reason == STOP_DONE;
         i++)
        verdict = walk_once(parikh, goal, &atoms);
    game_goals_finish(&atoms);
    return verdict;
}
