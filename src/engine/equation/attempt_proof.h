/* attempt_proof.h - the reasons that are kept of a question, and its proof.
 *
 * Reasons of the refuter are kept for the proof and for induction, until all
 * are too large. */
#ifndef ATTEMPT_PROOF_H
#define ATTEMPT_PROOF_H

#include "engine/equation/attempt.h"

/* Takes the reason of the refuter. */
void attempt_proof_keep(struct attempt *x, struct refuter *r);

/* Drops those that are kept; those of a list. */
void attempt_proof_forget(struct attempt *x);
void attempt_proof_drop(derivation_combinations *combinations);

/* The proof for question g: the premises contradict the goal. */
void attempt_proof_derive(struct attempt *x,
                          const struct derivation_premises *from, uint32_t g,
                          const struct goal *refuted);

#endif
