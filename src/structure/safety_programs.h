/* safety_programs.h - shows by linear programs that a net is safe. */
#ifndef SAFETY_PROGRAMS_H
#define SAFETY_PROGRAMS_H

#include "proof/weights.h"

/* Appends vectors to the weights, until all together show that the net is safe:
 * for each place on which a transition produces, weights by which it finds the
 * place empty, or is dead.  It gives up after about so much work (watch.h), or
 * when there are no weights for a few transitions.  False when it does. */
bool safety_programs_prove(const struct net *net, uint64_t most,
                           struct weights *weights);

#endif
