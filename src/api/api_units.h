/* api_units.h - what a file says about the units of its net, and what the runs
 * of an answer show about it. */
#ifndef API_UNITS_H
#define API_UNITS_H

#include "api/api_safety.h"

/* The units of the net if the file says that all reachable markings are
 * unit-safe and the structure of the net does not show it; otherwise NULL. */
const struct units *api_units_of(const struct api_problem *problem,
                                 const struct api_safety *safety);

/* A warning that the file is wrong: if one of the runs of the answer, which are
 * runs of the net, leads through a marking that is not unit-safe.  Otherwise
 * NULL.  reduced: answer.breach is one of another net. */
char *api_units_warning(const struct net *net, const struct answer *answer,
                        bool reduced);

#endif
