#include "order.h"

#include <stdlib.h>

void order_init(struct order *order, enum order_kind kind, const struct es *es)
{
    *order = (struct order){.kind = kind, .es = es};
}

void order_finish(struct order *order)
{
    es_walk_finish(&order->walk);
    vec_free(&order->a);
    vec_free(&order->b);
}

static int by_value(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* The labels of [e] in the low half; in the high half 0, for Parikh, or the
 * level. */
static uint64_t *labels(struct order *order, event_id e, bool levels,
                        uint64_t *to)
{
    const struct event_span self = {&e, e != EVENT_BOTTOM};
    const struct event_span past = es_past(order->es, &order->walk, self);

    for (uint32_t i = 0; i < past.len; i++) {
        const struct event *const ev = &order->es->events.at[past.at[i]];

        to[i] = (levels ? (uint64_t)ev->level << 32 : 0) | ev->trans;
    }
    if (past.len)
        qsort(to, past.len, sizeof *to, by_value);
    return to;
}

/* At the first difference of two sorted lists, who has the smaller entry has
 * more of it; on equal length that decides. */
static int compare_lists(const uint64_t *a, const uint64_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_labels(struct order *order, event_id a, event_id b,
                          bool levels)
{
    const uint32_t n = order->es->events.at[a].size;

    vec_clear(&order->a);
    vec_clear(&order->b);
    vec_reserve(&order->a, n + 1);
    vec_reserve(&order->b, n + 1);
    return compare_lists(labels(order, a, levels, order->a.at),
                         labels(order, b, levels, order->b.at), n);
}

int order_compare(struct order *order, event_id a, event_id b)
{
    const uint32_t na = order->es->events.at[a].size;
    const uint32_t nb = order->es->events.at[b].size;
    int sign = (na > nb) - (na < nb);

    if (a == b)
        return 0;
    if (!sign && order->kind != ORDER_SIZE)
        sign = compare_labels(order, a, b, false);
    if (!sign && order->kind == ORDER_FOATA)
        sign = compare_labels(order, a, b, true);
    return sign;
}
