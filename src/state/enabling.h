/* enabling.h - a marking that moves, and what it enables.
 *
 * Keeps for each transition how many of its pre and read are unmarked, so
 * that "is t enabled" and "what is enabled" cost nothing.  A move costs the
 * arcs of the places that change. */
#ifndef ENABLING_H
#define ENABLING_H

#include "base/bits.h"
#include "net/net.h"

struct enabling {
    const struct net *net;
    uint32_t words;     /* of a marking, at least 1 */
    bits_word *marking; /* where it stands */
    uint32_t *missing;  /* by transition: unmarked places of pre and read */
    bits_word *enabled; /* transitions */
    uint32_t *sources;  /* by place: enabled producers */
    uint32_t n_enabled;
};

/* Stands on the empty marking. */
void enabling_init(struct enabling *enabling, const struct net *net);
void enabling_finish(struct enabling *enabling);

/* To marking m of enabling->words words. */
void enabling_move(struct enabling *enabling, const bits_word *m);

static inline bool enabling_has(const struct enabling *enabling, trans_id t)
{
    return enabling->missing[t] == 0;
}

static inline bool enabling_marks(const struct enabling *enabling, place_id p)
{
    return bits_has(enabling->marking, p);
}

/* The least enabled transition from t on, or TRANS_NONE. */
trans_id enabling_next(const struct enabling *enabling, trans_id t);

/* Aborts if an invariant is broken. */
void enabling_check(const struct enabling *enabling);

#endif
