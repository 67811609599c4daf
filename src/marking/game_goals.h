/* game_goals.h - which questions hold at the marking of a token game.
 *
 * An atom is a leaf of a question: a sum of places with a bound, "t is
 * enabled", "something is enabled".  A change of a place changes the sums that
 * name it; a question is looked at again only when the truth of one of its
 * atoms may have changed:
 *
 *     p1 gets a token   p1 + p2 >= 2   1 -> 2: now true    question 7 is due
 *                       p1 + p3 >= 3   0 -> 1: still false
 *
 * The question for a transition has the atom that it is enabled; the question
 * for a marking has the sum of its marked places less its empty places; the
 * question for a largest value has its sum, with a bound above the value that
 * was found last. */
#ifndef GAME_GOALS_H
#define GAME_GOALS_H

#include "marking/token_game.h"
#include "question/goal.h"

struct game_goals_sum {
    int64_t value, bound;
    uint32_t goal;
};

/* A place in a sum. */
struct game_goals_use {
    uint32_t sum;
    int64_t factor;
};

struct game_goals {
    const struct token_game *game;
    const struct goal *goals;
    uint32_t n_goals;
    VEC(struct game_goals_sum) sums;
    uint32_t *first_sum;  /* by question: of its nodes, see sum_of */
    VEC(uint32_t) sum_of; /* by node of formulas: its sum */
    uint32_t *use_start;  /* by place; n_places + 1 */
    struct game_goals_use *uses;
    struct relation goals_of;  /* by transition: questions that name it */
    VEC(uint32_t) of_deadlock; /* questions about all transitions */
    bool dead;                 /* is nothing enabled?  */
    bool *open;                /* by question */
    uint32_t n_open;
    VEC(uint32_t) due; /* to be looked at */
    struct stamp is_due;
    uint64_t work;
};

/* The game is at its initial marking; all questions are open and due. */
void game_goals_init(struct game_goals *q, const struct token_game *game,
                     const struct goal *goals, uint32_t n_goals);
void game_goals_finish(struct game_goals *q);

/* The game has fired a transition, or was restarted. */
void game_goals_update(struct game_goals *q);

/* The next open question that holds now and is due; its number, or
 * n_goals. */
uint32_t game_goals_next(struct game_goals *q);

/* Question g is answered. */
void game_goals_close(struct game_goals *q, uint32_t g);

/* Question g asks for a largest value, and the marking has the value that is
 * returned: from now on the question holds at larger values only. */
int64_t game_goals_raise(struct game_goals *q, uint32_t g);

#endif
