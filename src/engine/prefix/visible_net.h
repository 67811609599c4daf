/* visible_net.h - the product of a net and an automaton in which the automaton
 * sees visible transitions alone.
 *
 *     turn       read: an edge of the automaton comes next; step: a visible
 *                transition
 *     state q    one is marked
 *     level i    one is marked, if there are several acceptance sets: set i is
 *                the next one that is counted
 *
 *     e from q to r     q, read -> r, step      reads a cube of the guard
 *     t: a -> b         a, step -> b, read      visible
 *     t: a -> b         a -> b                  others
 *
 * So the other transitions are concurrent with the automaton (THEORY, Theorem
 * 109).  Transitions that count are edges that go once round all acceptance
 * sets within an accepting component. */
#ifndef VISIBLE_NET_H
#define VISIBLE_NET_H

#include "base/lists.h"
#include "proof/net_product.h"

struct visible_net {
    struct net_product product; /* sought NULL */
    place_id read;
    place_id states; /* the first one */
    bool *counts;    /* by transition */
};

/* visible: by transition of the net. */
void visible_net_init(struct visible_net *visible_net, const struct net *net,
                      const struct buchi *buchi, const struct guards *guards,
                      const bool *visible);
void visible_net_finish(struct visible_net *visible_net);

/* The net from one of several markings on, given by their places, without its
 * visible transitions: `start` is marked, and transition edge_of i leads from
 * there to marking i.  At what is sought the given net enables nothing. */
void visible_net_tail(struct net_product *product, const struct net *net,
                      const bool *visible, const struct lists *markings);

#endif
