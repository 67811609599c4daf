/* signal_codes.h - markings of a signal transition graph that the values of the
 * signals tell, as state machines show.
 *
 *     p --a+--> q --b+--> r --a---> s --b---> p     a b: 00 10 11 01
 *
 * Where a state machine (machines.h) always has one token, and each edge of a
 * signal consumes from it, the place of the token may tell how often the signal
 * has changed, even or odd.  If no two places tell the same of all signals, the
 * signals tell the place (THEORY, Theorem 142). */
#ifndef SIGNAL_CODES_H
#define SIGNAL_CODES_H

#include "base/stop.h"
#include "net/net.h"

/* Do any two runs of the graph after which each signal has changed equally
 * often, modulo 2, mark the same of these places?  False: it is not shown, or
 * stop was due (NULL: never). */
bool signal_codes_tell(const struct net *graph, struct net_place_span places,
                       const struct stop *stop);

#endif
