/* api_circuit_values.h - the initial values of the signals of a circuit: what
 * state machines show, what walks show, and what runs to a first change show.
 */
#ifndef API_CIRCUIT_VALUES_H
#define API_CIRCUIT_VALUES_H

#include "api/run/api_run.h"
#include "marking/signal_values.h"
#include "structure/signal_machines.h"

struct api_circuit_values {
    struct signal_values signals;
    bool *alternates; /* by signal, as in circuit_net.h; NULL: not asked */
    struct signal_machines_sides *sides; /* by signal: what shows it */
    uint32_t n;                          /* signals */
    bool all_alternate;
    bool known;
};

/* Finds the values, unless they are known.  The problem is one without goals.
 * False: a limit leaves a value open, as `stopped` says, or an error. */
bool api_circuit_values_find(struct api_circuit_values *values,
                             const struct api_problem *problem,
                             api_run_solve *solve, struct answer *stopped,
                             struct diag *diag);

/* Appends a run of the graph whose first rise or fall of the signal could not
 * fire if its initial value were another one than in `ones`; nothing if none is
 * found.  The problem is as above. */
void api_circuit_values_show(const struct api_problem *problem,
                             const bool *ones, uint32_t signal,
                             api_run_solve *solve, net_trans_list *steps,
                             struct diag *diag);

void api_circuit_values_finish(struct api_circuit_values *values);

#endif
