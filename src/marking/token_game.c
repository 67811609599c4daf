#include "marking/token_game.h"

#include "net/marking.h"

/* What an arc and a firing cost, in units of work. */
enum { FIRING_ARC_COST = 3, FIRING_COST = 40 };

static void add_enabled(struct token_game *game, trans_id t)
{
    game->position[t] = game->enabled.len;
    vec_push(&game->enabled, t);
    vec_push(&game->switched, t);
}

/* The last enabled transition takes the place of t. */
static void remove_enabled(struct token_game *game, trans_id t)
{
    const trans_id last = vec_pop(&game->enabled);

    game->enabled.at[game->position[t]] = last;
    game->position[last] = game->position[t];
    vec_push(&game->switched, t);
}

static void count_missing(struct token_game *game)
{
    const uint32_t n_trans = net_trans_count(game->net);

    for (trans_id t = 0; t < n_trans; t++) {
        const struct net_place_span needs = net_needs(game->net, t);

        for (uint32_t i = 0; i < needs.len; i++)
            game->missing[t] += !bits_has(game->marked, needs.at[i]);
        if (!game->missing[t])
            add_enabled(game, t);
    }
}

void token_game_init(struct token_game *game, const struct net *net)
{
    const uint32_t n_trans = net_trans_count(net);

    *game = (struct token_game){.net = net, .marked = marking_create(net)};
    game->missing = mem_zero(n_trans, sizeof *game->missing);
    game->position = mem_zero(n_trans, sizeof *game->position);
    count_missing(game);
    vec_clear(&game->switched);
    stamp_fit(&game->is_touched, net_place_count(net));
    stamp_start(&game->is_touched);
}

void token_game_finish(struct token_game *game)
{
    mem_free(game->marked);
    mem_free(game->missing);
    mem_free(game->position);
    vec_free(&game->enabled);
    vec_free(&game->run);
    vec_free(&game->changed);
    vec_free(&game->switched);
    vec_free(&game->touched);
    stamp_finish(&game->is_touched);
}

/* --- tokens --------------------------------------------------------------- */

static void touch(struct token_game *game, place_id p)
{
    vec_push(&game->changed, p);
    if (!stamp_has(&game->is_touched, p)) {
        stamp_add(&game->is_touched, p);
        vec_push(&game->touched, p);
    }
}

static void gain_at(struct token_game *game, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (--game->missing[users.at[i]] == 0)
            add_enabled(game, users.at[i]);
    game->work += FIRING_ARC_COST * users.len;
}

static void lose_at(struct token_game *game, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        if (game->missing[users.at[i]]++ == 0)
            remove_enabled(game, users.at[i]);
    game->work += FIRING_ARC_COST * users.len;
}

static void gain_token(struct token_game *game, place_id p)
{
    bits_add(game->marked, p);
    touch(game, p);
    gain_at(game, net_consumers(game->net, p));
    gain_at(game, net_readers(game->net, p));
}

static void lose_token(struct token_game *game, place_id p)
{
    bits_remove(game->marked, p);
    touch(game, p);
    lose_at(game, net_consumers(game->net, p));
    lose_at(game, net_readers(game->net, p));
}

static void set_token(struct token_game *game, place_id p, bool marked)
{
    if (marked && !bits_has(game->marked, p))
        gain_token(game, p);
    else if (!marked && bits_has(game->marked, p))
        lose_token(game, p);
}

/* Moves tokens from some places to others. */
static void move_tokens(struct token_game *game, struct net_place_span from,
                        struct net_place_span to)
{
    vec_clear(&game->changed);
    vec_clear(&game->switched);
    for (uint32_t i = 0; i < from.len; i++)
        lose_token(game, from.at[i]);
    for (uint32_t i = 0; i < to.len; i++)
        gain_token(game, to.at[i]);
}

void token_game_copy_run(const struct token_game *game, witness_run *run)
{
    vec_clear(run);
    vec_append(run, &game->run);
}

void token_game_restart(struct token_game *game)
{
    vec_clear(&game->run);
    vec_clear(&game->changed);
    vec_clear(&game->switched);
    for (uint32_t i = 0; i < game->touched.len; i++) {
        const place_id p = game->touched.at[i];

        set_token(game, p, net_marked(game->net, p));
    }
    vec_clear(&game->touched);
    stamp_start(&game->is_touched);
}

void token_game_move(struct token_game *game, const bits_word *m)
{
    token_game_restart(game);
    for (place_id p = 0; p < net_place_count(game->net); p++)
        set_token(game, p, bits_has(m, p));
}

place_id token_game_fire(struct token_game *game, trans_id t)
{
    const struct net_place_span post = net_post(game->net, t);
    const place_id overflow = net_overflow(game->net, t);

    ASSERT(token_game_enables(game, t));
    game->work += FIRING_COST;
    if (overflow != PLACE_NONE)
        return overflow;
    for (uint32_t i = 0; i < post.len; i++)
        if (bits_has(game->marked, post.at[i]))
            return post.at[i];
    move_tokens(game, net_pre(game->net, t), post);
    vec_push(&game->run, t);
    return PLACE_NONE;
}

void token_game_undo(struct token_game *game)
{
    const trans_id t = vec_pop(&game->run);

    game->work += FIRING_COST;
    move_tokens(game, net_post(game->net, t), net_pre(game->net, t));
}

uint64_t token_game_take_work(struct token_game *game)
{
    const uint64_t work = game->work;

    game->work = 0;
    return work;
}

void token_game_check(const struct token_game *game)
{
    uint32_t n_enabled = 0;

    for (trans_id t = 0; t < net_trans_count(game->net); t++) {
        const bool enabled = marking_enabled(game->net, game->marked, t);

        CHECK(enabled == token_game_enables(game, t));
        CHECK(!enabled || game->enabled.at[game->position[t]] == t);
        n_enabled += enabled;
    }
    CHECK(n_enabled == game->enabled.len);
}
