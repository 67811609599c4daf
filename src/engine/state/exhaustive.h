/* exhaustive.h - depth first over all reachable markings.
 *
 * The search keeps a number and one bit for each marking: whether it was met.
 * For each step of the path to the current marking it keeps a number and a
 * transition.  It goes back over a step by firing the transition backwards, so
 * it never unpacks a marking. layers.h is as fast with one thread, but has no
 * path, which components and a largest depth need.
 *
 * If the question is asked whether the net is live, it also follows the
 * components of the graph. */
#ifndef EXHAUSTIVE_H
#define EXHAUSTIVE_H

#include "engine/state/marking_goals.h"

/* Explores from the initial marking, at which `at` is, until everything is
 * explored, the questions are answered, or the watch says stop.  asks_again:
 * also answers questions about what stays possible.  work() returns the units
 * of work since its last call.  Sets goals->add_run and goals->self, which must
 * not be used afterwards, and *too_deep: a marking beyond the largest depth was
 * left out.  Returns the bytes of the store. */
size_t exhaustive_run(struct marking_goals *goals, struct enabled_set *at,
                      bool asks_again, uint64_t (*work)(void *self), void *self,
                      bool *too_deep);

#endif
