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

#include "base/lists.h"
#include "base/vec.h"
#include "net/net.h"

struct goal;

/* A diagram with more arcs is not written. */
enum { DIAGRAM_MOST_ARCS = 20000000 };

struct diagram {
    net_place_lists levels; /* from level 1 on: their places */
    /* From node 2 on: their arcs, a value and a node each. */
    VECS(VEC(uint32_t)) nodes;
};

void diagram_destroy(struct diagram *diagram); /* of mem_zero(), or NULL */

/* --- The nodes of a diagram that is being checked, and of
 * sets that are made of it.
 *
 * A node is a list of arcs, each a value and a node of the level below, by
 * increasing values.  Each list is stored once, so equal sets have one number.
 */

/* The empty set, and the node below level 1.  All other nodes are lists. */
enum { DIAGRAM_NODES_NONE, DIAGRAM_NODES_END };

struct diagram_nodes {
    const struct diagram *diagram; /* has the levels; borrowed */
    struct lists lists;
    VEC(uint32_t) levels; /* by node, from 0 on */
    VEC(uint32_t) draft;  /* a list that is being made */
};

void diagram_nodes_init(struct diagram_nodes *nodes,
                        const struct diagram *diagram);
void diagram_nodes_finish(struct diagram_nodes *nodes);

struct diagram_nodes_arcs {
    const uint32_t *at; /* a value and a node each; valid until the next node is
                           made */
    uint32_t len;       /* of the list */
};

struct diagram_nodes_arcs diagram_nodes_arcs(const struct diagram_nodes *nodes,
                                             uint32_t node);

/* The node to which the arc of the value leads; DIAGRAM_NODES_NONE: there is no
 * such arc, or the node has no arcs. */
uint32_t diagram_nodes_child(const struct diagram_nodes *nodes, uint32_t node,
                             uint32_t value);

/* Adds an arc to the draft, unless it leads to DIAGRAM_NODES_NONE. */
void diagram_nodes_add(struct diagram_nodes *nodes, uint32_t value,
                       uint32_t to);

/* Makes or finds the node of the draft, and empties the draft. */
uint32_t diagram_nodes_make(struct diagram_nodes *nodes, uint32_t level);

/* --- diagram_select.c: the markings that answer a question ---------------- */

/* The markings of node `root` that answer the goal, as a node.  No marking
 * answers GOAL_SAFE. */
uint32_t diagram_select_answers(struct diagram_nodes *nodes,
                                const struct net *net, uint32_t root,
                                const struct goal *goal);

#endif
