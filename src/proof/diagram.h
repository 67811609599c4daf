/* diagram.h - a set of markings as a decision diagram: an inductive invariant.
 *
 * Each place belongs to one level.  A level has a value: 0, no place of it is
 * marked, or k, its k-th place alone is.  A node of level k has arcs, each with
 * a value of this level and a node of level k - 1, or node 1 at level 1; it
 * stands for the markings of the levels from 1 to k that its arcs begin.
 *
 *     level p1 p2     level 1
 *     level q         level 2
 *     node 1 1        node 2: p1
 *     node 2 1        node 3: p2
 *     node 0 2 1 3    node 4: {p1} and {q, p2}
 *
 * Nodes are numbered from 2 on; arcs lead to smaller ones.  The last node is
 * the set; without levels, node 1.  Engines and the reader fill it;
 * verify.h checks it. */
#ifndef DIAGRAM_H
#define DIAGRAM_H

#include "base/vec.h"
#include "net/net.h"

/* A diagram with more arcs is not written. */
enum { DIAGRAM_MOST_ARCS = 20000000 };

struct diagram {
    net_place_list places; /* of all levels, from level 1 on */
    VEC(uint32_t) level_ends;
    VEC(uint32_t) arcs; /* of all nodes: a value and a node each */
    VEC(uint32_t) node_ends;
};

void diagram_destroy(struct diagram *diagram); /* of mem_zero(), or NULL */

/* The numbers of levels and of nodes; the index in `places` at which a level
 * begins, and in `arcs` at which a node begins.  Levels and nodes count from 0
 * here. */
static inline uint32_t diagram_levels(const struct diagram *diagram)
{
    return diagram->level_ends.len;
}

static inline uint32_t diagram_nodes(const struct diagram *diagram)
{
    return diagram->node_ends.len;
}

static inline uint32_t diagram_places_from(const struct diagram *diagram,
                                           uint32_t level)
{
    return level ? diagram->level_ends.at[level - 1] : 0;
}

static inline uint32_t diagram_arcs_from(const struct diagram *diagram,
                                         uint32_t node)
{
    return node ? diagram->node_ends.at[node - 1] : 0;
}

#endif
