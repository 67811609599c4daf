/* termination.h - does the structure of a net show that all its runs end?
 *
 * A place has a finite supply when each transition that adds a token to it
 * fires a bounded number of times, and a transition fires a bounded number of
 * times when it takes a token from such a place.  Each transition is looked at
 * once for each of its arcs.  Weights show it, too: each other transition takes
 * more weight than it adds (THEORY, Lemma 78). */
#ifndef TERMINATION_H
#define TERMINATION_H

#include "net/net.h"

/* A transition that may fire for ever, as far as the structure shows, or
 * TRANS_NONE: all runs end. */
trans_id termination_find_endless(const struct net *net);

/* Adds transitions to a set, by transition, until each run ends that fires no
 * transition of the set. */
void termination_break(const struct net *net, bool *set);

#endif
