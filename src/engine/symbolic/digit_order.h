/* digit_order.h - orders of the digits, in which the digits of a transition are
 * near each other. */
#ifndef DIGIT_ORDER_H
#define DIGIT_ORDER_H

#include "net/net.h"

/* Orders that can be tried. */
enum digit_order {
    DIGIT_ORDER_CHEAPEST, /* the digits of a transition are near each other */
    DIGIT_ORDER_GIVEN,    /* backwards by units, or by the places in the file */
    DIGIT_ORDER_GREEDY, /* few transitions have digits both before and behind a
                           position */
    DIGIT_ORDERS
};

/* Fills rank, by digit, with the positions 0 to n - 1 of n digits. digit_of: by
 * place, below n; digits are numbered in the order of their first places.
 * Takes linear time, apart from sorting. */
void digit_order_find(const struct net *net, const uint32_t *digit_of,
                      uint32_t n, enum digit_order order, uint32_t *rank);

#endif
