/* extract_proof.h - a finished family of cubes as a proof (proof.h).
 *
 * The sets that were explored are computed again, node by node: they depend on
 * the marking only, and keeping them would take more room than all the rest
 * of a search. */
#ifndef EXTRACT_PROOF_H
#define EXTRACT_PROOF_H

#include "answer/proof.h"
#include "engine/watch.h"
#include "state/interpolants.h"
#include "state/stubborn.h"

/* What the node numbered first rests on, that one included; no link of these
 * is stale, and each node was explored by stubborn_property() for the goal
 * that the sets are aimed at.  enabling is the one of the sets and is moved.
 * NULL when the watch says stop. */
struct proof *extract_proof_of(struct interpolants *interpolants,
                               uint32_t first, struct stubborn *sets,
                               struct enabled_set *enabled_set,
                               struct watch *watch);

#endif
