/* recovery_search.h - the search for a recovery proof: on walks, then among the
 * markings that the structure allows and by inductive clauses (recoverable.h).
 * In this module RECOVERABLE_HOLDS says that the proof covers all markings met
 * so far. */
#ifndef RECOVERY_SEARCH_H
#define RECOVERY_SEARCH_H

#include "engine/recovery/recoverable.h"

/* Continues for about this much work. */
enum recoverable_verdict recovery_search_run(struct recoverable *r,
                                             uint64_t work);

#endif
