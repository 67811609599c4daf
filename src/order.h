/* order.h - adequate orders on configurations.
 *
 *     size     fewer events first                          [McM92]
 *     parikh   size, then the Parikh vectors: at the first transition that
 *              occurs in the two a different number of times, the
 *              configuration with more of it comes first
 *     foata    size, Parikh, then the Foata levels one after the other: at the
 *              first that differs fewer events first, then as for parikh;
 *              total                                       [ERV02]
 *
 * The level of an event is the length of the longest chain that ends in it.
 *
 * What is compared are lists of the events of two configurations.  Events that
 * are in both may be left out of both: they count alike on either side. */
#ifndef ORDER_H
#define ORDER_H

#include "engine.h"
#include "es.h"

struct order {
    uint64_t work; /* events compared */
    enum order_kind kind;
    const struct es *es;
    VEC(uint64_t) a, b; /* (level, transition) of each event, sorted */
    int32_t *count;     /* by transition, all 0 between calls */
};

void order_init(struct order *order, enum order_kind kind, const struct es *es);
void order_finish(struct order *order);

/* -1, 0 or 1: is configuration a smaller than, as good as, or larger than b?
 * Both are lists of as many events, bottom left out: sizes that differ have
 * decided before.  0 means equal or, but for foata, incomparable. */
int order_compare(struct order *order, struct event_span a,
                  struct event_span b);

/* The same, looking at no more than the Parikh vectors. */
int order_compare_parikh(struct order *order, struct event_span a,
                         struct event_span b);

#endif
