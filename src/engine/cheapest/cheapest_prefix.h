/* cheapest_prefix.h - a run of least cost that fires a transition, on a prefix
 * that grows in the order of costs.
 *
 * The cost of a configuration is what its events cost.  Cost, then size, then
 * another adequate order is an adequate order, whatever the costs are (THEORY,
 * Lemma 132).  Events come by cost and size, and cutoffs are decided by this
 * order.  So the first event of the transition has a past of least cost, and
 * if the prefix ends without one, no run fires the transition.
 *
 * Places that are read are not copied (contextual.h). */
#ifndef CHEAPEST_PREFIX_H
#define CHEAPEST_PREFIX_H

#include "engine/engine.h"
#include "engine/state/cheapest.h"

/* goal: of a transition.  dep: classic, read or none.  cost: by transition.
 * limits->most bounds the events.  found is all zero; the caller frees the run,
 * which is there only for CHEAPEST_FOUND. */
enum cheapest_verdict cheapest_prefix_find(
    const struct net *net, const struct dep *dep, const struct goal *goal,
    const uint32_t *cost, enum engine_order order,
    const struct cheapest_limits *limits, struct cheapest *found);

#endif
