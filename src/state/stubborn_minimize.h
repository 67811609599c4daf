/* stubborn_minimize.h - takes enabled members out of a closed set (THEORY,
 * Lemma 39).
 *
 * One member after the other is taken out, with everything that cannot stay
 * without it: an enabled member when one with which it is in mutual disabling
 * is gone, a disabled one that has no scapegoat left.  If this takes out what
 * the set is closed around, all of it comes back.  What remains is a closed set
 * from which no single enabled member can be taken out. */
#ifndef STUBBORN_MINIMIZE_H
#define STUBBORN_MINIMIZE_H

#include "state/stubborn_closure.h"

struct stubborn_minimize {
    const struct stubborn_closure *closure;
    uint32_t *options; /* by transition: places that may be its scapegoat */
    uint8_t *state;    /* by transition, see stubborn_minimize.c */
    bool *spoilt;      /* by place: a producer is gone */
    net_trans_list gone;
    net_place_list spoils;
    uint64_t n_dropped; /* members taken out, for good or not */
    uint32_t n_active;  /* enabled members that are left */
};

/* The closing outlives the struct. */
void stubborn_minimize_init(struct stubborn_minimize *minimize,
                            const struct stubborn_closure *closure);
void stubborn_minimize_finish(struct stubborn_minimize *minimize);

/* Of the set that was closed last: one enabled member at least stays,
 * and all producers or consumers of a place that is its reason. */
void stubborn_minimize_run(struct stubborn_minimize *minimize,
                           struct stubborn_closure_set *set);

#endif
