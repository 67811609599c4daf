/* lasso_walk.h - walks in the product of a net and an automaton, for a run of
 * which a temporal formula holds.
 *
 * A walk is at a marking and at a state of the automaton.  It takes an edge
 * that reads what holds at the marking, and fires a transition; where no edge
 * can go on, it takes the transition back.  It remembers the hashes of its
 * markings.  It has found a run when
 *
 *     the state accepts every word          the run decides, however it goes on
 *     nothing is enabled                    the last letter repeats for ever
 *     the marking was met before            the steps since then repeat
 *
 * and the formula itself, evaluated on the letters, says so: the automaton only
 * guides.  Outside of the accepting components of the automaton the guide
 * (guide.h) aims at what an edge towards one of them reads.  Within such a
 * component the walk moves freely until it has taken edges of all acceptance
 * sets, and then tries to come back to the marking at which it began. */
#ifndef LASSO_WALK_H
#define LASSO_WALK_H

#include "base/keys.h"
#include "engine/watch.h"
#include "marking/guide.h"
#include "temporal/buchi.h"

/* A temporal question, as walks are guided by its automaton.  All zero: not
 * asked yet. */
struct lasso_walk_aim {
    const struct temporal *temporal;
    struct buchi *automaton; /* NULL: it is too large */
    uint32_t *distance;      /* by state: edges to an accepting component */
    uint64_t *changes;       /* temporal_changes() */
    uint64_t all_sets;       /* temporal_fair_sets() */
    VEC(struct formula *) negations; /* of the atoms */
};

/* The finding tells if the automaton is too large.  (lasso_aim.c) */
void lasso_aim_init(struct lasso_walk_aim *aim, const struct net *net,
                    const struct temporal *temporal, struct watch *watch,
                    struct answer_finding *finding);
void lasso_aim_finish(struct lasso_walk_aim *aim);

struct lasso_walk_step {
    uint64_t hash; /* of the marking */
    uint64_t sets; /* of the edge that leads on */
    uint32_t state;
};

struct lasso_walk {
    const struct net *net;
    struct watch *watch;
    struct token_game game;
    struct guide guide;
    struct dice dice;
    struct lasso_walk_aim *aims; /* by question; all zero: not asked yet */
    uint32_t n_aims;
    const struct lasso_walk_aim *aim;  /* of this walk */
    VEC(struct lasso_walk_step) steps; /* one more than the run has */
    VEC(uint64_t) letters;             /* the same */
    struct keys hashes;
    VEC(uint32_t) position; /* by hash: the step that met it first */
    uint32_t aimed;         /* steps since the guide has aimed */
    uint32_t reluctance;    /* one of so many steps takes the best edge */
    uint32_t dead_ends;
    uint64_t walking, evaluating, charged; /* work */
    uint64_t n_fired;

    /* In an accepting component: where to come back to. */
    uint32_t home;         /* a step; UINT32_MAX: none */
    uint32_t astray;       /* steps before that */
    uint32_t longest;      /* steps after which another home is better */
    uint64_t seen;         /* acceptance sets since then */
    struct goal home_goal; /* its marking */
    bits_word *home_marked;

    trans_id unsafe_trans; /* its firing is a second token on: */
    place_id unsafe_place; /* PLACE_NONE: none is found */
};

void lasso_walk_init(struct lasso_walk *walk, const struct net *net,
                     uint32_t n_goals, struct watch *watch);
void lasso_walk_finish(struct lasso_walk *walk);

/* A walk of at most `length` steps for question g, a GOAL_LASSO; its work
 * counts `times` times.  True when the finding has its run; otherwise
 * unsafe_place tells whether the walk has met a second token. */
bool lasso_walk_run(struct lasso_walk *walk, const struct goal *goal,
                    uint32_t g, uint64_t length, unsigned times,
                    struct dice dice, struct answer_finding *finding);

/* No walk for question g finds a run, since its automaton is too large. */
bool lasso_walk_refuses(const struct lasso_walk *walk, uint32_t g);

#endif
