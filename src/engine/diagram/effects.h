/* effects.h - the transitions as changes of digits.
 *
 * A transition needs one value of each digit that it has arcs with, and leaves
 * another value or the same: if it puts a token into a digit and takes none,
 * the digit has no token before.  So a transition is a list of changes, from
 * the highest level down.  Ends of such lists are stored once.
 *
 *     {p1 p2} {p3}, t: p1 p3 > p2      level 2: 1 -> 2, then level 1: 1 -> 0
 *
 * These lists describe the steps of the net as long as no transition is enabled
 * that would put a token into a digit that keeps one, a risk (THEORY, Lemma
 * 111). */
#ifndef EFFECTS_H
#define EFFECTS_H

#include "base/hash.h"
#include "engine/diagram/digits.h"

/* A change, and those below it. */
struct effects_change {
    uint32_t level, from, to, next;
};

/* No change is left.  The number after it is no change either. */
#define EFFECTS_END 0u
#define EFFECTS_NONE UINT32_MAX

/* As `from`: any token. */
#define EFFECTS_SOME UINT32_MAX

struct effects {
    const struct digits *digits;
    VEC(struct effects_change) at;
    struct hash index;
};

/* The digits are borrowed. */
void effects_init(struct effects *changes, const struct digits *digits);
void effects_finish(struct effects *changes);

/* The first change of t or, with `back`, of the undoing of t.  EFFECTS_END if t
 * has no arcs; EFFECTS_NONE if t can never fire: it needs two places of a
 * digit, or is a risk wherever it is enabled. */
uint32_t effects_of(struct effects *changes, const struct net *net, trans_id t,
                    bool back);

/* The same for the markings at which t is enabled and a digit has a token that
 * t leaves there.  NONE: there are none, since t takes it. */
uint32_t effects_risk(struct effects *changes, const struct net *net,
                      trans_id t, uint32_t level);

static inline bool effects_allow(const struct effects_change *change,
                                 uint32_t value)
{
    return change->from == EFFECTS_SOME ? value != 0 : value == change->from;
}

#endif
