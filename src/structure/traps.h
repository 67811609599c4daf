/* traps.h - traps among places.
 *
 * A trap is a set of places such that each transition that consumes from it
 * produces on it or reads it: once it has a token, it never loses the last one.
 * The union of traps is a trap, so each set has a largest one.
 *
 *     place p, marked, and t, which moves its token to q:   {p, q}, {q}
 */
#ifndef TRAPS_H
#define TRAPS_H

#include "net/net.h"

struct traps {
    const struct net *net;
    bool *in;        /* by place: of the set, which the caller fills */
    uint32_t *keeps; /* by transition: members that it leaves marked */
    net_place_list queue;
};

/* The net outlives the struct. */
void traps_init(struct traps *traps, const struct net *net);
void traps_finish(struct traps *traps);

/* The set becomes the largest trap in it.  Is that marked initially?  Takes
 * time in the order of the net. */
bool traps_reduce(struct traps *traps);

/* The set is a trap and has p: fills a part of it, usually a small one, that is
 * a trap and has p; increasing. */
void traps_choose(struct traps *traps, place_id p, net_place_list *trap);

#endif
