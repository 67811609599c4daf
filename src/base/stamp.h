/* stamp.h - sets of small numbers that can be emptied in constant time.
 *
 * Every number has a stamp, and every round has its own stamps: a number is in
 * the set of this round when it has a stamp of this round.  Starting a round
 * empties the set without visiting its members.
 *
 *     struct stamp seen = {0};
 *
 *     stamp_fit(&seen, n);          numbers below n may be in the set
 *     stamp_start(&seen);           {}
 *     stamp_add(&seen, 5);          {5}
 *     stamp_has(&seen, 5)           true
 *     stamp_start(&seen);           {} again
 *
 * A round may distinguish its members by colours, 0 to k - 1:
 *
 *     stamp_start_colours(&seen, 3);
 *     stamp_paint(&seen, 7, 2);     in the set, and of colour 2
 *
 * Stamps grow from round to round.  Before they would exceed 32 bits, a round
 * resets all numbers and begins with 1 again: once in 2^32 colours.
 *
 * All zero is a valid set for no numbers.  Start a round before looking up
 * numbers. */
#ifndef STAMP_H
#define STAMP_H

#include "base/vec.h"

#include <stdbool.h>

struct stamp {
    VEC(uint32_t) at; /* by number; 0: in no round yet */
    uint32_t now;     /* of colour 0 in this round */
    uint32_t last;    /* the largest of all rounds so far */
    bool is_fresh;    /* only stamp_refit() has let the array grow */
};

void stamp_finish(struct stamp *stamp);

/* The rare cases of the functions below: stamp_grow() adds numbers,
 * stamp_renew() does so and empties the set, stamp_wipe() resets all stamps. */
void stamp_grow(struct stamp *stamp, uint32_t n);
void stamp_renew(struct stamp *stamp, uint32_t n);
void stamp_wipe(struct stamp *stamp);

/* Makes room for the numbers below n; the set stays the same. */
static inline void stamp_fit(struct stamp *stamp, uint32_t n)
{
    if (stamp->at.len < n)
        stamp_grow(stamp, n);
}

/* The same before a round starts: the set may be lost.  The array is not
 * written, so that the system gives memory only for the numbers that are ever
 * in a set; when the array grows, this memory is given back. */
static inline void stamp_refit(struct stamp *stamp, uint32_t n)
{
    if (stamp->at.len < n)
        stamp_renew(stamp, n);
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

/* The colour of a member; for other numbers none of the round's colours. */
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

/* Adds i, or changes the colour of a member. */
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
