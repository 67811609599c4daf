/* api_circuit_weights.h - weights of the values of signals, for certificates.
 *
 *     a+ leads from p to q:   a=1 and p together have one token at most
 *
 * Where the token of a state machine tells the value of a signal, its places
 * for one value exclude the place of the other value (THEORY, Lemma 137). */
#ifndef API_CIRCUIT_WEIGHTS_H
#define API_CIRCUIT_WEIGHTS_H

#include "circuit/circuit_net.h"
#include "proof/weights.h"
#include "structure/signal_machines.h"

/* Appends the vectors, each of which was found to be right.  The net has
 * values; sides, by signal, are those of its graph. */
void api_circuit_weights_add(const struct circuit_net *net,
                             const struct signal_machines_sides *sides,
                             struct weights *weights);

#endif
