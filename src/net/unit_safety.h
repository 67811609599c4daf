/* unit_safety.h - is every reachable marking unit-safe (units.h)?
 *
 * The structure of the net alone gives the answer, in time linear in its arcs
 * for most nets.  A yes proves that the net is safe; a no proves nothing. */
#ifndef UNIT_SAFETY_H
#define UNIT_SAFETY_H

#include "net/net.h"
#include "net/units.h"

/* Is the initial marking unit-safe?  If not, *p and *q are two marked places
 * that exclude each other. */
bool unit_safety_start(const struct units *units, const struct net *net,
                       place_id *p, place_id *q);

/* Does t lead from unit-safe markings to unit-safe markings only, as far as the
 * structure tells?  That is so when no unit-safe marking enables t, and when t
 * consumes what could be in the way of the tokens that it produces. */
bool unit_safety_keep(const struct units *units, const struct net *net,
                      trans_id t);

/* Are unit_safety_start() and all unit_safety_keep() true?  Then every
 * reachable marking is unit-safe, and the net is safe. */
bool unit_safety_prove(const struct units *units, const struct net *net);

#endif
