/* event_order.h - a total order on events that refines causality and that every
 * process computes alike.
 *
 * Events are compared by their Foata level, then by a hash of 64 bits of their
 * structure (the transition and, for each condition and reader in the name, the
 * hash of its event), and when both are equal by the transition and the causes.
 * So the order depends neither on ids nor on the order in which events were
 * met.
 *
 * The order compares extensions and events of a configuration C whose positions
 * are in this order, so that it compares two causes by their positions.
 *
 * The store has the hashes, instead of the sizes and markings of events. */
#ifndef EVENT_ORDER_H
#define EVENT_ORDER_H

#include "engine/unfolding/config.h"

struct event_order {
    struct es *es;
    const struct config *c;
    uint64_t mask;      /* of hashes; fewer bits serve tests */
    VEC(uint32_t) a, b; /* scratch: positions of readers */
};

/* `weak`: hashes of one bit. */
void event_order_init(struct event_order *order, const struct config *c,
                      bool weak);
void event_order_finish(struct event_order *order);

/* Gives a new event its hash, which takes the place of its size. */
void event_order_add(struct event_order *order, event_id e);

/* Both levels and hashes are equal, the events are not: is a before b? */
bool event_order_tie(struct event_order *order, event_id a, event_id b);

/* Is a before b?  Never when they are the same. */
static inline bool event_order_less(struct event_order *order, event_id a,
                                    event_id b)
{
    const struct es_event *const x = &order->es->events.at[a];
    const struct es_event *const y = &order->es->events.at[b];

    if (x->level != y->level)
        return x->level < y->level;
    if (x->hash != y->hash)
        return x->hash < y->hash;
    return a != b && event_order_tie(order, a, b);
}

#endif
