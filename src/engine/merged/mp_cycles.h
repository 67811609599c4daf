/* mp_cycles.h - what excludes cycles of the causal order, as clauses.
 *
 * A cycle x1, x2, ..., xk, x1 is a chain of links, by conditions:
 *
 *     x produces b, y uses b;  x reads b, y consumes b;
 *     x consumes p/k, y produces p/k+1
 *
 * So xi is some event that links one condition with another one, and the clause
 * is not about xi but about all such events: there is a variable for a pair of
 * link ends which each event that has them implies.  The clause holds for ever,
 * as an event that is extended later implies the variables, too (THEORY, Lemma
 * 128).  When all links are of the last kind, the clause names events: one
 * event alone could have all those ends.
 *
 * A place whose tokens are passed on in an order, as that of a mutex, is on a
 * great many cycles.  Such a place is followed: for each condition b of it
 * there are variables "x comes after the producer of b", for events x and for
 * links, which the links between events imply; and that producer does not come
 * after itself (THEORY, Lemma 138). */
#ifndef MP_CYCLES_H
#define MP_CYCLES_H

#include "base/keys.h"
#include "engine/merged/mp_process.h"
#include "engine/merged/mp_solver.h"

/* An end of a link: what the first event does, and the condition; where it
 * consumes p/k, p/k+1 for the event that follows. */
struct mp_cycles_end {
    uint32_t how, condition;
};

typedef VEC(struct mp_cycles_end) mp_cycles_ends;

struct mp_cycles {
    const struct mp_process *process;
    struct mp_solver *solver;
    const mp_process_list *events;   /* that are extended, */
    const mp_solver_literals *event; /* and by event its variable */
    struct keys pairs;               /* of link ends, */
    mp_solver_literals pair_vars;    /* and their variables */
    mp_process_list hits;  /* by place: cycles since the last one was followed,
                              through producers of its conditions */
    VEC(bool) is_followed; /* by place */
    VEC(bool) is_known;    /* by condition: it is one of */
    mp_process_list known; /* those of such places that events produce */
    struct keys after;     /* what comes after what, */
    mp_solver_literals after_vars; /* and the variables */
    mp_cycles_ends to, from;       /* scratch */
    bool checks;                   /* --check 2: a few cycles suffice */
};

/* All of these outlive the struct. */
void mp_cycles_init(struct mp_cycles *cycles, const struct mp_process *process,
                    struct mp_solver *solver, const mp_process_list *events,
                    const mp_solver_literals *event);
void mp_cycles_finish(struct mp_cycles *cycles);

/* Event e was extended, the last one. */
void mp_cycles_extend(struct mp_cycles *cycles, uint32_t e);

/* A solution had this cycle of n extended events, each of which precedes the
 * next one: excludes it.  A place that was on many of them is followed. */
void mp_cycles_exclude(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n);

#endif
