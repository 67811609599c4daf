/* solve.h - one solving: which engine runs, and what its answer leaves in the
 * handle. */
#ifndef SOLVE_H
#define SOLVE_H

#include "api/handle.h"

/* The engine that answers, with the options and questions as they are. */
const struct engine *solve_engine(const punfpor *problem);

/* Frees what the last run left. */
void solve_forget(punfpor *problem);

#endif
