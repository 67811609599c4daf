/* distances.h - shortest runs into many sets of reachable markings.
 *
 * The sets of markings at each distance from the initial marking are found
 * once, for all target sets.  For a single target set backward steps take less
 * time, see shortest.h. */
#ifndef DISTANCES_H
#define DISTANCES_H

#include "engine/symbolic/sets.h"
#include "proof/witness.h"

/* Hears of a run into set k; takes the run. */
typedef void distances_listener(void *self, uint32_t k, witness_run *run);

/* Tells of a shortest run from the initial marking into each of n sets of
 * reachable markings, none of which is empty, by increasing length.  at: where
 * in the diagram's `kept` the sets are.  Ends early when the watch stops it. */
void distances_find(struct sets *sets, const uint32_t *at, uint32_t n,
                    void *self, distances_listener *found);

#endif
