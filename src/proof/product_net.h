/* product_net.h - the product of a safe net and an automaton, as a safe net.
 *
 *     turn       read: an edge of the automaton comes next; step: a transition
 *     state q    one is marked
 *     level i    one is marked: 0 on the stem, then edges counted of the loop
 *     runs, dead one is marked
 *     not p      p is empty, where an edge asks for that
 *
 *     e from q to r     q, read -> r, step      reads a cube of the guard
 *     t: a -> b         a, step -> b, read      reads runs
 *     stop              runs -> dead            at level 0
 *     wait              step -> read            reads dead
 *
 * A run of the net that the automaton accepts is a run of the product.  At some
 * point it leaves level 0, by an edge of an acceptance set.  From there on only
 * what can be repeated for ever (recurrence.h) can be taken.  An edge of the
 * next set that is counted leads to the next level, and may be taken without
 * it. Behind the sets of the automaton comes one for each fair transition: to
 * the next level lead the transition itself, and an edge that also reads one of
 * the places without which it is not enabled as empty.  When all sets were met
 * rounds + 1 times, the last level is marked.
 *
 * So no run of the net is accepted if, for some number of rounds, no reachable
 * marking has the last level, and runs or a marking of the net that enables
 * nothing (THEORY, Theorem 98).  If there is none, and the guards are exact,
 * this is so for each number of rounds that is large enough. */
#ifndef PRODUCT_NET_H
#define PRODUCT_NET_H

#include "proof/net_product.h"
#include "proof/recurrence.h"

/* States and edges of an automaton that are handled, and edges of the product
 * with their levels. */
enum {
    PRODUCT_NET_STATES = 128,
    PRODUCT_NET_EDGES = 2048,
    PRODUCT_NET_COPIES = 1 << 20,
};

/* The places of the given net are the first ones.  False: it would be too
 * large. */
bool product_net_init(struct net_product *product, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const struct recurrence *recurrence, uint32_t rounds);
/* The same from the beginning, with the tableau as it is (tableau.h); what is
 * too large has no product. */
bool product_net_build(struct net_product *product, const struct net *net,
                       const struct temporal *temporal,
                       const struct case_proof_ranks *ranks, uint32_t rounds);

#endif
