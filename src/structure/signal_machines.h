/* signal_machines.h - signals of a signal transition graph whose changes
 * alternate, as state machines show.
 *
 *     p --a+--> q --b+--> r --a---> s     from p and s a is 0, from q and r 1
 *
 * If each edge of a consumes from a state machine (machines.h), the token of
 * the machine tells the value of a: a+ leads from places where it is 0 to
 * places where it is 1, a- back, and all other transitions keep it.  If no
 * place gets both values, a+ and a- alternate on all runs (THEORY, Theorem
 * 121).  If a place gets both values, the next machine is sought without that
 * place. */
#ifndef SIGNAL_MACHINES_H
#define SIGNAL_MACHINES_H

#include "base/stop.h"
#include "net/net.h"

enum signal_machines_value {
    SIGNAL_MACHINES_OPEN, /* no machine was found */
    SIGNAL_MACHINES_ZERO, /* the changes alternate, and this comes first */
    SIGNAL_MACHINES_ONE,
};

/* The places of such a machine at which its token may be while the signal is 0,
 * and while it is 1.  A place where it never is counts as both. */
struct signal_machines_sides {
    net_place_list at[2];
};

/* Fills value, by signal of the graph; a signal that never changes is 0.
 * sides, by signal, are empty at first, and filled for those that a machine
 * shows; NULL: they are not asked.  Once stop is due (NULL: never), all other
 * signals stay open. */
void signal_machines_find(const struct net *graph, const struct stop *stop,
                          enum signal_machines_value *value,
                          struct signal_machines_sides *sides);

/* --- signal_codes.c - markings that the values of the signals tell.
 *
 *     p --a+--> q --b+--> r --a---> s --b---> p     a b: 00 10 11 01
 *
 * Where a state machine always has one token, and each edge of a signal
 * consumes from it, the place of the token may tell how often the signal has
 * changed, even or odd.  If no two places tell the same of all signals, the
 * signals tell the place (THEORY, Theorem 142). */

/* Do any two runs of the graph after which each signal has changed equally
 * often, modulo 2, mark the same of these places?  False: it is not shown, or
 * stop was due (NULL: never). */
bool signal_codes_tell(const struct net *graph, struct net_place_span places,
                       const struct stop *stop);

#endif
