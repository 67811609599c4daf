/* naive.h - proofs without an engine, and their check by the definitions.
 *
 * Every reachable marking becomes a cube, with members by closure and random
 * choices.  So these tests of the checker and of the format are independent of
 * the engine. */
#ifndef NAIVE_H
#define NAIVE_H

#include "oracle.h"
#include "proof/proof.h"
#include "question/goal.h"
#include "random.h"

/* Does a reachable marking answer yes? */
bool naive_reachable(const struct oracle *oracle, const struct goal *goal);

/* A proof for an unreachable goal.  small: a cube keeps only the necessary
 * places. */
struct proof *naive_proof(const struct oracle *oracle, const struct goal *goal,
                          struct random *random, bool small);

/* Is this a proof, by the conditions of proof.h one by one? */
bool naive_accepts(const struct net *net, const struct goal *goal,
                   const struct proof *proof);

/* A random question about the net. */
void naive_goal(const struct net *net, struct random *random, goal_list *goals);

#endif
