/* proof_oracle.h - is a proof of "no" valid, by the definition in proof.h?
 *
 * It uses only the arcs of the net.  It is slow: it checks every transition for
 * every member. */
#ifndef PROOF_ORACLE_H
#define PROOF_ORACLE_H

#include "proof/proof.h"
#include "question/goal.h"

/* NULL, or the error: a static text. */
const char *proof_oracle_proof(const struct proof *proof, const struct net *net,
                               const struct goal *goal);

/* Aborts if a slice is out of bounds or not sorted, or if a number denotes no
 * place, transition or cube. */
void proof_check(const struct proof *proof, const struct net *net);

#endif
