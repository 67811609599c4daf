/* verify_cases.h - is this a proof by cases?
 *
 * Traps and combinations are checked in integers (farkas.h), cases and
 * inductive cubes by unit propagation (clauses.h, entries.h).  An accepted
 * proof shows that no reachable marking answers (THEORY, Theorem 72, Theorem
 * 82).  The net is presumed to be safe. */
#ifndef VERIFY_CASES_H
#define VERIFY_CASES_H

#include "proof/case_proof.h"
#include "proof/fault.h"
#include "proof/weights.h"
#include "question/goal.h"

/* about: whose vectors combinations may name; NULL: none.  The places and
 * transitions are those of the net, or of the product
 * (product_net_build()) if the question is about runs; all other numbers are
 * checked.  False with *fault set on the first error. */
bool verify_cases_proof(const struct net *net, const struct goal *goal,
                        const struct case_proof *proof,
                        const struct weights_about *about, struct fault *fault);

#endif
