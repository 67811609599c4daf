/* api_safety.h - does the structure of a net show that it is safe?  By its
 * units, or by place weights. */
#ifndef API_SAFETY_H
#define API_SAFETY_H

#include "api/handle.h"

/* Fills structure, weights and exclusive of the problem, which are empty: what
 * another one has found out about the same net, if that suffices, or by a
 * search of its own.  A certificate of safety needs weights. */
void api_safety_prove(punfpor *problem);

/* The words of the Model Checking Contest for what has shown it, or has
 * answered otherwise without a single engine. */
const char *api_safety_techniques(const char *structure);

/* The work (watch.h) that linear programs may take for it. */
uint64_t api_safety_work(const punfpor *problem);

#endif
