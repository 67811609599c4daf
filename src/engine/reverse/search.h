/* search.h - the reverse search over maximal configurations: engine `reverse`.
 *
 * It visits every maximal configuration once, in a tree that subtree.h walks.
 * Its memory is that of one run, and of the names of the subtrees that are
 * still to be visited.  It needs a net whose runs all end, or a bound on the
 * size of events.
 *
 * Several workers, which are threads, share the tree.  The answers are those of
 * one worker (first_answers.h), and so are the counts of a search that visits
 * everything.  A visitor is called by any of the threads, by one at a time. */
#ifndef SEARCH_H
#define SEARCH_H

#include "engine/engine.h"

extern const struct engine search_engine;

#endif
