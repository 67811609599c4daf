/* diagram_select.h - the markings of a diagram that answer a question. */
#ifndef DIAGRAM_SELECT_H
#define DIAGRAM_SELECT_H

#include "proof/diagram_nodes.h"
#include "question/goal.h"

/* The markings of node `root` that answer the goal, as a node.  No marking
 * answers GOAL_SAFE. */
uint32_t diagram_select_answers(struct diagram_nodes *nodes,
                                const struct net *net, uint32_t root,
                                const struct goal *goal);

#endif
