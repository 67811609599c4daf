/* outside.h - markings that are outside of a recovery proof (recoverable.h).
 * RECOVERABLE_HOLDS says that there is none. */
#ifndef OUTSIDE_H
#define OUTSIDE_H

#include "engine/recovery/recoverable.h"

/* Seeks markings outside that the structure allows, reachable or not, as long
 * as each has a way back. */
enum recoverable_verdict outside_guess(struct recoverable *r, uint64_t most);

/* Seeks reachable markings outside, by inductive clauses, until there is none;
 * after outside_guess(). */
enum recoverable_verdict outside_induce(struct recoverable *r, uint64_t most);

#endif
