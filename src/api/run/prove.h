/* prove.h - is an answer correct?
 *
 * The library checks every claim of an engine here before a caller sees it:
 * runs by the token game, proofs by their definition (verify.h). */
#ifndef PROVE_H
#define PROVE_H

#include "engine/engine.h"
#include "proof/witness.h"

/* Replays every run of the answer by the token game, and verifies every proof.
 * An error is a DIAG_INTERNAL; the caller must then discard the answer. */
bool prove_answer(const struct engine_problem *problem,
                  const struct answer *answer, struct diag *diag);

/* The same for the run of one finding, by a replay that may have others behind
 * it.  Allocates only for a run for which that has no room, and for a goal
 * about what stays possible. */
bool prove_finding(struct witness_game *game, const struct goal *goal,
                   const struct answer_finding *finding, struct diag *diag);

/* The same for all runs, or for the run to a second token. */
bool prove_runs(const struct net *net, const struct goal *goals,
                const struct answer *answer, struct diag *diag);

#endif
