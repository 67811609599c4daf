/* event_markings.h - the markings that the local configurations of a prefix
 * reach, each as a difference to another one.
 *
 * The base of an event e is its cause with the largest local configuration, of
 * several such causes the first; so
 *
 *     marking of [e] = marking of [base], less `removed`, with `added`
 *
 * and the marking of bottom is the initial one.  The events of [e] outside
 * [base] are found from both ends, the largest numbers first, until what is
 * left belongs to [base]: an event with one cause takes constant time. */
#ifndef EVENT_MARKINGS_H
#define EVENT_MARKINGS_H

#include "base/id_queue.h"
#include "base/stamp.h"
#include "occurrence/prefix.h"

struct event_markings {
    const struct prefix *prefix;
    struct stamp colours; /* of events: of [e] alone, or of [base] */
    struct id_queue queue;
    uint32_t n_waiting; /* in the queue, of [e] alone */
    int32_t *change;    /* by place, all zero between two calls */
    net_place_list touched;

    /* Of the event asked for last, increasing. */
    uint32_t base;
    net_place_list added, removed;
    VEC(uint32_t) own; /* the events of [e] outside [base], decreasing */
};

void event_markings_init(struct event_markings *m, const struct prefix *prefix,
                         uint32_t n_places);
void event_markings_finish(struct event_markings *m);

/* The base of event e; of bottom itself. */
uint32_t event_markings_base(const struct prefix *prefix, uint32_t e);

/* Fills base, added and removed for event e; of bottom it adds the initial
 * marking. */
void event_markings_find(struct event_markings *m, uint32_t e);

#endif
