/* digit_order.h - orders of the digits, in which those that a transition has
 * arcs with are near each other. */
#ifndef DIGIT_ORDER_H
#define DIGIT_ORDER_H

#include "net/net.h"

/* Orders that can be tried. */
enum digit_order {
    DIGIT_ORDER_CHEAPEST, /* the digits of a transition are near each other */
    DIGIT_ORDER_GIVEN,    /* backwards by units, or by the places in the file */
    DIGIT_ORDER_GREEDY,   /* transitions that are begun are ended soon */
    DIGIT_ORDERS
};

/* Fills rank, by digit, with the positions 0 to n - 1 of n digits.  digit_of:
 * by place, below n; the digits have their numbers by their first places.
 * Linear in the net, but for sorting. */
void digit_order_find(const struct net *net, const uint32_t *digit_of,
                      uint32_t n, enum digit_order order, uint32_t *rank);

#endif
