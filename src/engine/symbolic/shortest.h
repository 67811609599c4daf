/* shortest.h - shortest runs into a set of reachable markings. */
#ifndef SHORTEST_H
#define SHORTEST_H

#include "engine/symbolic/sets.h"
#include "proof/witness.h"

/* Appends a shortest run from marking m, which is reachable, into `target`.
 * All its markings but the last one are in `within`.  False when the watch
 * stops the search, or when there is none. */
bool shortest_run(struct sets *sets, const bits_word *m, mdd_id target,
                  mdd_id within, witness_run *run);

/* Fires the first transition that leads from m into the set, and returns it;
 * TRANS_NONE: none does. */
trans_id shortest_step(struct sets *sets, bits_word *m, mdd_id set);

#endif
