/* api_solve.h - one run: the choice of the engine, and its answer in the
 * handle. */
#ifndef API_SOLVE_H
#define API_SOLVE_H

#include "api/handle.h"

/* The engine for the current options and questions. */
const struct engine *api_solve_engine(const punfpor *problem);

/* Frees the result of the last run. */
void api_solve_clear(punfpor *problem);

#endif
