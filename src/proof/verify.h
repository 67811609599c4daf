/* verify.h - is this family of cubes a proof?
 *
 * The check derives everything from the net: producers, consumers, mutual
 * disabling.  proof.h lists the conditions; they suffice by THEORY, Theorem
 * 41.  The net is presumed to be safe.
 *
 * The time is linear in the proof times the arcs of a transition, except for
 * links.  A link takes time linear in the places of its target cube, which are,
 * if the link is valid, at most the places of the source cube and the arcs of
 * the transition. */
#ifndef VERIFY_H
#define VERIFY_H

#include "proof/fault.h"
#include "proof/proof.h"
#include "question/goal.h"

/* The proof is well-formed.  False with *fault set on the first error. */
bool verify_proof(const struct net *net, const struct goal *goal,
                  const struct proof *proof, struct fault *fault);

#endif
