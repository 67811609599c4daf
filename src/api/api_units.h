/* api_units.h - what a file says about the units of its net, and what the runs
 * of an answer show about it. */
#ifndef API_UNITS_H
#define API_UNITS_H

#include "api/handle.h"

/* The units of the net if the file says that all reachable markings are
 * unit-safe and the structure of the net does not show it; otherwise NULL. */
const struct units *api_units_of(const punfpor *problem);

/* The runs of the answer are runs of the net of the problem.  Keeps a warning
 * if the file is wrong: if one of them leads through a marking that is not
 * unit-safe. */
void api_units_note(punfpor *problem, const struct answer *answer);

#endif
