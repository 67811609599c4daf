/* layers.h - all reachable markings, by several threads.
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

#endif
