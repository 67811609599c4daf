/* stubborn_minimize.h - removes enabled members from a closed set (THEORY,
 * Lemma 39).
 *
 * Each enabled member in turn is removed, with all members that cannot stay
 * without it: the enabled members with which it is in mutual disabling, and the
 * disabled members that have no scapegoat left.  If one of them is needed, all
 * of them return.  What remains is a closed set from which no single enabled
 * member can be removed in this way. */
#ifndef STUBBORN_MINIMIZE_H
#define STUBBORN_MINIMIZE_H

#include "engine/state/stubborn_closure.h"

struct stubborn_minimize {
    const struct stubborn_closure *closure;
    uint8_t *state;         /* by transition, see stubborn_minimize.c */
    uint32_t *n_scapegoats; /* by transition: places that may become one */
    bool *is_excluded;      /* by place: one of its producers was removed */
    net_trans_list removed;
    net_place_list excluded;
    uint64_t n_removed; /* members removed, including members that returned */
    uint64_t n_looked;  /* transitions looked at for that */
    uint32_t n_active;  /* enabled members that are left */
};

/* The closure outlives the struct. */
void stubborn_minimize_init(struct stubborn_minimize *minimize,
                            const struct stubborn_closure *closure);
void stubborn_minimize_finish(struct stubborn_minimize *minimize);

/* For the set that was closed last.  At least one enabled member stays.  The
 * members that closure->n_required counts stay, too. */
void stubborn_minimize_run(struct stubborn_minimize *minimize,
                           struct stubborn_closure_set *set);

#endif
