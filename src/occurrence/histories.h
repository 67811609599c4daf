/* histories.h - which events of a prefix are histories of one event.
 *
 * Under the relation `read` an event of the unfolding may have several
 * histories: a transition that consumes a condition fires after some of its
 * readers, and each choice of readers is a history.  A prefix has one event for
 * each history, and each of these produces conditions of its own:
 *
 *     r reads b, w consumes it:   w after nothing  -> c1
 *                                 w after r        -> c2
 *
 * But a token on the place is the same condition, whichever history produced
 * it.  So two events are histories of one event if they have the same
 * transition and use the same conditions.  Then the conditions that they
 * produce on a place are the same. */
#ifndef HISTORIES_H
#define HISTORIES_H

#include "occurrence/prefix.h"

struct histories {
    uint32_t *event;     /* by event: the first history of the same event */
    uint32_t *condition; /* by condition: the first one that is the same */
    /* each once; without bottom and conditions of an engine's own */
    uint32_t n_events, n_conditions;
};

/* Takes linear time, apart from sorting the conditions that an event uses. */
void histories_init(struct histories *histories, const struct prefix *prefix);
void histories_finish(struct histories *histories);

#endif
