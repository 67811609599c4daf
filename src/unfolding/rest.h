/* rest.h - what an event lacks: the part of [e] that is not in C.
 *
 *     rest_start(&rest, e);
 *     for (uint32_t i = 0; i < rest.at.len; i++)
 *         if (!rest_expand(&rest, i))
 *             return false;            (C + [e] is no configuration)
 *     rest_sort(&rest);                (e is the last)
 *
 * The owner looks at each event on the way and may give up. */
#ifndef REST_H
#define REST_H

#include "unfolding/config.h"

struct rest {
    const struct config *c;
    event_list at;
    cond_id gone;        /* what made rest_expand() fail */
    VEC(uint32_t) stamp; /* by event: == now when in the list */
    uint32_t now;
};

void rest_init(struct rest *rest, const struct config *c);
void rest_finish(struct rest *rest);

/* The list {e}; e is not in C. */
void rest_start(struct rest *rest, event_id e);

/* Appends the direct causes of the i-th event that are neither in C nor in the
 * list.  False when it uses a condition that C has consumed. */
bool rest_expand(struct rest *rest, uint32_t i);

/* Causes first. */
void rest_sort(struct rest *rest);

#endif
