/* naive.h - proofs without an engine, and their check by the definitions.
 *
 * Every reachable marking becomes a cube of its own, with members by closure
 * and choices by lot.  What this says of the checker and of the format does
 * not depend on the engine that proves. */
#ifndef NAIVE_H
#define NAIVE_H

#include "answer/proof.h"
#include "net/goal.h"
#include "oracle.h"
#include "random.h"

/* Does a reachable marking answer yes? */
bool naive_reachable(const struct oracle *oracle, const struct goal *goal);

/* A proof that the goal, which must be unreachable, is so.  small: a cube
 * keeps only the places that are needed. */
struct proof *naive_proof(const struct oracle *oracle, const struct goal *goal,
                          struct random *random, bool small);

/* Is this a proof, by the sentences of proof.h one after the other? */
bool naive_accepts(const struct net *net, const struct goal *goal,
                   const struct proof *proof);

/* A question about the net, by lot. */
void naive_goal(const struct net *net, struct random *random, goal_list *goals);

#endif
