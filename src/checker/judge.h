/* judge.h - does a certificate answer the question that is asked?
 *
 * Accepted certificates are proofs (THEORY, Theorem 41 and THEORY, Theorem 45).
 * The trusted base of every no: the net, the question and the modules of this
 * directory; a yes needs witness alone.
 *
 * These modules, and verify, sort, search and mark with code of their own,
 * although base/ids.h and base/stamp.h do the same.  The engines work with
 * those: a mistake there could make an engine claim too much and the checker
 * believe it.  What the two share is the net, the question, the files, and
 * containers (arrays, pools, hashes). */
#ifndef JUDGE_H
#define JUDGE_H

#include "checker/fault.h"
#include "formats/cert.h"

/* *fault says why not, with the line in the certificate. */
bool judge_accepts(const struct net *net, const struct goal *goal,
                   const struct cert *cert, struct fault *fault);

#endif
