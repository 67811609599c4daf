/* candidates.h - few markings from which all terminal components are reached.
 *
 * Without some of its steps the net comes to rest from every marking
 * (influences.h), so each terminal component has a marking that enables these
 * steps alone: a candidate (THEORY, Theorem 148).  A solver finds them one by
 * one; where they are many, a diagram has them all.  A run from each goes on
 * for a while, as it stays in its terminal component. */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "engine/symbolic/families.h"

/* *fixed gets the reachable markings that enable nothing, *ends others from
 * which all other terminal components are reached; they are kept.  False, if
 * the net is not one of influences.h. */
bool candidates_find(const struct families *families, mdd_id *fixed,
                     mdd_id *ends);

#endif
