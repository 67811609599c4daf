/* missing_past.h - the part of [e] that C lacks.
 *
 *     missing_past_start(&missing, e);
 *     for (uint32_t i = 0; i < missing.at.len; i++)
 *         if (!missing_past_expand(&missing, i, true))
 *             return false;            (C + [e] is no configuration)
 *     ids_sort(missing.at.at, missing.at.len);    causes first, e is the last
 *
 * The caller may look at each event on the way, and stop. */
#ifndef MISSING_PAST_H
#define MISSING_PAST_H

#include "base/stamp.h"
#include "engine/unfolding/config.h"

struct missing_past {
    const struct config *c; /* the rest is zero at first */
    es_event_list at;
    cond_id consumed; /* what made missing_past_expand() fail */
    struct stamp listed;
};

void missing_past_finish(struct missing_past *missing);

/* The list {e}; e is not in C. */
void missing_past_start(struct missing_past *missing, event_id e);

/* Appends the direct causes of the i-th event that are neither in C nor in the
 * list.  False if it stops at a condition that C has consumed. */
bool missing_past_expand(struct missing_past *missing, uint32_t i, bool stops);

#endif
