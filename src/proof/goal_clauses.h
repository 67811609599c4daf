/* goal_clauses.h - a question about a single marking as clauses.
 *
 * Variables: that a place is marked, that a node of the formula holds, and that
 * a transition is enabled, in this order.  Every reachable marking that answers
 * the question satisfies the clauses, where the variable of a place is true iff
 * it is marked, and so on.  Comparisons of several places have no clauses. */
#ifndef GOAL_CLAUSES_H
#define GOAL_CLAUSES_H

#include "proof/clauses.h"
#include "proof/farkas.h"
#include "question/goal.h"

#define GOAL_CLAUSES_END UINT32_MAX

/* The literal that the place is marked; that the node holds; that the
 * transition is enabled.  Its opposite is the next number. */
uint32_t goal_clauses_place(place_id p);
uint32_t goal_clauses_node(const struct net *net, uint32_t node);
uint32_t goal_clauses_enabled(const struct net *net, const struct goal *goal,
                              trans_id t);

/* The number of variables.  0: there are too many, or the question is not about
 * a single marking. */
uint32_t goal_clauses_variables(const struct net *net, const struct goal *goal);

/* Takes the literals of each clause, and GOAL_CLAUSES_END behind them. */
typedef void goal_clauses_put(void *self, uint32_t literal);

/* Gives put() the clauses of the question. */
void goal_clauses_visit(const struct net *net, const struct goal *goal,
                        goal_clauses_put *put, void *self);

/* goal_clauses_trap() gives it the clause that some place of the trap is
 * marked, goal_clauses_combination() the clause that the assumptions of the
 * combination do not all hold. */
void goal_clauses_trap(struct net_place_span trap, goal_clauses_put *put,
                       void *self);
void goal_clauses_combination(const struct net *net,
                              const struct farkas *farkas,
                              goal_clauses_put *put, void *self);

/* For put(): adds to the clauses that self is. */
void goal_clauses_into(void *self, uint32_t literal);

#endif
