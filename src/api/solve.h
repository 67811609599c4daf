/* solve.h - one run: the choice of the engine, and its answer in the handle. */
#ifndef SOLVE_H
#define SOLVE_H

#include "api/handle.h"

/* The engine for the current options and questions. */
const struct engine *solve_engine(const punfpor *problem);

/* Frees the result of the last run. */
void solve_forget(punfpor *problem);

#endif
