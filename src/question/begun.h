/* begun.h - a temporal formula as it is at the initial marking. */
#ifndef BEGUN_H
#define BEGUN_H

#include "question/temporal.h"

/* The atoms that have the same truth at all markings, as their sums show, as
 * bits. */
uint64_t begun_constant(const struct temporal *temporal);

/* Sets `begun`: simplifies `sought` by the atoms that hold at the initial
 * marking and by the atoms that are constant, since a sum may be beyond what
 * its places can hold.  If the simplified formula says that a condition holds
 * at some marking of the run, returns this condition; otherwise, or if it is
 * too large, NULL. */
struct formula *begun_find(struct temporal *temporal, const struct net *net);

#endif
