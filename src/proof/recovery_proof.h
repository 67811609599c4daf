/* recovery_proof.h - a proof that a condition stays possible, AG EF, as plain
 * data.
 *
 *     cube 0    p1 marked: t1 leads to the condition
 *     cube 1    p3 marked, p2 empty: t2 leads into cube 0
 *     level 0   weights of places: 2 p4, -1 p5
 *     run 0     t3 t4, by level 0: fired, it lowers the weighted tokens
 *
 * From each reachable marking of a cube the condition can be reached: one step
 * leads into an earlier cube or to the condition (THEORY, Lemma 90).  A run can
 * be fired at each marking that marks what it needs.  It lowers the weighted
 * tokens of its level and raises those of no level before.  So if each
 * reachable marking satisfies the condition, is in a cube, or marks what a run
 * needs, the condition can be reached from all of them (THEORY, Theorem 91).
 * That there is no other reachable marking is a question about a marking, and
 * has a proof of its own.
 *
 * Of liveness the condition is that all places of the home are marked, and the
 * walks begin there: together they fire every transition.
 *
 * The net is presumed to be safe. */
#ifndef RECOVERY_PROOF_H
#define RECOVERY_PROOF_H

#include "question/goal.h"

#define RECOVERY_PROOF_CONDITION UINT32_MAX

struct recovery_proof_cube {
    net_place_list marked, empty; /* increasing */
    trans_id trans;               /* TRANS_NONE: the condition holds here */
    uint32_t next;                /* where it leads: an earlier cube, or
                                     RECOVERY_PROOF_CONDITION */
};

struct recovery_proof {
    VEC(struct recovery_proof_cube) cubes;
    net_trans_lists runs;
    VEC(uint32_t) levels;        /* by run */
    VECS(formula_terms) weights; /* by level */
    net_place_list home;         /* of liveness, increasing */
    net_trans_lists walks;
};

void recovery_proof_destroy(
    struct recovery_proof *proof); /* of mem_zero(), or NULL */

/* Appends the places that the run needs: those that it consumes or reads before
 * it has produced them; increasing.  False if it cannot be fired at any
 * marking: it consumes or reads a token that it has consumed. */
bool recovery_proof_needs(const struct net *net, struct net_trans_span run,
                          net_place_list *needs);

/* The condition that the home is marked. */
struct formula *recovery_proof_home(const net_place_list *home);

/* The formula that the condition holds, that the marking is in a cube, or, if
 * with_runs, that it marks what a run needs; or the negation of this formula.
 * NULL: it is too large. */
struct formula *recovery_proof_inside(const struct recovery_proof *proof,
                                      const struct net *net,
                                      const struct formula *condition,
                                      bool with_runs, bool negated);

/* The formula that no reachable marking may satisfy, for a goal about what
 * stays possible: the negation of recovery_proof_inside(), with the home as the
 * condition for liveness.  NULL: it is too large. */
struct formula *recovery_proof_outside(const struct recovery_proof *proof,
                                       const struct net *net,
                                       const struct goal *goal);

#endif
