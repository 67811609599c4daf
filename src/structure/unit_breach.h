/* unit_breach.h - markings that are not unit-safe (units.h), where a file says
 * that all are.
 *
 * The file may be wrong, and then a marking that an engine meets shows it.
 * Only a transition that unit_safety_keep() does not accept can lead from a
 * unit-safe marking to one that is not, so only these transitions, the
 * suspects, are looked at. */
#ifndef UNIT_BREACH_H
#define UNIT_BREACH_H

#include "base/bits.h"
#include "net/net.h"
#include "net/units.h"

/* All zero: there is nothing to look for. */
struct unit_breach {
    const struct units *units;
    const struct net *net;
    bits_word *suspects; /* transitions */
    bits_word *after;    /* scratch: a marking */
};

/* Two marked places that exclude each other; the unit of p is around that of q,
 * or the same. */
struct unit_breach_found {
    place_id p, q;
};

/* `units` are the units of the net; NULL: nothing will be found. */
void unit_breach_init(struct unit_breach *breach, const struct units *units,
                      const struct net *net);
void unit_breach_finish(struct unit_breach *breach);

static inline bool unit_breach_suspects(const struct unit_breach *breach,
                                        trans_id t)
{
    return breach->units && bits_has(breach->suspects, t);
}

/* t, a suspect, has led from a unit-safe marking to m: is m not unit-safe? */
bool unit_breach_at(const struct unit_breach *breach, const bits_word *m,
                    trans_id t, struct unit_breach_found *found);

/* t can fire at m, without a second token: does it lead to a marking that is
 * not unit-safe, although m is? */
bool unit_breach_by(struct unit_breach *breach, const bits_word *m, trans_id t);

#endif
