/* safety.h - shows by place weights that a net is safe (weights.h). */
#ifndef SAFETY_H
#define SAFETY_H

#include "answer/weights.h"
#include "net/exclusive.h"

/* Do state machines of the net show that it is safe?  They are appended to the
 * weights, whether they suffice or not.  The search looks at a small number of
 * nodes for each arc of the net. */
bool safety_by_machines(const struct net *net, struct weights *weights);

/* Adds to the sets, for each vector, the places of which no two fit into its
 * bound.  The weights show that the net is safe. */
void safety_exclude(const struct net *net, const struct weights *weights,
                    struct exclusive *sets);

#endif
