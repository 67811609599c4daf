/* formula_clauses.h - a formula about a marking as clauses (THEORY, Theorem
 * 51).
 *
 * Only one direction is needed, because formulas have no negation above their
 * leaves: a variable of a node implies that the node holds.  So do the literals
 * "p is marked" and "p is empty", which the caller knows.  A comparison becomes
 * a reduced decision diagram: a variable for "the terms from the i-th on sum up
 * to k or more", which implies
 *
 *     the i-th literal, or the same without it       k from i+1 on
 *     the rest with it                               k - weight from i+1 on
 *
 * For equal weights this is a sequential counter, of k * (n - k + 1) variables
 * for n terms and two clauses each.  For unequal weights it propagates as well,
 * without a sorting network; if weights are few and small, equal remainders
 * share their nodes. */
#ifndef FORMULA_CLAUSES_H
#define FORMULA_CLAUSES_H

#include "engine/watch.h"
#include "question/formula.h"

struct formula_clauses {
    const struct net *net;
    struct watch *watch;
    int *n_vars; /* the variables from 1 to here are used */
    void *self;
    void (*add)(void *self, int literal); /* 0 ends a clause */
    /* These two may add clauses. */
    int (*marked)(void *self, place_id p);
    int (*empty)(void *self, place_id p);
    /* Adds clauses: the literal implies that nothing is enabled. */
    void (*dead)(void *self, int literal);
};

/* Adds the clauses of a formula; returns the variable of its root.  0: the
 * watch ended the run, or the clauses would be too many. */
int formula_clauses_add(const struct formula_clauses *f,
                        const struct formula *formula);

#endif
