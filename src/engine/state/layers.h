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

#include "engine/state/goal_search.h"

/* Explores from the initial marking until everything is explored, the questions
 * are answered, or the watch says stop.  Outside a race the limits say how many
 * threads.  Sets search->goals.add_run and self, which must not be used
 * afterwards.  Returns the bytes of the store. */
size_t layers_run(struct goal_search *search);

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

/* The same.  asks_again: also answers questions about what stays possible. */
size_t exhaustive_run(struct goal_search *search, bool asks_again);

#endif
