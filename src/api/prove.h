/* prove.h - is an answer what it claims to be?
 *
 * Nothing that an engine claims leaves the library before it was tried here:
 * runs by the token game, proofs by their definition (verify.h). */
#ifndef PROVE_H
#define PROVE_H

#include "engine/engine.h"

/* Fires every run of the answer by the token game, and verifies every proof.
 * One that fails is a DIAG_INTERNAL: then nothing of the answer may be
 * believed. */
bool prove_answer(const struct engine_problem *problem,
                  const struct answer *answer, struct diag *diag);

#endif
