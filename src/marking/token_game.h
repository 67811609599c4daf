/* token_game.h - the marking of a walk, and the transitions that it enables.
 *
 * Each transition counts the places of pre and read that lack a token; it is
 * enabled when the count is 0.  Firing a transition touches only the
 * transitions around the places that change.  A restart undoes all changes
 * since the initial marking.
 *
 * A walk chooses from an unsorted list of the enabled transitions: to keep the
 * sorted set of enabled_set.h takes up to 11 % more instructions (rw-12). */
#ifndef TOKEN_GAME_H
#define TOKEN_GAME_H

#include "base/bits.h"
#include "base/stamp.h"
#include "marking/dice.h"
#include "net/net.h"
#include "proof/witness.h"
#include "question/formula.h"

/* Figures (answer.h) of engines that walk. */
#define TOKEN_GAME_FIGURES(X)                         \
    X(walks, WALKS, "walks from the initial marking") \
    X(firings, STEPS, "transitions fired on all walks")

struct token_game {
    const struct net *net;
    bits_word *marked;
    uint32_t *missing;     /* by transition: places that lack a token */
    uint32_t *position;    /* by transition: where it is in enabled */
    VEC(trans_id) enabled; /* in an order that the past determines */
    VEC(trans_id) run;     /* since the restart */
    VEC(place_id) changed; /* by the last call: a place once for a change */
    VEC(trans_id)
    switched;              /* by the last call: enabled or disabled, maybe
                              and back */
    VEC(place_id) touched; /* places that changed since the restart */
    struct stamp is_touched;
    uint64_t work; /* see token_game_take_work() */
};

void token_game_init(struct token_game *game, const struct net *net);
void token_game_finish(struct token_game *game);

/* Goes back to the initial marking. */
void token_game_restart(struct token_game *game);

/* Begins at marking m. */
void token_game_move(struct token_game *game, const bits_word *m);

/* *run gets what has fired since the restart. */
void token_game_copy_run(const struct token_game *game, witness_run *run);

/* Fires t, which is enabled; PLACE_NONE. If a place would get a second token,
 * fires nothing and returns that place. */
place_id token_game_fire(struct token_game *game, trans_id t);

/* Takes back the last transition of the run. */
void token_game_undo(struct token_game *game);

static inline bool token_game_enables(const struct token_game *game, trans_id t)
{
    return game->missing[t] == 0;
}

/* Until the next call. */
static inline struct formula_marking
token_game_at(const struct token_game *game)
{
    return (struct formula_marking){game->net, game->marked, game->missing,
                                    game->enabled.len};
}

/* An enabled transition, by chance; there is one. */
static inline trans_id token_game_roll(const struct token_game *game,
                                       struct dice *dice)
{
    return game->enabled.at[dice_roll(dice, game->enabled.len)];
}

/* Arcs visited since the last call, as units of work (watch.h). */
uint64_t token_game_take_work(struct token_game *game);

/* Aborts if an invariant is broken. */
void token_game_check(const struct token_game *game);

#endif
