/* same_net.h - comparisons of nets and units. */
#ifndef SAME_NET_H
#define SAME_NET_H

#include "net/net.h"
#include "net/units.h"

/* Do a and b have the same nodes in the same order, with the same marking and
 * arcs, and does each label of a find the same node in b?  *why (at most cap
 * bytes) describes the first difference. */
bool same_net(const struct net *a, const struct net *b, char *why, size_t cap);

/* Are the units of two different places the same, or one inside of the other?
 * If so, no unit-safe marking marks both. */
bool same_net_exclude(const struct units *units, uint32_t p, uint32_t q);

/* Are they the same tree over the same places, with the same claim? */
bool same_net_units(const struct units *a, const struct units *b);

#endif
