/* cheapest.h - a run of least cost to a marking that answers a question.
 *
 * Best-first search (A*) of the reachable markings: the search takes the
 * marking whose cost so far, plus a lower bound of the rest by the state
 * equation (cost_bound.h), is least.  It solves a linear program for this
 * marking, unless the marking is on the way that the solution for an earlier
 * marking describes.  Stubborn sets (stubborn.h) say which transitions suffice
 * at a marking (THEORY, Theorem 116). */
#ifndef CHEAPEST_H
#define CHEAPEST_H

#include "base/stop.h"
#include "proof/witness.h"
#include "structure/lp.h"

/* When to give up. */
struct cheapest_limits {
    const struct stop *stop; /* asked at intervals */
    uint32_t most;           /* markings */
};

enum cheapest_verdict {
    CHEAPEST_FOUND,
    CHEAPEST_NONE, /* no such marking is reachable */
    CHEAPEST_LIMIT,
    CHEAPEST_UNSAFE, /* `unsafe` puts a second token at the end of the run */
};

struct cheapest {
    witness_run run; /* of a transition: with it as its last step */
    uint64_t cost;
    trans_id unsafe;
};

/* goal: a GOAL_TRANSITION, or a goal with a formula. cost: by transition.
 * scope: NULL when GLPK is not installed. found is all zero; the caller frees
 * the run. */
enum cheapest_verdict
cheapest_find(const struct net *net, const struct goal *goal,
              const uint32_t *cost, const struct lp_scope *scope,
              const struct cheapest_limits *limits, struct cheapest *found);

#endif
