/* cheapest.h - a run of least cost to a marking that answers a question.
 *
 * Best-first search (A*) of the reachable markings: next comes the marking with
 * the least sum of what the best known run to it costs and what the state
 * equation says that the rest costs at least (cost_bound.h).  A program is
 * solved for a marking when its turn comes, unless it lies on the way that the
 * solution for an earlier marking goes.  Stubborn sets (stubborn.h) say which
 * transitions suffice at a marking (THEORY, Theorem 116). */
#ifndef CHEAPEST_H
#define CHEAPEST_H

#include "proof/witness.h"
#include "structure/lp.h"

/* When to give up: asked at intervals. */
struct cheapest_limits {
    bool (*stop)(void *self);
    void *self;
    uint32_t most; /* markings */
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
    uint64_t n_programs;
};

/* goal: of a transition, or with a formula.  cost: by transition.  scope: NULL
 * when GLPK is not installed.  found is all zero; the caller frees the run. */
enum cheapest_verdict
cheapest_find(const struct net *net, const struct goal *goal,
              const uint32_t *cost, const struct lp_scope *scope,
              const struct cheapest_limits *limits, struct cheapest *found);

#endif
