/* temporal_tree.h - random temporal formulas, with their truth by definition.
 *
 * The oracle lists the markings.  A state is a marking with a guess of which
 * parts with a temporal operator hold from there on; a step must keep what the
 * guess says of the next marking.  A path is fair if no guess is put off for
 * ever.  By fixpoints: from which states does a fair path begin?  No automaton
 * takes part, and none of the laws by which the tool simplifies formulas. */
#ifndef TEMPORAL_TREE_H
#define TEMPORAL_TREE_H

#include "condition.h"
#include "oracle.h"

struct temporal_tree;

/* "A (...)" or "E (...)", or with X behind it, so that it is temporal. */
struct temporal_tree *temporal_tree_create(struct random *random,
                                           const struct net *net);
void temporal_tree_destroy(struct temporal_tree *tree);

/* From now on the conditions are about another net with the same nodes. */
void temporal_tree_move(struct temporal_tree *tree, const struct net *net);
const char *temporal_tree_text(const struct temporal_tree *tree);

/* Is there a run of which it holds, of A its negation, and which is weakly fair
 * to these transitions? */
bool temporal_tree_found(const struct temporal_tree *tree,
                         const struct oracle *oracle,
                         const net_trans_list *fair);

#endif
