/* cheapest.h - a run of least cost to a marking that answers a question.
 *
 * Best-first search (A*) of the reachable markings: the search takes the
 * marking whose cost so far, plus a lower bound of the rest by the state
 * equation (cost_bound.h), is least.  It solves a linear program for this
 * marking, unless the marking is on the way that the solution for an earlier
 * marking describes.  Stubborn sets (stubborn.h) say which transitions suffice
 * at a marking (THEORY, Theorem 116).  cheapest_prefix.c searches a prefix. */
#ifndef CHEAPEST_H
#define CHEAPEST_H

#include "base/stop.h"
#include "engine/engine.h"
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
 * scope: NULL when GLPK is not installed.  found is all zero; the caller frees
 * the run. */
enum cheapest_verdict
cheapest_find(const struct net *net, const struct goal *goal,
              const uint32_t *cost, const struct lp_scope *scope,
              const struct cheapest_limits *limits, struct cheapest *found);

/* --- cheapest_prefix.c - a run of least cost that fires a transition, on a
 * prefix that grows in the order of costs.
 *
 * The cost of a configuration is what its events cost.  Cost, then size, then
 * another adequate order is an adequate order, whatever the costs are (THEORY,
 * Lemma 132).  Events come by cost and size, and cutoffs are decided by this
 * order.  So the first event of the transition has a past of least cost, and
 * if the prefix ends without one, no run fires the transition.
 *
 * Places that are read are not copied (contextual.h). */

/* goal: of a transition.  dep: classic, read or none.  limits->most bounds the
 * events.  The run is there only for CHEAPEST_FOUND. */
enum cheapest_verdict cheapest_prefix_find(
    const struct net *net, const struct dep *dep, const struct goal *goal,
    const uint32_t *cost, enum engine_order order,
    const struct cheapest_limits *limits, struct cheapest *found);

#endif
