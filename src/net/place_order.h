/* place_order.h - an order of the places of a net in which the places of a
 * transition are close together.
 *
 * The search goes breadth first from the marked places, over the transitions
 * that join places.  It takes linear time, and does not depend on the order of
 * the places in the file. */
#ifndef PLACE_ORDER_H
#define PLACE_ORDER_H

#include "net/net.h"

/* Fills rank with the position of each place in that order: a permutation of 0
 * to net_place_count() - 1. */
void place_order_find(const struct net *net, uint32_t *rank);

#endif
