/* missing_past.h - what an event lacks: the part of [e] that is not in C.
 *
 *     missing_past_start(&missing, e);
 *     for (uint32_t i = 0; i < missing.at.len; i++)
 *         if (!missing_past_expand(&missing, i))
 *             return false;            (C + [e] is no configuration)
 *     missing_past_sort(&missing);                (e is the last)
 *
 * The owner looks at each event on the way and may give up. */
#ifndef MISSING_PAST_H
#define MISSING_PAST_H

#include "unfolding/config.h"

struct missing_past {
    const struct config *c;
    es_event_list at;
    cond_id gone; /* what made missing_past_expand() fail */
    struct stamp listed;
};

void missing_past_init(struct missing_past *missing, const struct config *c);
void missing_past_finish(struct missing_past *missing);

/* The list {e}; e is not in C. */
void missing_past_start(struct missing_past *missing, event_id e);

/* Appends the direct causes of the i-th event that are neither in C nor in the
 * list.  False when it uses a condition that C has consumed. */
bool missing_past_expand(struct missing_past *missing, uint32_t i);

/* Causes first. */
void missing_past_sort(struct missing_past *missing);

#endif
