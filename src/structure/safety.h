/* safety.h - shows by place weights that a net is safe (weights.h), and which
 * places exclude each other, also in nets that are not shown to be safe
 * (THEORY, Lemma 85). */
#ifndef SAFETY_H
#define SAFETY_H

#include "base/stop.h"
#include "proof/weights.h"
#include "structure/exclusive.h"

/* Do state machines of the net show that it is safe?  They are appended to the
 * weights, whether they suffice or not.  The work is linear in the arcs of the
 * net. */
bool safety_by_machines(const struct net *net, struct weights *weights);

/* The same by semiflows (see below), after what the weights have shown. */
bool safety_by_semiflows(const struct net *net, struct weights *weights);

/* The same by state machines that CaDiCaL finds.  It gives up after about so
 * much work (watch.h), and once stop is due (NULL: never). */
bool safety_by_search(const struct net *net, uint64_t most,
                      const struct stop *stop, struct weights *weights);

/* The same by linear programs: appends vectors to the weights, until all
 * together show that the net is safe: for each place on which a transition
 * produces, weights by which it finds the place empty, or is dead.  It gives up
 * as the search does, or when there are no weights for a few transitions.
 * False when it does, or when GLPK is not installed. */
bool safety_programs_prove(const struct net *net, uint64_t most,
                           const struct stop *stop, struct weights *weights);

/* Drops the vectors that show nothing new: neither that a transition is dead,
 * nor that a transition finds a place empty. */
void safety_prune(const struct net *net, struct weights *weights);

/* Adds a set for each vector: places of which no two, nor two tokens on one,
 * fit into the bound of the vector, which the set names (exclusive.h).  The
 * vectors must be right (weights.h); the net need not be safe. */
void safety_exclude(const struct net *net, const struct weights *weights,
                    struct exclusive *sets);

/* Adds the sets of semiflows and, if `machines`, of state machines.  The net
 * need not be safe. */
void safety_find_exclusive(const struct net *net, bool machines,
                           struct exclusive *sets);

/* P-semiflows: P-invariants (invariants.h) whose weights are not negative.
 *
 *     1 p + 1 q - 1 r  and  1 r + 1 s     together  1 p + 1 q + 1 s
 *
 * The vectors of a basis without negative weights are semiflows.  In the other
 * vectors, and in their opposites, negative weights are cancelled one after
 * another by adding multiples of known semiflows; vectors that need many steps
 * are given up.  A net may have exponentially many semiflows, so not all are
 * found.
 *
 * Appends semiflows to the weights, by looking at about `most` terms; returns
 * the number of terms.  Transitions in `dead` (by transition; NULL: none) may
 * change the weighted tokens.  Transitions that only consume may decrease them,
 * so each vector is right (THEORY, Lemma 85). */
uint64_t semiflows_find(const struct net *net, const bool *dead, uint64_t most,
                        struct weights *weights);

#endif
