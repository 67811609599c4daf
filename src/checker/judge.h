/* judge.h - does a certificate answer the given question?
 *
 * Accepted certificates are proofs (THEORY, Theorem 41, THEORY, Theorem 45,
 * THEORY, Theorem 72, THEORY, Theorem 102 and THEORY, Lemma 130).  The trusted
 * base of a no consists of the net, the question, the modules of this
 * directory, verify, verify_recovery, and verify_diagram and verify_cases with
 * the modules that they include; that of a yes, of the net, the question and
 * witness.
 *
 * These modules and verify contain their own code to sort, search and mark,
 * although base/ids.h and base/stamp.h offer the same.  The engines use these
 * modules: a bug in them could make an engine give a wrong answer and the
 * checker accept it.  Both share the net, the question, the file formats, and
 * containers (arrays, pools, hashes). */
#ifndef JUDGE_H
#define JUDGE_H

#include "formats/certificate/cert.h"

/* False with *fault set: the reason, and its line in the certificate. */
bool judge_accepts(const struct net *net, const struct goal *goal,
                   const struct cert *cert, struct fault *fault);

/* Does an accepted certificate prove its answer for a safe net only, without a
 * proof that the net is safe?  A run to an answer presumes nothing, as it is
 * fired; that no sum is larger than one place with one token each allows is
 * true of safe nets.  Weights show that the net is safe.  A prefix and a
 * diagram show it, too, unless a step of a reduction before it may hide a
 * second token (THEORY, Theorem 62). */
bool judge_presumes_safe(const struct goal *goal, const struct cert *cert);

#endif
