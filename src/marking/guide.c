#include "marking/guide.h"

#include "base/ids.h"

/* What an arc costs, in units of work; so many helpful transitions suffice. */
enum { ARC_COST = 4, ENOUGH = 64 };

void guide_init(struct guide *guide, const struct token_game *game)
{
    *guide = (struct guide){.game = game};
    stamp_fit(&guide->is_wanted, net_place_count(game->net));
    stamp_fit(&guide->is_met, net_trans_count(game->net));
    stamp_start(&guide->is_wanted);
    stamp_start(&guide->is_met);
}

void guide_finish(struct guide *guide)
{
    vec_free(&guide->wanted);
    vec_free(&guide->helpful);
    vec_free(&guide->nodes);
    stamp_finish(&guide->is_wanted);
    stamp_finish(&guide->is_met);
}

/* --- the search ----------------------------------------------------------- */

static void want(struct guide *guide, place_id p)
{
    guide->work += ARC_COST;
    if (bits_has(guide->game->marked, p) || stamp_has(&guide->is_wanted, p))
        return;
    stamp_add(&guide->is_wanted, p);
    vec_push(&guide->wanted, p);
}

static void want_all(struct guide *guide, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        want(guide, places.at[i]);
}

static void meet(struct guide *guide, trans_id t)
{
    guide->work += ARC_COST;
    if (stamp_has(&guide->is_met, t))
        return;
    stamp_add(&guide->is_met, t);
    if (token_game_enables(guide->game, t)) {
        vec_push(&guide->helpful, t);
        return;
    }
    want_all(guide, net_needs(guide->game->net, t));
}

static void meet_all(struct guide *guide, struct net_trans_span all)
{
    for (uint32_t i = 0; i < all.len; i++)
        meet(guide, all.at[i]);
}

/* The token on p is to go. */
static void want_empty(struct guide *guide, place_id p)
{
    if (bits_has(guide->game->marked, p))
        meet_all(guide, net_consumers(guide->game->net, p));
}

/* --- what a question wants ------------------------------------------------ */

static void want_disabled(struct guide *guide, trans_id t)
{
    const struct net_place_span needs = net_needs(guide->game->net, t);

    for (uint32_t i = 0; i < needs.len; i++)
        want_empty(guide, needs.at[i]);
}

static void want_sum(struct guide *guide, const struct formula *formula,
                     const struct formula_node *node)
{
    for (uint32_t i = 0; i < node->len; i++) {
        const struct formula_term term = formula_term(formula, node, i);

        if (term.factor > 0)
            want(guide, term.place);
        else
            want_empty(guide, term.place);
    }
}

static void want_leaf(struct guide *guide, const struct formula *formula,
                      const struct formula_node *leaf)
{
    if (leaf->op == FORMULA_AT_LEAST)
        want_sum(guide, formula, leaf);
    else if (leaf->op == FORMULA_FIREABLE)
        want_all(guide, net_needs(guide->game->net, leaf->trans));
    else if (leaf->op == FORMULA_DISABLED)
        want_disabled(guide, leaf->trans);
}

/* All children of a conjunction, one of a disjunction. */
void guide_want(struct guide *guide, const struct formula *formula,
                struct dice *dice)
{
    vec_clear(&guide->nodes);
    vec_push(&guide->nodes, 0);
    while (guide->nodes.len) {
        const struct formula_node *const node =
            &formula->nodes.at[vec_pop(&guide->nodes)];

        if (node->op == FORMULA_OR)
            vec_push(&guide->nodes, node->first + dice_roll(dice, node->len));
        else if (node->op == FORMULA_AND)
            for (uint32_t i = 0; i < node->len; i++)
                vec_push(&guide->nodes, node->first + i);
        else
            want_leaf(guide, formula, node);
    }
}

/* --- steps ---------------------------------------------------------------- */

void guide_start(struct guide *guide)
{
    vec_clear(&guide->wanted);
    vec_clear(&guide->helpful);
    stamp_start(&guide->is_wanted);
    stamp_start(&guide->is_met);
}

void guide_search(struct guide *guide)
{
    for (uint32_t i = 0; i < guide->wanted.len && guide->helpful.len < ENOUGH;
         i++)
        meet_all(guide, net_producers(guide->game->net, guide->wanted.at[i]));
    ids_reverse(guide->helpful.at, guide->helpful.len);
}

void guide_aim(struct guide *guide, const struct goal *goal, struct dice *dice)
{
    guide_start(guide);
    if (goal->kind == GOAL_TRANSITION)
        want_all(guide, net_needs(guide->game->net, goal->trans));
    if (goal->kind == GOAL_FORMULA || goal->kind == GOAL_BOUND)
        guide_want(guide, goal->formula, dice);
    want_all(guide, net_span_of(&goal->marked));
    for (uint32_t i = 0; i < goal->empty.len; i++)
        want_empty(guide, goal->empty.at[i]);
    guide_search(guide);
}

void guide_follow(struct guide *guide)
{
    const struct token_game *const game = guide->game;

    for (uint32_t i = 0; i < game->switched.len; i++) {
        const trans_id t = game->switched.at[i];

        if (stamp_has(&guide->is_met, t) && token_game_enables(game, t))
            vec_push(&guide->helpful, t);
    }
}

/* Mostly the last one; it leaves the list. */
trans_id guide_next(struct guide *guide, struct dice *dice)
{
    while (guide->helpful.len) {
        const uint32_t n = guide->helpful.len;
        const uint32_t i = dice_roll(dice, 4) ? n - 1 : dice_roll(dice, n);
        const trans_id t = guide->helpful.at[i];

        guide->helpful.at[i] = guide->helpful.at[n - 1];
        vec_cut(&guide->helpful, n - 1);
        if (token_game_enables(guide->game, t))
            return t;
    }
    return TRANS_NONE;
}
