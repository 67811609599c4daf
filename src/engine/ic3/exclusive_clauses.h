/* exclusive_clauses.h - sets of places that exclude each other, as clauses and
 * as combinations.
 *
 * A set of n places has n(n - 1)/2 clauses of two literals (frames.h).  Large
 * sets have none, and all together have a million at most. */
#ifndef EXCLUSIVE_CLAUSES_H
#define EXCLUSIVE_CLAUSES_H

#include "engine/engine.h"

/* Calls add for each clause, once: some place of the pair is empty.  set: one
 * of the sets that have both.  All places are less than n_places. */
void exclusive_clauses_visit(
    const struct exclusive *exclusive, uint32_t n_places,
    void (*add)(void *self, const int clause[2], uint32_t set), void *self);

/* Appends the sets of the problem and those of semiflows.  For a proof, only
 * sets of which a combination shows that they exclude each other: no transition
 * adds to their tokens, or a vector shows them, if by_vectors. */
void exclusive_clauses_find(const struct engine_problem *problem,
                            bool by_vectors, struct exclusive *found);

/* Appends the sets that are marked traps: some place of each is always marked.
 */
void exclusive_clauses_add_traps(const struct net *net,
                                 const struct exclusive *exclusive,
                                 struct farkas_traps *traps);

/* Fills *farkas with the combination of a set for a proof, for a clause. */
void exclusive_clauses_reason(const struct exclusive *certified, uint32_t set,
                              const int clause[2], struct farkas *farkas);

#endif
