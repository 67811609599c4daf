/* digits.h - a marking as a word of digits.
 *
 * A digit is a set of places that exclude each other; its value says which of
 * them is marked, or none.  Each place is in one digit.  The digits are ordered
 * such that digits which a transition changes together are near each other;
 * level 1 is the lowest.
 *
 *     {p1 p2 p3} {p4}     marking p2 p4: values 2 1; no token: 0 0 */
#ifndef DIGITS_H
#define DIGITS_H

#include "structure/exclusive.h"

/* Orders that can be tried. */
enum digits_order {
    DIGIT_ORDER_CHEAPEST, /* the digits of a transition are near each other */
    DIGIT_ORDER_GIVEN,    /* backwards by units, or by the places in the file */
    DIGIT_ORDER_GREEDY, /* few transitions have digits both before and behind a
                           position */
    DIGIT_ORDERS
};

struct digits {
    uint32_t n_levels, n_places;
    uint32_t *level, *value; /* by place; values from 1 on */
    uint32_t *word;          /* of digits_of() */
    struct relation places;  /* of a level, by value; of several, the head */
    uint32_t *sizes;         /* by head: the places that are its value */
    uint32_t n_merged;       /* places that are no heads */
};

/* sets may be NULL. merges: do places share values where counting allows it
 * (below)?  Other questions need a value for each place. */
void digits_init(struct digits *digits, const struct net *net,
                 const struct exclusive *sets, enum digits_order order,
                 bool merges);
void digits_finish(struct digits *digits);

/* How many values a level has, with that for no token. */
static inline uint32_t digits_size(const struct digits *digits, uint32_t level)
{
    return digits->places.start[level + 1] - digits->places.start[level] + 1;
}

/* The place that a value, not 0, says is marked, or the head of several. */
static inline place_id digits_place(const struct digits *digits, uint32_t level,
                                    uint32_t value)
{
    return digits->places.at[digits->places.start[level] + value - 1];
}

/* How many places a value stands for, or 1 for no token. */
static inline uint32_t digits_places(const struct digits *digits,
                                     uint32_t level, uint32_t value)
{
    return value ? digits->sizes[digits_place(digits, level, value)] : 1;
}

/* The value of each level at marking m, until the next call.  NULL: it marks
 * two places of a digit, so it is no word. */
const uint32_t *digits_of(const struct digits *digits, const bits_word *m);

/* --- digit_order.c -------------------------------------------------------- */

/* Fills rank, by digit, with the positions 0 to n - 1 of n digits. digit_of: by
 * place, below n; digits are numbered in the order of their first places.
 * Takes linear time, apart from sorting. */
void digit_order_find(const struct net *net, const uint32_t *digit_of,
                      uint32_t n, enum digits_order order, uint32_t *rank);

/* --- agglomeration.c: places that share a value, when markings are counted -
 *
 * Some places of a digit get tokens only by transitions with one input and one
 * output, from one of these places, the head: a token on the head can go to
 * each of them, whatever else happens.  So they share a value of the digit,
 * which counts once for each of its places (THEORY, Lemma 133). */

/* Fills head, by place: the head of its places, or the place itself when it
 * stays alone.  digit_of: by place.  Linear in the net. */
void agglomeration_find(const struct net *net, const uint32_t *digit_of,
                        place_id *head);

#endif
