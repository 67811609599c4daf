/* way.h - a way from a marking towards a condition, by guided walks
 * (guide.h). */
#ifndef WAY_H
#define WAY_H

#include "engine/recovery/recovery_run.h"

/* Does the way end at this marking? */
struct way_end {
    bool (*is_there)(void *self, const bits_word *m);
    void *self;
};

/* Fills *run, which is empty, with a run from m to an end.  False if a few
 * walks do not find one. wanted: places that the condition wants marked; if
 * other transitions help, no transition that consumes from these places
 * fires. */
bool way_find(struct recovery_run *recovery, const bits_word *m,
              struct formula *condition, const net_place_list *wanted,
              const struct way_end *end, witness_run *run);

#endif
