/* diagram_nodes.h - the nodes of a diagram that is being checked, and of sets
 * that are made of it.
 *
 * A node is a list of arcs, each a value and a node of the level below, by
 * increasing values.  Each list is stored once, so equal sets have one number.
 */
#ifndef DIAGRAM_NODES_H
#define DIAGRAM_NODES_H

#include "base/lists.h"
#include "proof/diagram.h"
#include "question/goal.h"

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
