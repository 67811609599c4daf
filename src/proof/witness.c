#include "proof/witness.h"

#include "net/marking.h"

#include <string.h>

/* Enough for a sentence: diagnostics are bounded, too. */
enum { MARKING_TEXT = 400 };

/* A place that lacks the token that t needs. */
static place_id missing(const struct net *net, const bits_word *m, trans_id t)
{
    const struct net_place_span needs = net_needs(net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        if (!bits_has(m, needs.at[i]))
            return needs.at[i];
    return PLACE_NONE;
}

static bool report_disabled(const struct net *net, const bits_word *m,
                            uint32_t step, trans_id t, struct diag *diag)
{
    char text[MARKING_TEXT];

    marking_print(net, m, text, sizeof text);
    return diag_input(diag, NULL,
                      "step %u: '%s' cannot fire, '%s' has no token at %s",
                      step, net_trans_label(net, t),
                      net_place_label(net, missing(net, m, t)), text);
}

static bool report_unsafe(const struct net *net, uint32_t step, trans_id t,
                          place_id p, struct diag *diag)
{
    return diag_input(
        diag, NULL,
        "step %u: '%s' puts a second token on '%s': the net is not safe", step,
        net_trans_label(net, t), net_place_label(net, p));
}

/* Fires step i of a run, if it is valid. */
static bool fire_step(const struct net *net, bits_word *m, uint32_t i,
                      trans_id t, struct diag *diag)
{
    place_id second;

    if (t >= net_trans_count(net))
        return diag_input(diag, NULL,
                          "step %u: the net has no transition number %u", i + 1,
                          t);
    if (!marking_enabled(net, m, t))
        return report_disabled(net, m, i + 1, t, diag);
    second = marking_unsafe(net, m, t);
    if (second != PLACE_NONE)
        return report_unsafe(net, i + 1, t, second, diag);
    marking_fire(net, m, t);
    return true;
}

/* Fires the run from m up to its first invalid step. */
static bool fire_all(const struct net *net, bits_word *m,
                     const witness_run *run, struct diag *diag)
{
    for (uint32_t i = 0; i < run->len; i++)
        if (!fire_step(net, m, i, run->at[i], diag))
            return false;
    return true;
}

static bool ends_well(const struct net *net, const bits_word *m,
                      const witness_run *run, const struct goal *goal,
                      struct diag *diag)
{
    char text[MARKING_TEXT];

    if (goal->kind == GOAL_TRANSITION)
        return (run->len > 0 && run->at[run->len - 1] == goal->trans) ||
               diag_input(diag, NULL,
                          "the run can be fired, but does not end with '%s'",
                          net_trans_label(net, goal->trans));
    if (goal_holds(goal, net, m))
        return true;
    marking_print(net, m, text, sizeof text);
    return diag_input(
        diag, NULL,
        "the run can be fired, but ends in %s, which is not what '%s' asks for",
        text, goal->text);
}

bool witness_replay(const struct net *net, const witness_run *run,
                    const struct goal *goal, struct diag *diag)
{
    bits_word *m = marking_create(net);

    const bool good = fire_all(net, m, run, diag) &&
                      (!goal || ends_well(net, m, run, goal, diag));

    mem_free(m);
    return good;
}

void witness_game_init(struct witness_game *game, const struct net *net,
                       uint32_t room)
{
    *game = (struct witness_game){
        .net = net,
        .m = marking_create(net),
        .run = mem_alloc(room, sizeof *game->run),
        .room = room,
    };
}

void witness_game_finish(struct witness_game *game)
{
    mem_free(game->m);
    mem_free(game->run);
    *game = (struct witness_game){0};
}

/* What it takes to fire the steps of the run from one to another. */
static uint64_t cost_of(const struct witness_game *game, uint32_t from,
                        uint32_t to)
{
    uint64_t n = 0;

    for (uint32_t i = from; i < to; i++)
        n += 1 + net_pre(game->net, game->run[i]).len +
             net_post(game->net, game->run[i]).len;
    return n;
}

/* Leaves the first len steps: the later ones are undone, or the others are
 * fired again, whichever costs less. */
static void go_back(struct witness_game *game, uint32_t len)
{
    if (cost_of(game, len, game->len) >
        marking_words(game->net) + cost_of(game, 0, len)) {
        marking_after(game->net, game->run, len, game->m);
        game->len = len;
    }
    while (game->len > len)
        marking_unfire(game->net, game->m, game->run[--game->len]);
}

bool witness_game_replay(struct witness_game *game, const witness_run *run,
                         const struct goal *goal, struct diag *diag)
{
    uint32_t i = 0;

    if (!game->m || run->len > game->room)
        return witness_replay(game->net, run, goal, diag);
    while (i < run->len && i < game->len && run->at[i] == game->run[i])
        i++;
    go_back(game, i);
    for (; i < run->len; i++) {
        if (!fire_step(game->net, game->m, i, run->at[i], diag))
            return false;
        game->run[game->len++] = run->at[i];
    }
    return !goal || ends_well(game->net, game->m, run, goal, diag);
}

uint32_t witness_fires(const struct net *net, const witness_run *run,
                       place_id *second)
{
    bits_word *m = marking_create(net);
    uint32_t n = 0;

    for (*second = PLACE_NONE; n < run->len; n++) {
        if (!marking_enabled(net, m, run->at[n]))
            break;
        *second = marking_unsafe(net, m, run->at[n]);
        if (*second != PLACE_NONE)
            break;
        marking_fire(net, m, run->at[n]);
    }
    mem_free(m);
    return n;
}

/* By transition: the steps up to where it is first fired, or UINT32_MAX. */
static uint32_t *first_steps(const struct net *net, const witness_run *run)
{
    uint32_t *const first = mem_none(net_trans_count(net));

    for (uint32_t i = run->len; i-- > 0;)
        first[run->at[i]] = i + 1;
    return first;
}

static void try_goals(const struct net *net, const bits_word *m, uint32_t n,
                      const struct goal *goals, uint32_t n_goals,
                      uint32_t *lens)
{
    for (uint32_t g = 0; g < n_goals; g++)
        if (lens[g] == UINT32_MAX && goals[g].kind != GOAL_TRANSITION &&
            goal_holds(&goals[g], net, m))
            lens[g] = n;
}

void witness_first(const struct net *net, const witness_run *run,
                   const struct goal *goals, uint32_t n_goals, uint32_t *lens)
{
    bits_word *m = marking_create(net);
    uint32_t *first = first_steps(net, run);

    for (uint32_t g = 0; g < n_goals; g++)
        lens[g] = goals[g].kind == GOAL_TRANSITION ? first[goals[g].trans]
                                                   : UINT32_MAX;
    try_goals(net, m, 0, goals, n_goals, lens);
    for (uint32_t i = 0; i < run->len; i++) {
        marking_fire(net, m, run->at[i]);
        try_goals(net, m, i + 1, goals, n_goals, lens);
    }
    mem_free(first);
    mem_free(m);
}

uint32_t witness_largest(const struct net *net, const witness_run *run,
                         const struct goal *goal, int64_t *value)
{
    bits_word *m = marking_create(net);
    uint32_t n = 0;

    *value = goal_value(goal, m);
    for (uint32_t i = 0; i < run->len; i++) {
        marking_fire(net, m, run->at[i]);
        if (goal_value(goal, m) <= *value)
            continue;
        *value = goal_value(goal, m);
        n = i + 1;
    }
    mem_free(m);
    return n;
}

bool witness_enables(const struct net *net, const witness_run *run, trans_id t)
{
    bits_word *m = mem_zero(marking_words(net), sizeof *m);
    bool enabled;

    marking_after(net, run->at, run->len, m);
    enabled = marking_enabled(net, m, t);
    mem_free(m);
    return enabled;
}

bool witness_unsafe(const struct net *net, const witness_run *run, trans_id t,
                    place_id p)
{
    bits_word *m = marking_create(net);

    const bool unsafe = fire_all(net, m, run, NULL) &&
                        t < net_trans_count(net) &&
                        marking_enabled(net, m, t) &&
                        (net_overflow(net, t) == p ||
                         (bits_has(m, p) && net_span_has(net_post(net, t), p) &&
                          !net_span_has(net_pre(net, t), p)));

    mem_free(m);
    return unsafe;
}
