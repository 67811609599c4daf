/* safety.h - shows by place weights that a net is safe (weights.h), and which
 * places exclude each other, also in nets that are not shown to be safe
 * (THEORY, Lemma 85). */
#ifndef SAFETY_H
#define SAFETY_H

#include "proof/weights.h"
#include "structure/exclusive.h"

/* Do state machines of the net show that it is safe?  They are appended to the
 * weights, whether they suffice or not.  The search looks at a small number of
 * nodes for each arc of the net. */
bool safety_by_machines(const struct net *net, struct weights *weights);

/* The same by semiflows (semiflows.h), after what the weights have shown. */
bool safety_by_semiflows(const struct net *net, struct weights *weights);

/* Drops the vectors that show nothing new: that neither a transition is dead,
 * nor that one finds a place empty. */
void safety_prune(const struct net *net, struct weights *weights);

/* Adds to the sets, for each vector, the places of which no two fit into its
 * bound, nor two tokens on one of them.  The weights are right; the net may not
 * be safe. */
void safety_exclude(const struct net *net, const struct weights *weights,
                    struct exclusive *sets);

/* Adds the sets of semiflows and, if wanted, of state machines.  The net may
 * not be safe. */
void safety_find_exclusive(const struct net *net, bool machines,
                           struct exclusive *sets);

#endif
