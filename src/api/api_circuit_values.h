/* api_circuit_values.h - the initial values of the signals of a circuit: what
 * state machines show, what walks show, and what runs to a first change show.
 */
#ifndef API_CIRCUIT_VALUES_H
#define API_CIRCUIT_VALUES_H

#include "api/run/api_run.h"
#include "marking/signal_values.h"

struct api_circuit_values {
    struct signal_values signals;
    bool *alternates; /* by signal, as in circuit_net.h; NULL: not asked */
    bool all_alternate;
    bool known;
};

/* Finds the values, unless they are known.  The problem is one without goals;
 * without `machines` nothing builds on state machines, which certificates do
 * not know.  False: a limit leaves a value open, as `stopped` says, or an
 * error. */
bool api_circuit_values_find(struct api_circuit_values *values,
                             const struct api_problem *problem, bool machines,
                             api_run_solve *solve, struct answer *stopped,
                             struct diag *diag);
void api_circuit_values_finish(struct api_circuit_values *values);

#endif
