/* parikh.h - walks along a solution of the state equation.
 *
 * A solution x says how often each transition fires on the way to a marking,
 * but neither in which order, nor whether places that are read are marked.  A
 * walk fires transitions that x still owes, by chance among the enabled ones.
 * When no owed transition is enabled, it aims at one (guide.h) and makes a
 * detour.
 *
 *     x = a, b, c       run: b, then c is not enabled, a, c */
#ifndef PARIKH_H
#define PARIKH_H

#include "engine/watch.h"
#include "marking/game_goals.h"
#include "marking/guide.h"
#include "structure/lp.h"

enum parikh_verdict {
    PARIKH_NOT_FOUND,
    PARIKH_FOUND,  /* the run of the game answers the question */
    PARIKH_UNSAFE, /* trans puts a second token on place behind that run */
};

/* How often a transition fires in the solution. */
struct parikh_firings {
    trans_id trans;
    uint32_t n;
};

struct parikh {
    const struct net *net;
    struct watch *watch;
    struct token_game game;
    struct guide guide;
    struct dice dice;
    uint32_t *owed; /* by transition: how often it is still to fire */
    VEC(struct parikh_firings) counted;
    net_trans_list ready; /* owed, and enabled when they were added */
    uint64_t n_owed;
    bool found; /* the question holds at the marking of the game */
    trans_id trans;
    place_id place;
};

void parikh_init(struct parikh *parikh, const struct net *net,
                 struct watch *watch, uint64_t seed);
void parikh_finish(struct parikh *parikh); /* all zero: does nothing */

/* Takes the solution of a program that has a column for each transition before
 * all others: how often it fires, which is rounded up.  Returns the sum. */
double parikh_take(struct parikh *parikh, const struct lp_program *program);

/* Some walks along the solution, towards a question about a single marking. */
enum parikh_verdict parikh_walk(struct parikh *parikh, const struct goal *goal);

#endif
