/* stamp.h - sets of small numbers that become empty at no cost.
 *
 * Every number has a stamp, and every round has stamps of its own: a number is
 * in the set of this round when it has a stamp of this round.  To start a round
 * empties the set without a look at its members.
 *
 *     struct stamp seen = {0};
 *
 *     stamp_fit(&seen, n);          numbers below n may be in the set
 *     stamp_start(&seen);           {}
 *     stamp_add(&seen, 5);          {5}
 *     stamp_has(&seen, 5)           true
 *     stamp_start(&seen);           {} again
 *
 * A round may tell its members apart by colours, 0 to k - 1:
 *
 *     stamp_start_colours(&seen, 3);
 *     stamp_paint(&seen, 7, 2);     in the set, and of colour 2
 *
 * Stamps grow from round to round.  Before they would exceed 32 bits, a round
 * wipes those of all numbers and begins with 1 again: once in 2^32 colours.
 *
 * All zero is a valid set, of no numbers; there must be a round before numbers
 * are looked up. */
#ifndef STAMP_H
#define STAMP_H

#include "base/vec.h"

#include <stdbool.h>

struct stamp {
    VEC(uint32_t) at; /* by number; 0: in no round yet */
    uint32_t now;     /* of colour 0 in this round */
    uint32_t last;    /* the largest that a round has had so far */
};

void stamp_finish(struct stamp *stamp);

/* What the two functions below leave to this file: more numbers, which are in
 * no set, and stamps that begin with 1 again. */
void stamp_grow(struct stamp *stamp, uint32_t n);
void stamp_wipe(struct stamp *stamp);

/* Room for the numbers below n; those that are in the set stay in it. */
static inline void stamp_fit(struct stamp *stamp, uint32_t n)
{
    if (stamp->at.len < n)
        stamp_grow(stamp, n);
}

static inline void stamp_start_colours(struct stamp *stamp, uint32_t n_colours)
{
    if (stamp->last > UINT32_MAX - n_colours)
        stamp_wipe(stamp);
    stamp->now = stamp->last + 1;
    stamp->last += n_colours;
}

static inline void stamp_start(struct stamp *stamp)
{
    stamp_start_colours(stamp, 1);
}

static inline bool stamp_has(const struct stamp *stamp, uint32_t i)
{
    ASSERT(i < stamp->at.len && stamp->now > 0);
    return stamp->at.at[i] >= stamp->now;
}

/* The colour of i; a number that is none of the round's colours when i is not
 * in the set. */
static inline uint32_t stamp_colour(const struct stamp *stamp, uint32_t i)
{
    return stamp->at.at[i] - stamp->now;
}

/* Is i a member of that colour? */
static inline bool stamp_is(const struct stamp *stamp, uint32_t i,
                            uint32_t colour)
{
    ASSERT(i < stamp->at.len && colour <= stamp->last - stamp->now);
    return stamp->at.at[i] == stamp->now + colour;
}

/* Adds i, or gives a member another colour. */
static inline void stamp_paint(struct stamp *stamp, uint32_t i, uint32_t colour)
{
    ASSERT(i < stamp->at.len && colour <= stamp->last - stamp->now);
    stamp->at.at[i] = stamp->now + colour;
}

/* The same with colour 0. */
static inline void stamp_add(struct stamp *stamp, uint32_t i)
{
    stamp->at.at[i] = stamp->now;
}

static inline void stamp_remove(struct stamp *stamp, uint32_t i)
{
    stamp->at.at[i] = 0;
}

#endif
