/* api_circuit.h - questions about circuits: each is asked of a net of its own
 * (circuit_net.h), by a run with an engine or a race like any other, and the
 * answer is about the net of the caller again. */
#ifndef API_CIRCUIT_H
#define API_CIRCUIT_H

#include "api/run/api_run.h"

bool api_circuit_asks(const struct api_problem *problem);

/* The answers to all questions of the problem; those that are not about
 * circuits get a run together. */
struct api_run api_circuit_run(const struct api_problem *problem,
                               api_run_solve *solver, struct diag *diag);

#endif
