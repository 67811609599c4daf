/* candidates.h - few markings from which all terminal components are reached.
 *
 * Without some of its steps the net comes to rest from every marking
 * (influences.h), so each terminal component has a marking that enables these
 * steps alone: a candidate (THEORY, Theorem 148).  A solver finds them one by
 * one; where they are many, a diagram has them all; where that is large, too,
 * the families are divided by the value of an input.  A candidate is left out
 * if a run leads from it to another one that is not. */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "engine/symbolic/influences.h"

/* *fixed gets the reachable markings that enable nothing, *others candidates
 * from which all other terminal components are reached; they are kept. */
void candidates_find(const struct influences *influences, mdd_id *fixed,
                     mdd_id *others);

/* --- candidate_solver.c, candidate_sets.c, candidate_walks.c ----------------
 *
 * The same, of the families of the influences, but nothing is kept. */

/* One by one.  False: they are more than `most`, or too hard to find. */
bool candidate_solver_find(const struct influences *influences, uint32_t most,
                           mdd_id *fixed, mdd_id *others);

/* As a set. */
void candidate_sets_find(const struct influences *influences, mdd_id *fixed,
                         mdd_id *others);

/* Without candidates from which a walk leads to another one that is left, or to
 * a marking that enables nothing. */
mdd_id candidate_walks_drop(const struct influences *influences, mdd_id set);

#endif
