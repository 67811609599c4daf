/* rule_dead.h - nodes that no run of a safe net uses, and places that never
 * change.
 *
 * Each function takes at most one step, or one for each transition, and tells
 * whether it did. */
#ifndef RULE_DEAD_H
#define RULE_DEAD_H

#include "reduce/reducer.h"

/* Transitions with a net_overflow(). */
bool rule_dead_overflow(struct reducer *r);

/* All places that are never marked. */
bool rule_dead_places(struct reducer *r);

/* The place p, if it is one of them by itself. */
bool rule_dead_place(struct reducer *r, place_id p);

/* The place p, if it keeps its token. */
bool rule_dead_constant(struct reducer *r, place_id p);

#endif
