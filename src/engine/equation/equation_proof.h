/* equation_proof.h - the reasons that are kept of a question, and its proof.
 *
 * Reasons of the state equation are kept for the proof and for induction, until
 * all are too large. */
#ifndef EQUATION_PROOF_H
#define EQUATION_PROOF_H

#include "engine/equation/equation_run.h"

/* Takes the reason of the state equation. */
void equation_proof_keep(struct equation_run *x, struct state_equation *r);

/* Drops those that are kept; those of a list. */
void equation_proof_forget(struct equation_run *x);
void equation_proof_drop(case_builder_combinations *combinations);

/* The proof for question g: the premises contradict the goal. */
void equation_proof_derive(struct equation_run *x,
                           const struct case_builder_premises *from, uint32_t g,
                           const struct goal *refuted);

#endif
