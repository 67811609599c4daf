/* proof_oracle.h - is a proof of "no" one, by the definition in proof.h?
 *
 * Written for the tests, with nothing but the arcs of the net: every
 * transition is looked at for every member, so it is slow. */
#ifndef PROOF_ORACLE_H
#define PROOF_ORACLE_H

#include "answer/proof.h"
#include "net/goal.h"

/* NULL, or what is wrong: a static text. */
const char *proof_oracle_proof(const struct proof *proof, const struct net *net,
                               const struct goal *goal);

#endif
