/* guide.h - which enabled transitions bring a question nearer.
 *
 * From what the question wants and the marking lacks, the guide searches the
 * net backwards, breadth first: a place that lacks a token leads to its
 * producers, a transition that is not enabled to the places that it misses.
 * Places with tokens need nothing.  The enabled transitions that are met are
 * the helpful ones, the nearest first:
 *
 *     want p3:   p3 <- t2, misses p2;   p2 <- t1, enabled: t1 helps
 *
 * As in the relaxed plans of AI planning, the tokens that a transition consumes
 * are ignored; only the walk shows whether the helpful transitions lead to an
 * answer. */
#ifndef GUIDE_H
#define GUIDE_H

#include "marking/dice.h"
#include "marking/token_game.h"
#include "question/goal.h"

struct guide {
    const struct token_game *game;
    VEC(place_id) wanted; /* a queue: places that lack a token */
    struct stamp is_wanted, is_met;
    VEC(trans_id) helpful; /* the best ones at the end */
    VEC(uint32_t) nodes;   /* of a formula: to be looked at */
    uint64_t work;
};

void guide_init(struct guide *guide, const struct token_game *game);
void guide_finish(struct guide *guide);

/* Searches from the question, which does not hold; the dice choose among
 * alternatives. */
void guide_aim(struct guide *guide, const struct goal *goal, struct dice *dice);

/* The same in parts, for several conditions: guide_start(), guide_want() for
 * each, guide_search(). */
void guide_start(struct guide *guide);
void guide_want(struct guide *guide, const struct formula *formula,
                struct dice *dice);
void guide_search(struct guide *guide);

/* The game has fired a transition: others that were met may be enabled now. */
void guide_follow(struct guide *guide);

/* A helpful transition that is enabled; TRANS_NONE if there is none. */
trans_id guide_next(struct guide *guide, struct dice *dice);

#endif
