/* strong.h - the strongly connected components of a graph.
 *
 * Nodes are numbers below n.  The edges of node i lead to the nodes to[k], for
 * k from first[i] up to first[i + 1]. */
#ifndef STRONG_H
#define STRONG_H

#include <stdint.h>

#define STRONG_NONE UINT32_MAX

/* Numbers the components of the nodes that can be reached from this node, or of
 * all nodes for STRONG_NONE; returns how many there are.  A component has a
 * larger number than those that it leads to.  component[i] is that of node i;
 * STRONG_NONE: it was not reached. */
uint32_t strong_components(const uint32_t *first, const uint32_t *to,
                           uint32_t n, uint32_t from, uint32_t *component);

#endif
