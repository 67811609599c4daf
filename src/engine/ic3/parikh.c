#include "engine/ic3/parikh.h"

#include "base/mem.h"

/* Walks along a solution; steps of a walk besides those of the solution; steps
 * of a detour, and the most detours that lead to nothing. */
enum { WALKS = 8, MORE_STEPS = 400, DETOUR = 24, MOST_DETOURS = 16 };

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
    vec_free(&parikh->counts);
    vec_free(&parikh->ready);
    *parikh = (struct parikh){0};
}

void parikh_start(struct parikh *parikh)
{
    vec_clear(&parikh->counted);
    vec_clear(&parikh->counts);
}

void parikh_count(struct parikh *parikh, trans_id t, uint32_t n)
{
    ASSERT(n > 0);
    vec_push(&parikh->counted, t);
    vec_push(&parikh->counts, n);
}

/* --- steps ---------------------------------------------------------------- */

static void restart(struct parikh *x)
{
    token_game_restart(&x->game);
    vec_clear(&x->ready);
    x->n_owed = 0;
    for (uint32_t i = 0; i < x->counted.len; i++) {
        const trans_id t = x->counted.at[i];

        x->owed[t] = x->counts.at[i];
        x->n_owed += x->counts.at[i];
        if (token_game_enables(&x->game, t))
            vec_push(&x->ready, t);
    }
}

static void note_ready(struct parikh *x)
{
    for (uint32_t i = 0; i < x->game.switched.len; i++) {
        const trans_id t = x->game.switched.at[i];

        if (x->owed[t] && token_game_enables(&x->game, t))
            vec_push(&x->ready, t);
    }
}

/* True to stop. */
static bool account(struct parikh *x, struct game_goals *atoms)
{
    const uint64_t work = token_game_take_work(&x->game) + x->guide.work +
                          atoms->work + x->game.switched.len;

    x->guide.work = atoms->work = 0;
    return watch_work(x->watch, work);
}

/* Looks at the marking; true to go on. */
static bool look(struct parikh *x, struct game_goals *atoms)
{
    game_goals_update(atoms);
    x->found = game_goals_next(atoms) == 0;
    return !account(x, atoms) && !x->found;
}

/* False when t puts a second token on a place, when the question holds, or at a
 * limit. */
static bool fire(struct parikh *x, struct game_goals *atoms, trans_id t)
{
    x->trans = t;
    x->place = token_game_fire(&x->game, t);
    if (x->place != PLACE_NONE)
        return false;
    if (x->owed[t]) {
        x->owed[t]--;
        x->n_owed--;
        if (x->owed[t] && token_game_enables(&x->game, t))
            vec_push(&x->ready, t);
    }
    note_ready(x);
    return look(x, atoms);
}

static trans_id next_ready(struct parikh *x)
{
    while (x->ready.len) {
        const uint32_t n = x->ready.len;
        const uint32_t i = dice_roll(&x->dice, n);
        const trans_id t = x->ready.at[i];

        x->ready.at[i] = x->ready.at[n - 1];
        vec_cut(&x->ready, n - 1);
        if (x->owed[t] && token_game_enables(&x->game, t))
            return t;
    }
    return TRANS_NONE;
}

/* One of the transitions that are owed. */
static trans_id choose_owed(struct parikh *x)
{
    const uint32_t first = dice_roll(&x->dice, x->counted.len);

    for (uint32_t i = 0; i < x->counted.len; i++) {
        const trans_id t = x->counted.at[(first + i) % x->counted.len];

        if (x->owed[t])
            return t;
    }
    return TRANS_NONE;
}

/* Towards a transition that is owed, or the question when none is. */
static void aim(struct parikh *x, const struct goal *goal)
{
    const trans_id t = x->n_owed ? choose_owed(x) : TRANS_NONE;
    const struct goal enabled = {.kind = GOAL_TRANSITION, .trans = t};

    guide_aim(&x->guide, t == TRANS_NONE ? goal : &enabled, &x->dice);
}

/* False when no walk goes on from here. */
static bool make_detour(struct parikh *x, const struct goal *goal,
                        struct game_goals *atoms)
{
    aim(x, goal);
    for (uint32_t i = 0; i < DETOUR && !x->ready.len; i++) {
        const trans_id t = guide_next(&x->guide, &x->dice);

        if (t == TRANS_NONE)
            return i > 0;
        if (!fire(x, atoms, t))
            return false;
        guide_follow(&x->guide);
    }
    return true;
}

/* --- walks ---------------------------------------------------------------- */

/* The transition that is asked for can fire, as the last step. */
static enum parikh_verdict conclude(struct parikh *x, const struct goal *goal)
{
    if (goal->kind != GOAL_TRANSITION)
        return PARIKH_FOUND;
    x->trans = goal->trans;
    x->place = token_game_fire(&x->game, goal->trans);
    return x->place == PLACE_NONE ? PARIKH_FOUND : PARIKH_UNSAFE;
}

static enum parikh_verdict walk_once(struct parikh *x, const struct goal *goal,
                                     struct game_goals *atoms)
{
    uint32_t n_detours = 0;
    bool goes_on;

    x->place = PLACE_NONE;
    restart(x);
    goes_on = look(x, atoms);
    for (uint64_t left = 2 * x->n_owed + MORE_STEPS; left && goes_on; left--) {
        const trans_id t = next_ready(x);

        goes_on = t != TRANS_NONE ? fire(x, atoms, t)
                                  : n_detours++ < MOST_DETOURS &&
                                        make_detour(x, goal, atoms);
    }
    if (x->place != PLACE_NONE)
        return PARIKH_UNSAFE;
    return x->found ? conclude(x, goal) : PARIKH_NOT_FOUND;
}

enum parikh_verdict parikh_walk(struct parikh *parikh, const struct goal *goal)
{
    struct parikh *const x = parikh;
    enum parikh_verdict verdict = PARIKH_NOT_FOUND;
    struct game_goals atoms;

    /* The atoms begin at the initial marking. */
    token_game_restart(&x->game);
    game_goals_init(&atoms, &x->game, goal, 1);
    for (uint32_t i = 0; i < WALKS && verdict == PARIKH_NOT_FOUND &&
                         x->watch->reason == STOP_DONE;
         i++)
        verdict = walk_once(x, goal, &atoms);
    game_goals_finish(&atoms);
    return verdict;
}
