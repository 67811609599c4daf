/* outside.h - markings that are outside of a recovery proof (recoverable.h).
 * RECOVERABLE_HOLDS says that there is none. */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include "engine/recovery/recoverable.h"

/* Those that the structure allows, reachable or not, while there is a way back.
 */
enum recoverable_verdict outside_guess(struct recoverable *r, uint64_t most);

/* Reachable ones, by inductive clauses, until there is none; after a guess. */
enum recoverable_verdict outside_induce(struct recoverable *r, uint64_t most);

#endif
