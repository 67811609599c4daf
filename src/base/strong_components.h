/* strong_components.h - the strongly connected components of a graph, by
 * Tarjan's algorithm [Tar72] without recursion. */
#ifndef STRONG_COMPONENTS_H
#define STRONG_COMPONENTS_H

#include <stdint.h>

/* By node, of n: its component.  The edges of node i lead to to[first[i]] up to
 * to[first[i + 1]].  A component has a larger number than those that it leads
 * to; *n_components gets how many there are.  The caller frees the result. */
uint32_t *strong_components_find(const uint32_t *first, const uint32_t *to,
                                 uint32_t n, uint32_t *n_components);

#endif
