/* order.h - adequate orders on configurations.
 *
 *     size     fewer events first                          [McM92]
 *     parikh   size, then the Parikh vectors: at the first transition that
 *              occurs in the two a different number of times, the
 *              configuration with more of it comes first
 *     foata    size, Parikh, then the Foata levels one after the other, each
 *              by its Parikh vector; total                 [ERV02]
 *
 * The level of an event is the length of the longest chain that ends in it. */
#ifndef ORDER_H
#define ORDER_H

#include "engine.h"
#include "es.h"

struct order {
    enum order_kind kind;
    const struct es *es;
    struct es_walk walk;
    VEC(uint64_t) a, b; /* (level, transition) of each event, sorted */
};

void order_init(struct order *order, enum order_kind kind, const struct es *es);
void order_finish(struct order *order);

/* -1, 0 or 1: is [a] smaller than, as good as, or larger than [b]?  0 means
 * equal or incomparable. */
int order_compare(struct order *order, event_id a, event_id b);

#endif
