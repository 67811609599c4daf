/* reverse.h - the maximal configurations of a terminating net, by reverse
 * search.
 *
 * This is a second enumerator besides the oracle.  Unlike Explore(C, D, A) it
 * has no set D, no alternatives and no sleeping events; it visits maximal
 * configurations in any order, since each has exactly one parent (see
 * reverse.c).  Events are pairs (t, H).  All else follows from pasts and the
 * relation by definition.  It is slow because it is kept simple. */
#ifndef REVERSE_H
#define REVERSE_H

#include "net/dep.h"
#include "net/net.h"

/* Calls visit once with a run of every maximal configuration; false when there
 * are more than limit, or when one has too many events.  The net must be
 * terminating. */
bool reverse_search(
    const struct net *net, const struct dep *dep, uint64_t limit,
    void (*visit)(void *self, const trans_id *run, uint32_t len), void *self);

#endif
