/* search.h - the reverse search over maximal configurations: engine `reverse`.
 *
 * It visits every maximal configuration once, in a tree that subtree.h walks.
 * Its memory is that of one run, and of the names of the subtrees that are
 * still to be visited.  It needs a net whose runs all end, or a bound on the
 * size of events. */
#ifndef SEARCH_H
#define SEARCH_H

#include "engine/engine.h"

extern const struct engine search_engine;

#endif
