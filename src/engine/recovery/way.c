#include "engine/recovery/way.h"

#include "base/mem.h"
#include "marking/guide.h"

/* Walks, and the steps of one, at most; after how many the guide aims again;
 * one of so many is by chance, but for the first walk; how many helpful
 * transitions are looked at. */
enum { WALKS = 4, STEPS = 500, AIM = 16, CHANCE = 16, LOOKS = 16 };

struct way_walk {
    struct recovery_run *run;
    const struct goal *goal;
    const struct way_end *end;
    struct token_game game;
    struct guide guide;
    bool *wanted; /* by place */
};

static bool takes_wanted(const struct way_walk *w, trans_id t)
{
    const struct net_place_span pre = net_pre(w->game.net, t);

    for (uint32_t i = 0; i < pre.len; i++)
        if (w->wanted[pre.at[i]])
            return true;
    return false;
}

/* A helpful transition; TRANS_NONE: there is none. */
static trans_id next_helpful(struct way_walk *w)
{
    trans_id first = TRANS_NONE;

    for (uint32_t i = 0; i < LOOKS; i++) {
        const trans_id t = guide_next(&w->guide, &w->run->dice);

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
    struct dice *const dice = &w->run->dice;
    trans_id t = TRANS_NONE;

    if (step % AIM == 0)
        guide_aim(&w->guide, w->goal, dice);
    if (number == 0 || dice_roll(dice, CHANCE)) {
        t = next_helpful(w);
        if (t == TRANS_NONE && step % AIM) {
            guide_aim(&w->guide, w->goal, dice);
            t = next_helpful(w);
        }
    }
    return t != TRANS_NONE ? t : token_game_roll(&w->game, dice);
}

static bool walk(struct way_walk *w, uint32_t number)
{
    struct watch *const watch = &w->run->watch;

    token_game_restart(&w->game);
    for (uint32_t i = 0; !w->end->is_there(w->end->self, w->game.marked); i++) {
        if (i == STEPS || !w->game.enabled.len ||
            token_game_fire(&w->game, choose(w, number, i)) != PLACE_NONE ||
            watch_work(watch, w->guide.work + token_game_take_work(&w->game)))
            return false;
        w->guide.work = 0;
        guide_follow(&w->guide);
    }
    return true;
}

bool way_find(struct recovery_run *recovery, const bits_word *m,
              struct formula *condition, const net_place_list *wanted,
              const struct way_end *end, witness_run *run)
{
    const struct goal goal = {
        .kind = GOAL_FORMULA, .trans = TRANS_NONE, .formula = condition};
    struct net *const net = net_view(recovery->net, m);
    struct way_walk w = {.run = recovery, .goal = &goal, .end = end};
    bool found = false;

    token_game_init(&w.game, net);
    guide_init(&w.guide, &w.game);
    w.wanted = mem_zero(net_place_count(net), sizeof *w.wanted);
    for (uint32_t i = 0; i < wanted->len; i++)
        w.wanted[wanted->at[i]] = true;
    (void)watch_work(&recovery->watch, net_size(net));
    for (uint32_t i = 0;
         i < WALKS && !found && recovery->watch.reason == STOP_DONE; i++)
        found = walk(&w, i);
    if (found)
        token_game_copy_run(&w.game, run);
    guide_finish(&w.guide);
    mem_free(w.wanted);
    token_game_finish(&w.game);
    net_view_destroy(net);
    return found;
}
