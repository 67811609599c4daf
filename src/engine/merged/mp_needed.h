/* mp_needed.h - events that each configuration with a given marking has.
 *
 * If a place is marked, its first condition was produced.  A condition that
 * only one extended event produces needs that event, which needs the conditions
 * that it uses.  Where these events are as many as a configuration C with the
 * marking has, no other one with this marking has as few as C (THEORY,
 * Lemma 139): C is no cutoff, and the solver need not be asked. */
#ifndef MP_NEEDED_H
#define MP_NEEDED_H

#include "base/stamp.h"
#include "engine/merged/mp_config.h"

struct mp_needed {
    const struct mp_process *process;
    mp_process_list producer; /* by condition: 1 + the extended event that
                                 produces it; 0: none does; MP_NONE: several */
    net_trans_list sinks;     /* transitions that produce nothing */
    struct stamp needed;      /* scratch: events */
    mp_process_list list;     /* scratch: these, of which some wait */
    net_place_list marked;    /* scratch: the marking */
};

void mp_needed_init(struct mp_needed *needed, const struct mp_process *process);
void mp_needed_finish(struct mp_needed *needed);

/* Event e has become extended. */
void mp_needed_extend(struct mp_needed *needed, uint32_t e);

/* C is a local configuration that leads to the marking.  Has each other one
 * whose events are extended, but for the last one, more events than C?  False:
 * it may not be so. */
bool mp_needed_shows(struct mp_needed *needed, const struct mp_config *c,
                     const bits_word *marking);

#endif
