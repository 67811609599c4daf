/* reverse.h - the maximal configurations of a terminating net, by reverse
 * search.
 *
 * A second enumerator beside the oracle, and nothing like Explore(C, D, A): it
 * has no set D, no alternatives, no sleeping events, and looks at one maximal
 * configuration after the other, in any order, since each has exactly one
 * parent (see reverse.c).  Events are <t, H> by their names, everything else is
 * computed from pasts and the relation by definition.  Slow on purpose. */
#ifndef REVERSE_H
#define REVERSE_H

#include "net/dep.h"
#include "net/net.h"

/* Gives visit a run of every maximal configuration, once each; false when
 * there are more than limit of them, or one of them has too many events.  The
 * net must be terminating. */
bool reverse_search(
    const struct net *net, const struct dep *dep, uint64_t limit,
    void (*visit)(void *self, const trans_id *run, uint32_t len), void *self);

#endif
