/* feedback.h - nodes that are on all negative cycles of a graph.
 *
 * An edge is positive, negative, or both.  A cycle is negative if an odd number
 * of its edges is, where one that is both counts as either. */
#ifndef FEEDBACK_H
#define FEEDBACK_H

#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

/* Signs of an edge, as bits. */
enum { FEEDBACK_POSITIVE = 1, FEEDBACK_NEGATIVE = 2 };

struct feedback_edge {
    uint32_t from, to;
    uint8_t signs;
};

typedef VEC(struct feedback_edge) feedback_edge_list;

/* Sorts the edges by `from` and `to`, and unites those with equal ends. */
void feedback_sort(feedback_edge_list *edges);

/* Fills chosen, by node, of n nodes: few, such that each negative cycle has
 * one.  The edges are sorted.
 *
 * A strongly connected component has no negative cycle iff its nodes can be
 * divided into two parts such that edges inside of a part are positive and
 * others negative (Harary, 1953).  At each turn such parts are sought, and a
 * node is chosen that most edges contradict.  A turn takes time linear in the
 * edges, and there are as many turns as chosen nodes, which are few. */
void feedback_find(const feedback_edge_list *edges, uint32_t n, bool *chosen);

#endif
