/* safety.h - shows by place weights that a net is safe (weights.h). */
#ifndef SAFETY_H
#define SAFETY_H

#include "answer/weights.h"

/* Do state machines of the net show that it is safe?  They are appended to the
 * weights, whether they suffice or not.  The search looks at a small number of
 * nodes for each arc of the net. */
bool safety_by_machines(const struct net *net, struct weights *weights);

#endif
