/* exclusions.h - sets of places that exclude each other, as clauses and as
 * combinations.
 *
 * A set of n places has n(n - 1)/2 clauses of two literals (frames.h).  Large
 * sets have none, and all together have a million at most. */
#ifndef EXCLUSIONS_H
#define EXCLUSIONS_H

#include "answer/farkas.h"
#include "net/exclusive.h"

/* Calls add for each clause: some place of the pair is empty. */
void exclusions_visit(const struct exclusive *exclusive,
                      void (*add)(void *self, const int clause[2],
                                  uint32_t set),
                      void *self);

/* Appends the sets of which a combination shows that they exclude each other:
 * no transition adds to their tokens. */
void exclusions_certify(const struct net *net,
                        const struct exclusive *exclusive,
                        struct exclusive *certified);

/* Fills *farkas with the combination of such a set for a clause. */
void exclusions_reason(const struct exclusive *certified, uint32_t set,
                       const int clause[2], struct farkas *farkas);

#endif
