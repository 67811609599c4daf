/* after_net.h - a net whose markings tell which transition has fired before.
 *
 * Beside the nodes of a net it has a place `before`, marked initially, and for
 * each transition t of the input a place `after t`.  Each transition has a
 * second copy, which also takes the token of `before` and puts it on `after t`:
 *
 *     before ---> t, second copy ---> after t
 *
 * So one firing of a run is chosen, and a marking with `after t` is what a run
 * reaches some time after t has fired (THEORY, Lemma 106).  Nodes have names of
 * their own. */
#ifndef AFTER_NET_H
#define AFTER_NET_H

#include "net/net.h"

/* Transition t keeps its number; its second copy is number t +
 * net_trans_count(net). net_has_steps(net) must be false.  The caller destroys
 * the result. */
struct net *after_net(const struct net *net);

#endif
