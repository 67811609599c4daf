/* dot_circles.h - which conditions share a circle of a drawing.
 *
 * Conditions of several histories of one event that are the same condition
 * (histories.h) share a circle.  But the histories may lie on both sides of a
 * user of the condition:
 *
 *     w1 -> c1 -> r2 -> w2 -> c2 -> r1 -> w1' -> c1
 *
 * where w1' is w1 after r1.  With one circle for c1 the drawing has a cycle,
 * and an arrow upwards.  So conditions share a circle only if it fits between
 * the producers and the users of all of them (Lemma 88).  A condition has as
 * few circles as this allows. */
#ifndef DOT_CIRCLES_H
#define DOT_CIRCLES_H

#include "occurrence/histories.h"

/* By condition: the first condition in the same circle.  For mem_free(). */
uint32_t *dot_circles_find(const struct prefix *prefix,
                           const struct histories *histories);

#endif
