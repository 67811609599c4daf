/* extract_proof.h - the cubes of a finished search as a proof (proof.h).
 *
 * The stubborn sets of the nodes are computed again.  They depend on the
 * marking only, and storing them would need more memory than the rest of the
 * search. */
#ifndef EXTRACT_PROOF_H
#define EXTRACT_PROOF_H

#include "engine/state/interpolants.h"
#include "engine/state/stubborn.h"
#include "engine/watch.h"
#include "proof/proof.h"

/* The cubes of the node `first` and of all nodes that its links lead to,
 * directly or not.  No link is stale, and each node was explored by
 * stubborn_property() for the goal of the sets.  enabled_set is that of the
 * sets and is moved.  NULL when the watch stops the run. */
struct proof *extract_proof_of(struct interpolants *interpolants,
                               uint32_t first, struct stubborn *sets,
                               struct enabled_set *enabled_set,
                               struct watch *watch);

#endif
