/* settled.h - questions about the markings of a net with resets.
 *
 * While the steps of a reset are under way (given_arcs.h), some of its places
 * are still as they were.  A question about places therefore also asks that
 * their locks are marked (THEORY, Theorem 87).  Without resets nothing
 * changes. */
#ifndef SETTLED_H
#define SETTLED_H

#include "question/formula.h"

/* The formula, and the locks of what it is about.  Takes the formula, which may
 * be NULL; NULL with a report when it becomes too large. */
struct formula *settled_formula(const struct net *net, struct formula *formula,
                                struct diag *diag);

/* Adds the locks to the places of a marking. */
void settled_marking(const struct net *net, net_place_list *marked,
                     const net_place_list *empty);

/* Changes the sum such that its largest value is reached only at markings with
 * the locks, and is the same at these markings. */
void settled_sum(const struct net *net, struct formula_sum *sum);

#endif
