/* lasso.h - depth first on the product of a net and an automaton (product.h),
 * for a run that is accepted.
 *
 * For a formula without X, ample sets suffice (ample.h).
 *
 * The algorithm is Couvreur's [Cou99]: components as in Tarjan's, and for each
 * that is open the acceptance sets of its edges.  When a component has all of
 * them, a shortest way to it and a loop through all sets are the run. */
#ifndef LASSO_H
#define LASSO_H

#include "engine/state/product.h"

/* The closure and `at` have the same marking; NULL: nothing is reduced. */
void lasso_init(struct product *product, struct marking_goals *goals,
                struct enabled_set *at, struct stubborn_closure *closure,
                uint32_t max_depth);
void lasso_finish(struct product *product);

enum lasso_end {
    LASSO_NONE,     /* no run is accepted */
    LASSO_FOUND,    /* question g has its run */
    LASSO_GIVEN_UP, /* after so much work, or as the watch says */
    LASSO_LARGE,    /* the automaton is too large */
};

/* Seeks a run for question g (THEORY, Theorem 95). */
enum lasso_end lasso_seek(struct product *product, uint32_t g, uint32_t turn,
                          uint64_t budget_end);

#endif
