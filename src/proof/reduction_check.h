/* reduction_check.h - may this step be taken?
 *
 * The conditions of each rule, from its definition (THEORY, Definition 55).
 * Nothing here depends on how the step was found.  The original net is presumed
 * to be safe, except for questions about safety. */
#ifndef REDUCTION_CHECK_H
#define REDUCTION_CHECK_H

#include "proof/reduction.h"

enum { REDUCTION_CHECK_TEXT = 400 };

/* Is the step allowed on the net that m is?  Its nodes may be any numbers.  If
 * not, text (REDUCTION_CHECK_TEXT bytes) says why in one sentence. */
bool reduction_check_step(struct mutable_net *m,
                          const struct reduction_keeps *keeps,
                          const struct reduction_step *step,
                          const place_id *places, char *text);

#endif
