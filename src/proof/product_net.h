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
 * edges and transitions that can be repeated for ever (recurrence.h) can be
 * taken.  An edge of the set that is counted next leads to the next level, or
 * leaves the level as it is.  The sets of the automaton are followed by one for
 * each fair transition: the transition itself leads to the next level, and so
 * does an edge that also finds a place empty that the transition needs.  When
 * all sets were met rounds + 1 times, the last level is marked.
 *
 * So no run of the net is accepted if, for some number of rounds, no reachable
 * marking has the last level, and runs or a marking of the net that enables
 * nothing (THEORY, Theorem 98).  If there is none, and the guards are exact,
 * this is so for each number of rounds that is large enough. */
#ifndef PRODUCT_NET_H
#define PRODUCT_NET_H

#include "proof/net_product.h"
#include "proof/recurrence.h"

/* The largest automaton that is handled, and the most edges of the product,
 * counted once for each level. */
enum {
    PRODUCT_NET_STATES = 128,
    PRODUCT_NET_EDGES = 2048,
    PRODUCT_NET_COPIES = 1 << 20,
};

/* The places of the given net come first.  False: the product would be too
 * large. */
bool product_net_init(struct net_product *product, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const struct recurrence *recurrence, uint32_t rounds);
/* The same from the formula, with the tableau as it is (tableau_plain()).
 * False: the tableau or the product would be too large. */
bool product_net_build(struct net_product *product, const struct net *net,
                       const struct temporal *temporal,
                       const case_proof_ranks *ranks, uint32_t rounds);

#endif
