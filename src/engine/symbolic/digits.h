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

#include "engine/symbolic/digit_order.h"
#include "structure/exclusive.h"

struct digits {
    uint32_t n_levels, n_places;
    uint32_t *level, *value; /* by place; values from 1 on */
    uint32_t *place_at;      /* by level: where its places begin */
    place_id *places;        /* by level and value; of several, the head */
    uint32_t *sizes;         /* by head: the places that are its value */
    uint32_t n_merged;       /* places that are no heads */
};

/* sets may be NULL. merges: do places share values where counting allows it
 * (agglomeration.h)?  Other questions need a value for each place. */
void digits_init(struct digits *digits, const struct net *net,
                 const struct exclusive *sets, enum digit_order order,
                 bool merges);
void digits_finish(struct digits *digits);

/* How many values a level has, with that for no token. */
static inline uint32_t digits_size(const struct digits *digits, uint32_t level)
{
    return digits->place_at[level + 1] - digits->place_at[level] + 1;
}

/* The place that a value, not 0, says is marked, or the head of several. */
static inline place_id digits_place(const struct digits *digits, uint32_t level,
                                    uint32_t value)
{
    return digits->places[digits->place_at[level] + value - 1];
}

/* How many places a value stands for, or 1 for no token. */
static inline uint32_t digits_places(const struct digits *digits,
                                     uint32_t level, uint32_t value)
{
    return value ? digits->sizes[digits_place(digits, level, value)] : 1;
}

/* The value of each level at marking m.  False: it marks two places of a digit,
 * so it is no word. */
bool digits_of(const struct digits *digits, const bits_word *m,
               uint32_t *values);

#endif
