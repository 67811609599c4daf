/* exclusive_clauses.h - sets of places that exclude each other, as clauses and
 * as combinations.
 *
 * A set of n places has n(n - 1)/2 clauses of two literals (frames.h).  Large
 * sets have none, and all together have a million at most. */
#ifndef EXCLUSIVE_CLAUSES_H
#define EXCLUSIVE_CLAUSES_H

#include "engine/engine.h"

/* Calls add for each pair, once, with one of the sets that have both places:
 * some place of the pair is empty.  All places are less than n_places. */
void exclusive_clauses_visit(
    const struct exclusive *exclusive, uint32_t n_places,
    void (*add)(void *self, struct exclusive_pair pair), void *self);

/* Appends the sets of the problem and those of semiflows.  For a proof, only
 * sets of which a combination shows that they exclude each other: no transition
 * adds to their tokens, or a vector shows them, if by_vectors. */
void exclusive_clauses_find(const struct engine_problem *problem,
                            bool by_vectors, struct exclusive *found);

/* Appends those that are marked traps: some place of each is always marked. */
void exclusive_clauses_add_traps(const struct net *net,
                                 const struct exclusive *exclusive,
                                 net_place_lists *traps);

/* Fills *farkas with the combination of a pair for a proof. */
void exclusive_clauses_reason(const struct exclusive *certified,
                              struct exclusive_pair pair,
                              struct farkas *farkas);

#endif
