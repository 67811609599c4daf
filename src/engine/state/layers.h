/* layers.h - all reachable markings, by several threads, or depth first.
 *
 * The search is breadth first.  A layer has the markings that no shorter run
 * reaches; since the shared store (marking_cursor.h) gives dense numbers,
 * a layer is a range of numbers, and the search keeps nothing else of a
 * marking.  The threads take pieces of the range from a counter, add what the
 * markings lead to, and meet at the end of the layer.
 *
 *     numbers   0 | 1 2 3 | 4 5 6 7 8 9 | 10 ...
 *     layer     0 |   1   |      2      |  3: found while 2 is explored
 *
 * The answers do not depend on the scheduler, although the numbers do: a layer
 * is always finished; among the markings that answer a question, the marking
 * that is least by its places counts; and its run is found backwards, by the
 * first transition that leads from a marking of the layer before (THEORY,
 * Theorem 79).  So runs are as short as possible.
 *
 * The work at an answer is that of all markings up to the end of its layer, so
 * it does not depend on the scheduler either.  In a race the search goes by
 * layers with any number of threads, and takes more when others leave some. */
#ifndef LAYERS_H
#define LAYERS_H

#include "engine/state/marking_goals.h"

/* Explores from the initial marking until everything is explored, the questions
 * are answered, or the watch says stop. n_threads is the number outside a race.
 * `at` is scratch for runs; work() returns the units of work since its last
 * call.  Sets goals->add_run and goals->self, which must not be used
 * afterwards.  Returns the bytes of the store. */
size_t layers_run(struct marking_goals *goals, struct enabled_set *at,
                  uint32_t n_threads, uint64_t (*work)(void *self), void *self);

/* --- exhaustive.c - depth first over all reachable markings.
 *
 * The search keeps a number and one bit for each marking: whether it was met.
 * For each step of the path to the current marking it keeps a number and a
 * transition.  It goes back over a step by firing the transition backwards, so
 * it never unpacks a marking.  Layers are as fast with one thread, but have no
 * path, which components and a largest depth need.
 *
 * If the question is asked whether the net is live, it also follows the
 * components of the graph. */

/* The same, from the marking at which `at` is, the initial one.  asks_again:
 * also answers questions about what stays possible.  *too_deep: a marking
 * beyond the largest depth was left out. */
size_t exhaustive_run(struct marking_goals *goals, struct enabled_set *at,
                      bool asks_again, uint64_t (*work)(void *self), void *self,
                      bool *too_deep);

#endif
