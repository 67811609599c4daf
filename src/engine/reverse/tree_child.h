/* tree_child.h - the children of a maximal configuration in the reverse search.
 *
 * Let C be maximal and e an extension that is not in C.  Its seed is
 *
 *     {x in C : x < e, x is not in conflict with e}
 *
 * and C' = complete(seed + e) is a child of C iff the seed is the set of events
 * of C' below e and complete(seed) = C.  Neither completion is needed to decide
 * that (THEORY, Lemma 77): it is so iff every extension y of C outside C, which
 *
 *     was passed over, or is less than e and not in conflict with it,
 *
 * is in conflict with an event of the seed.  Only a y whose least conflict is
 * an event that e takes away, or is above e, can fail. */
#ifndef TREE_CHILD_H
#define TREE_CHILD_H

#include "base/stamp.h"
#include "engine/reverse/sorted_run.h"

struct tree_child {
    struct sorted_run *r; /* the rest is zero at first */
    event_id e;
    uint32_t first, end; /* e is in conflict with `first`, and greater than
                            the positions below `end` */
    struct stamp lost;   /* positions in conflict with e */
    uint64_t n_compared; /* extensions that were compared with one, so far */
};

/* Does the extension e, which is not in C, give a child? */
bool tree_child_is(struct tree_child *child, event_id e);

/* Of a child: is the event at this position, from `first` to `end`, lost? */
static inline bool tree_child_loses(const struct tree_child *child,
                                    uint32_t pos)
{
    return stamp_has(&child->lost, pos);
}

#endif
