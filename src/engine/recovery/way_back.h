/* way_back.h - ways back to the condition of a recovery proof: the proof grows
 * by them (recoverable.h). */
#ifndef WAY_BACK_H
#define WAY_BACK_H

#include "engine/recovery/recoverable.h"

/* Is the marking outside of the proof: does the proof not show that the
 * condition can be reached from m? */
bool way_back_is_outside(struct recoverable *r, const bits_word *m);

/* Is there a way back from m, which changes?  Then the proof grows. */
enum answer_verdict way_back_take(struct recoverable *r, bits_word *m);

/* `out` leads to a reachable marking that is outside. */
enum recoverable_verdict way_back_from_end(struct recoverable *r);

#endif
