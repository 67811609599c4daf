/* stubborn_minimize.h - leaves enabled members out of a closed set.
 *
 * One after the other is taken out, with everything that can not stay without
 * it: an enabled member whose rival is gone, a disabled one that has no
 * scapegoat left.  If what is needed goes too, it all comes back.  What
 * remains is a closed set from which no single enabled member can be left
 * out: scapegoats are chosen by what is left of them, not one by one. */
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
