#include "engine/recovery/recoverable.h"
#include "marking/guide.h"

/* Walks, and the steps of one, at most; after how many the guide aims again;
 * one of so many is by chance, but for the first walk; how many helpful
 * transitions are looked at. */
enum { MOST_WALKS = 4, MOST_STEPS = 500, AIM = 16, CHANCE = 16, LOOKS = 16 };

struct way_walk {
    struct recoverable *r;
    way_end *is_there;
    struct token_game game;
    struct guide guide;
};

static bool takes_wanted(const struct way_walk *w, trans_id t)
{
    const struct net_place_span pre = net_pre(w->game.net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        if (w->r->wanted[pre.at[i]] > 0)
            return true;
    return false;
}

/* A helpful transition; TRANS_NONE: there is none. */
static trans_id next_helpful(struct way_walk *w)
{
    trans_id first = TRANS_NONE;

    for (uint32_t i = 0; i < LOOKS; i++) {
        const trans_id t = guide_next(&w->guide, &w->r->run->dice);

        if (t == TRANS_NONE)
            break;
        if (!takes_wanted(w, t))
            return t;
        if (first == TRANS_NONE)
            first = t;
    }
    return first;
}

static trans_id choose(struct way_walk *w, uint32_t number, uint32_t step)
{
    struct dice *const dice = &w->r->run->dice;
    trans_id t = TRANS_NONE;

    if (step % AIM == 0)
        guide_aim(&w->guide, &w->r->goal, dice);
    if (number == 0 || dice_roll(dice, CHANCE)) {
        t = next_helpful(w);
        if (t == TRANS_NONE && step % AIM) {
            guide_aim(&w->guide, &w->r->goal, dice);
            t = next_helpful(w);
        }
    }
    return t != TRANS_NONE ? t : token_game_roll(&w->game, dice);
}

static bool walk_there(struct way_walk *w, uint32_t number)
{
    struct watch *const watch = &w->r->run->watch;

    token_game_restart(&w->game);
    for (uint32_t i = 0; !w->is_there(w->r, w->game.marked); i++) {
        if (i == MOST_STEPS || !w->game.enabled.len ||
            token_game_fire(&w->game, choose(w, number, i)) != PLACE_NONE ||
            watch_work(watch, w->guide.work + token_game_take_work(&w->game)))
            return false;
        w->guide.work = 0;
        guide_follow(&w->guide);
    }
    return true;
}

bool way_find(struct recoverable *r, const bits_word *m, way_end *is_there)
{
    struct watch *const watch = &r->run->watch;
    struct net *const net = net_view(r->run->net, m);
    struct way_walk w = {.r = r, .is_there = is_there};
    bool found = false;

    token_game_init(&w.game, net);
    guide_init(&w.guide, &w.game);
    (void)watch_work(watch, net_size(net));
    for (uint32_t i = 0; i < MOST_WALKS && !found && watch->reason == STOP_DONE;
         i++)
        found = walk_there(&w, i);
    if (found)
        token_game_copy_run(&w.game, &r->back);
    guide_finish(&w.guide);
    token_game_finish(&w.game);
    net_view_destroy(net);
    return found;
}
