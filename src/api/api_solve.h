/* api_solve.h - one run: the choice of the engine, and its answer in the
 * handle. */
#ifndef API_SOLVE_H
#define API_SOLVE_H

#include "api/call.h"
#include "api/handle.h"
#include "engine/engine.h"

/* The engine for the current options and questions. */
const struct engine *api_solve_engine(const punfpor *problem);

/* Frees the result of the last run. */
void api_solve_clear(punfpor *problem);

/* The same after a failed allocation, when its blocks are already free. */
enum punfpor_status api_solve_lose(punfpor *problem, struct call *call,
                                   punfpor_error *error);

#endif
