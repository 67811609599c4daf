/* api_circuit.h - what questions about circuits need besides runs: the initial
 * values of the signals, and weights of them for certificates.
 *
 *     a+ leads from p to q:   a=1 and p together have one token at most
 *
 * Where the token of a state machine tells the value of a signal, its places
 * for one value exclude the place of the other value (THEORY, Lemma 137). */
#ifndef API_CIRCUIT_H
#define API_CIRCUIT_H

#include "api/run/api_run.h"
#include "circuit/circuit_net.h"
#include "marking/signal_values.h"
#include "structure/signal_machines.h"

/* What state machines show of the values, what walks show, and what runs to a
 * first change show. */
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
                             struct answer *stopped, struct diag *diag);

/* Appends a run of the graph whose first rise or fall of the signal could not
 * fire if its initial value were another one than in `ones`; nothing if none is
 * found.  The problem is as above. */
void api_circuit_values_show(const struct api_problem *problem,
                             const bool *ones, uint32_t signal,
                             net_trans_list *steps, struct diag *diag);

void api_circuit_values_finish(struct api_circuit_values *values);

/* Appends the vectors, each of which was found to be right.  The net has
 * values; sides, by signal, are those of its graph. */
void api_circuit_weights_add(const struct circuit_net *net,
                             const struct signal_machines_sides *sides,
                             struct weights *weights);

#endif
