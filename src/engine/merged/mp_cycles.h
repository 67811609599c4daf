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
 * event alone could have all those ends. */
#ifndef MP_CYCLES_H
#define MP_CYCLES_H

#include "engine/merged/mp_after.h"
#include "engine/merged/mp_config.h"

struct mp_cycles {
    const struct mp_process *process;
    struct mp_solver *solver;
    struct keys pairs;     /* of link ends */
    VEC(int) vars;         /* by pair */
    struct mp_after after; /* it has the events that are extended */
};

/* Both outlive the struct. */
void mp_cycles_init(struct mp_cycles *cycles, const struct mp_process *process,
                    struct mp_solver *solver);
void mp_cycles_finish(struct mp_cycles *cycles);

/* Event e was extended and has this variable. */
void mp_cycles_extend(struct mp_cycles *cycles, uint32_t e, int var);

/* Excludes a cycle of n extended events, each of which precedes the next one.
 */
void mp_cycles_exclude(struct mp_cycles *cycles, const uint32_t *events,
                       uint32_t n);

#endif
