#include "order.h"

#include <stdlib.h>

void order_init(struct order *order, enum order_kind kind, const struct es *es)
{
    *order = (struct order){.kind = kind, .es = es};
    order->count = mem_zero(es->arcs->n_trans, sizeof *order->count);
}

void order_finish(struct order *order)
{
    vec_free(&order->a);
    vec_free(&order->b);
    free(order->count);
}

static void count(struct order *order, struct event_span events, int32_t by)
{
    for (uint32_t i = 0; i < events.len; i++)
        order->count[order->es->events.at[events.at[i]].trans] += by;
}

/* The least transition among the events that counts towards one side. */
static trans_id least_counted(const struct order *order,
                              struct event_span events)
{
    trans_id least = TRANS_NONE;

    for (uint32_t i = 0; i < events.len; i++) {
        const trans_id t = order->es->events.at[events.at[i]].trans;

        if (t < least && order->count[t])
            least = t;
    }
    return least;
}

int order_compare_parikh(struct order *order, struct event_span a,
                         struct event_span b)
{
    int sign = 0;
    trans_id t, u;

    if (order->kind == ORDER_SIZE)
        return 0;
    order->work += a.len + b.len;
    count(order, a, 1);
    count(order, b, -1);
    t = least_counted(order, a);
    u = least_counted(order, b);
    if (u < t)
        t = u;
    if (t != TRANS_NONE)
        sign = order->count[t] > 0 ? -1 : 1;
    count(order, a, -1);
    count(order, b, 1);
    return sign;
}

static int by_value(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

/* (level, transition) of each event, sorted. */
static const uint64_t *labels(const struct order *order,
                              struct event_span events, uint64_t *to)
{
    for (uint32_t i = 0; i < events.len; i++) {
        const struct event *const ev = &order->es->events.at[events.at[i]];

        to[i] = (uint64_t)ev->level << 32 | ev->trans;
    }
    if (events.len)
        qsort(to, events.len, sizeof *to, by_value);
    return to;
}

static uint32_t level_of(const uint64_t *labels, uint32_t i, uint32_t n)
{
    return i < n ? (uint32_t)(labels[i] >> 32) : UINT32_MAX;
}

/* Two sorted lists that differ from entry i on, in one level: who has fewer
 * events there comes first, else who has the smaller label, and so more of
 * it. */
static int compare_level(const uint64_t *a, const uint64_t *b, uint32_t i,
                         uint32_t n)
{
    const uint32_t level = level_of(a, i, n) < level_of(b, i, n)
                               ? level_of(a, i, n)
                               : level_of(b, i, n);
    uint32_t k = i;

    while (level_of(a, k, n) == level && level_of(b, k, n) == level)
        k++;
    if (level_of(a, k, n) == level)
        return 1;
    if (level_of(b, k, n) == level)
        return -1;
    return a[i] < b[i] ? -1 : 1;
}

static int compare_levels(struct order *order, struct event_span a,
                          struct event_span b)
{
    const uint64_t *la, *lb;

    vec_clear(&order->a);
    vec_clear(&order->b);
    vec_reserve(&order->a, a.len + 1);
    vec_reserve(&order->b, b.len + 1);
    la = labels(order, a, order->a.at);
    lb = labels(order, b, order->b.at);
    order->work += 2 * ((uint64_t)a.len + b.len); /* and sorted */
    for (uint32_t i = 0; i < a.len; i++)
        if (la[i] != lb[i])
            return compare_level(la, lb, i, a.len);
    return 0;
}

int order_compare(struct order *order, struct event_span a, struct event_span b)
{
    const int sign = order_compare_parikh(order, a, b);

    ASSERT(a.len == b.len);
    if (sign || order->kind != ORDER_FOATA)
        return sign;
    return compare_levels(order, a, b);
}
