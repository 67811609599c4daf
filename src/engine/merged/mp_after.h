/* mp_after.h - clauses that exclude all cycles of the causal order at once that
 * lead through the producers of the conditions of some places.
 *
 * Where a solution has a cycle, mp_cycles.h excludes this one.  A place whose
 * tokens are passed on in an order, as that of a mutex, is on a great many.
 * Such a place is followed: for each condition b of it there are variables "x
 * comes after the producer of b", for events x and for links, which the links
 * between events imply; and that producer does not come after itself (THEORY,
 * Lemma 138). */
#ifndef MP_AFTER_H
#define MP_AFTER_H

#include "base/keys.h"
#include "engine/merged/mp_ends.h"
#include "engine/merged/mp_solver.h"

struct mp_after {
    const struct mp_process *process;
    struct mp_solver *solver;
    mp_process_list events;        /* that are extended, */
    mp_solver_literals event_vars; /* and their variables */
    mp_process_list hits;  /* by place: cycles since the last one was followed,
                              through producers of its conditions */
    VEC(bool) is_followed; /* by place */
    VEC(bool) is_known;    /* by condition: it is one of */
    mp_process_list known; /* those of such places that events produce */
    struct keys keys;      /* of what comes after what, */
    mp_solver_literals vars; /* and the variables */
    mp_ends_list to, from;   /* scratch */
    bool checks;             /* --check 2: a few cycles suffice */
};

/* All outlive the struct. */
void mp_after_init(struct mp_after *after, const struct mp_process *process,
                   struct mp_solver *solver);
void mp_after_finish(struct mp_after *after);

/* Event e was extended and has this variable. */
void mp_after_extend(struct mp_after *after, uint32_t e, int var);

/* A solution had this cycle of n extended events.  A place that was on many of
 * them is followed. */
void mp_after_count(struct mp_after *after, const uint32_t *events, uint32_t n);

#endif
