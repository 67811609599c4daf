/* reduction_apply.h - what the steps of reduction.h do to a net. */
#ifndef REDUCTION_APPLY_H
#define REDUCTION_APPLY_H

#include "proof/reduction.h"

/* May the net be safe after the step, and not before it?  (THEORY, Lemma 61.)
 * Of a step that is allowed. */
bool reduction_apply_hides(struct mutable_net *m,
                           const struct reduction_step *step,
                           const place_id *places);

/* Applies a step to the net and appends it to the list.  The nodes of the step
 * exist, and it has the form that its rule wants; whether it is allowed is for
 * reduction_check.h to say.  places are Q, S or R. */
void reduction_apply_step(struct reduction *reduction, struct mutable_net *m,
                          struct reduction_step step, const place_id *places);

#endif
