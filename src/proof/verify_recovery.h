/* verify_recovery.h - do the cubes and runs of a recovery proof lead where they
 * must?
 *
 * Cubes are checked by their steps (THEORY, Lemma 90), runs by their weights,
 * in integers. With a proof that no reachable marking is outside
 * (recovery_proof_inside()) an accepted one shows that the condition can be
 * reached from every reachable marking; with a home, that the net is live
 * (THEORY, Theorem 91).  The net is presumed to be safe. */
#ifndef VERIFY_RECOVERY_H
#define VERIFY_RECOVERY_H

#include "proof/fault.h"
#include "proof/recovery_proof.h"

/* Weights have this absolute value at most. */
#define VERIFY_RECOVERY_LARGEST ((int64_t)1 << 32)

/* The condition is that of the goal; of a GOAL_LIVE that of the home, whose
 * walks fire every transition.  The places and transitions are those of the
 * net; all other numbers are checked.  False with *fault set on the first
 * error. */
bool verify_recovery_proof(const struct net *net, const struct goal *goal,
                           const struct recovery_proof *proof,
                           struct fault *fault);

#endif
