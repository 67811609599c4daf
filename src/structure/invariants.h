/* invariants.h - a basis of the P-invariants of a net: weights of places, of
 * any sign, whose sum over the tokens no transition changes.
 *
 *     p* q r* | a: p > q | b: q r > p r      1 p + 1 q, and 1 r
 *
 * y is a P-invariant if y(pre(t)) = y(post(t)) for each transition t; then y *
 * M = y * m0 at every reachable marking M. elimination.h solves the equations,
 * and each place that it leaves free has a vector: the weights of the other
 * places follow from the weight of this place.  So the vectors are independent,
 * and if the basis is complete, each P-invariant is a combination of them
 * (THEORY, Lemma 84).  The work is bounded; vectors that would need more are
 * left out. */
#ifndef INVARIANTS_H
#define INVARIANTS_H

#include "net/net.h"
#include "structure/elimination.h"

struct invariants {
    VECS(formula_terms) vectors; /* not empty; by increasing place */
    bool complete;
    uint64_t work; /* terms looked at */
};

/* Fills invariants, which are empty, by looking at about `most` terms.  The
 * transitions in left_out (by number; NULL: none) may change the sums.  Factors
 * of a vector have no common divisor and are ELIMINATION_LARGEST at most. */
void invariants_find(const struct net *net, const bool *left_out, uint64_t most,
                     struct invariants *invariants);
void invariants_finish(struct invariants *invariants);

#endif
