/* verify.h - is this a proof?  Of each kind in a file of its own.
 *
 * A check derives everything from the net, and presumes that the net is safe.
 * The places and transitions of a proof are those of the net; all other numbers
 * are checked.  False with *fault set on the first error. */
#ifndef VERIFY_H
#define VERIFY_H

#include "proof/case_proof.h"
#include "proof/diagram.h"
#include "proof/fault.h"
#include "proof/proof.h"
#include "proof/recovery_proof.h"
#include "proof/weights.h"
#include "question/goal.h"

/* A family of cubes.  proof.h lists the conditions; they suffice by THEORY,
 * Theorem 41.
 *
 * The time is linear in the proof times the arcs of a transition, except for
 * links.  A link takes time linear in the places of its target cube, which are,
 * if the link is valid, at most the places of the source cube and the arcs of
 * the transition.  The proof is well-formed. */
bool verify_proof(const struct net *net, const struct goal *goal,
                  const struct proof *proof, struct fault *fault);

/* --- verify_cases.c - proofs by cases.
 *
 * Traps and combinations are checked in integers (farkas.h), cases and
 * inductive cubes by unit propagation (clauses.h, entries.h).  An accepted
 * proof shows that no reachable marking answers (THEORY, Theorem 72, Theorem
 * 82).
 *
 * about: whose vectors combinations may name; NULL: none.  If the question is
 * about runs, the net is the product (product_net_build()). */
bool verify_cases_proof(const struct net *net, const struct goal *goal,
                        const struct case_proof *proof,
                        const struct weights_about *about, struct fault *fault);

/* --- verify_diagram.c - a diagram that shows that a question has no answer.
 *
 * The set has the initial marking, no step leads out of it, and no marking of
 * it answers.  A step that puts a second token on a place, or tokens on two
 * places of a level, leads out, so an accepted diagram shows that the net is
 * safe, too (THEORY, Lemma 130).
 *
 * The time is that of one step of each transition from the set, and of the
 * subsets of which parts of a formula hold.
 *
 * A marking or a step answers the goal; a diagram proves no goal of another
 * kind. */
bool verify_diagram(const struct net *net, const struct goal *goal,
                    const struct diagram *diagram, struct fault *fault);

/* --- verify_recovery.c - cubes and runs of a recovery proof.
 *
 * Cubes are checked by their steps (THEORY, Lemma 90), runs by their weights,
 * in integers.  With a proof that no reachable marking is outside
 * (recovery_proof_inside()) an accepted one shows that the condition can be
 * reached from every reachable marking; with a home, that the net is live
 * (THEORY, Theorem 91).
 *
 * The condition is that of the goal; of a GOAL_LIVE that of the home, whose
 * walks fire every transition. */
bool verify_recovery_proof(const struct net *net, const struct goal *goal,
                           const struct recovery_proof *proof,
                           struct fault *fault);

/* Weights have this absolute value at most. */
#define VERIFY_RECOVERY_LARGEST ((int64_t)1 << 32)

#endif
