/* judge.h - does a certificate answer the given question?
 *
 * Accepted certificates are proofs (THEORY, Theorem 41, THEORY, Theorem 45 and
 * THEORY, Theorem 72).  The trusted base of a no consists of the net, the
 * question, the modules of this directory, verify, and verify_cases with those
 * that it includes; that of a yes, of the net, the question and witness.
 *
 * These modules and verify contain their own code to sort, search and mark,
 * although base/ids.h and base/stamp.h offer the same.  The engines use those:
 * a bug there could make an engine give a wrong answer and the checker accept
 * it.  Both share the net, the question, the file formats, and containers
 * (arrays, pools, hashes). */
#ifndef JUDGE_H
#define JUDGE_H

#include "checker/fault.h"
#include "formats/cert.h"

/* False with *fault set: the reason, and its line in the certificate. */
bool judge_accepts(const struct net *net, const struct goal *goal,
                   const struct cert *cert, struct fault *fault);

#endif
