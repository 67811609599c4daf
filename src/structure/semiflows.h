/* semiflows.h - P-semiflows: P-invariants (invariants.h) whose weights are not
 * negative, as vectors of weights (weights.h).
 *
 *     1 p + 1 q - 1 r  and  1 r + 1 s     together  1 p + 1 q + 1 s
 *
 * Vectors of a basis without negative weights are semiflows as they are.  Of
 * the others, and of their opposites, negative weights are cancelled one after
 * another by adding multiples of semiflows that are known; what needs many
 * steps is given up.  So not all semiflows are found, of which a net may have
 * exponentially many. */
#ifndef SEMIFLOWS_H
#define SEMIFLOWS_H

#include "proof/weights.h"

/* Appends semiflows to the weights, by looking at about `most` terms; returns
 * the number of terms.  Transitions that are known to be dead may change them;
 * dead, by transition, may be NULL.  So may transitions that only consume: they
 * never increase the weights, so each vector is right (THEORY, Lemma 85). */
uint64_t semiflows_find(const struct net *net, const bool *dead, uint64_t most,
                        struct weights *weights);

#endif
