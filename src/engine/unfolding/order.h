/* order.h - adequate orders on configurations (THEORY, Definition 25 and
 * THEORY, Lemma 26).
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
 * The functions compare lists of labels, a level and a transition for each
 * event of a configuration.  So they also compare configurations whose events
 * are no longer in memory.  Events that are in both configurations may be left
 * out of both: they count alike on either side. */
#ifndef ORDER_H
#define ORDER_H

#include "engine/engine.h"
#include "engine/unfolding/es_past.h"

typedef VEC(uint64_t) order_labels;

struct order {
    uint64_t work; /* events compared */
    enum engine_order kind;
    const struct es *es;
    order_labels a, b; /* what order_decide() compares */
    int32_t *count;    /* by transition, all 0 between calls */
};

static inline uint64_t order_label(uint32_t level, trans_id t)
{
    return (uint64_t)level << 32 | t;
}

void order_init(struct order *order, enum engine_order kind,
                const struct es *es);
void order_finish(struct order *order);

/* The labels of the events, in their order. */
void order_load(const struct order *order, order_labels *to,
                struct es_span events);

/* By level, then by transition. */
void order_sort(order_labels *labels);

/* -1, 0 or 1: is order->a smaller than, as good as, or larger than order->b?
 * Both have the same number of events, bottom left out, because the caller has
 * compared the sizes. 0 means equal or, except for foata, incomparable. May
 * sort both lists. */
int order_decide(struct order *order);

/* The same up to the Parikh vectors, without the Foata levels. */
int order_decide_parikh(struct order *order);

/* order_decide() for the events of two configurations. */
int order_compare(struct order *order, struct es_span a, struct es_span b);

/* The same for [a] and [b], of any sizes. */
int order_events(struct order *order, struct es_past_walk *walk, event_id a,
                 event_id b);

#endif
