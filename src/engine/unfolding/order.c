#include "engine/unfolding/order.h"

#include <stdlib.h>

void order_init(struct order *order, enum engine_order kind,
                const struct es *es)
{
    *order = (struct order){.kind = kind, .es = es};
    order->count = mem_zero(es->compiled->n_trans, sizeof *order->count);
}

void order_finish(struct order *order)
{
    vec_free(&order->a);
    vec_free(&order->b);
    mem_free(order->count);
}

static void count(struct order *order, const order_labels *labels, int32_t by)
{
    for (uint32_t i = 0; i < labels->len; i++)
        order->count[(trans_id)labels->at[i]] += by;
}

/* The least transition among the labels that counts towards one side. */
static trans_id least_counted(const struct order *order,
                              const order_labels *labels)
{
    trans_id least = TRANS_NONE;

    for (uint32_t i = 0; i < labels->len; i++) {
        const trans_id t = (trans_id)labels->at[i];

        if (t < least && order->count[t])
            least = t;
    }
    return least;
}

/* After the labels of a were counted up and those of b down: the sign of the
 * first transition that does not come out even.  Leaves all counts 0. */
static int settle(struct order *order)
{
    int sign = 0;
    trans_id t = least_counted(order, &order->a);
    const trans_id u = least_counted(order, &order->b);

    order->work += (uint64_t)order->a.len + order->b.len;
    if (u < t)
        t = u;
    if (t != TRANS_NONE)
        sign = order->count[t] > 0 ? -1 : 1;
    count(order, &order->a, -1);
    count(order, &order->b, 1);
    return sign;
}

int order_decide_parikh(struct order *order)
{
    if (order->kind == ORDER_SIZE)
        return 0;
    count(order, &order->a, 1);
    count(order, &order->b, -1);
    return settle(order);
}

static int by_value(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;

    return (a > b) - (a < b);
}

void order_sort(order_labels *labels)
{
    if (labels->len > 1)
        qsort(labels->at, labels->len, sizeof *labels->at, by_value);
}

static uint32_t level_of(const order_labels *labels, uint32_t i)
{
    return i < labels->len ? (uint32_t)(labels->at[i] >> 32) : UINT32_MAX;
}

/* Two sorted lists that differ from entry i on, in one level.  The list with
 * fewer events there is smaller; else the list with the smaller label, because
 * it has more events with that label. */
static int compare_level(const order_labels *a, const order_labels *b,
                         uint32_t i)
{
    const uint32_t level =
        level_of(a, i) < level_of(b, i) ? level_of(a, i) : level_of(b, i);
    uint32_t k = i;

    while (level_of(a, k) == level && level_of(b, k) == level)
        k++;
    if (level_of(a, k) == level)
        return 1;
    if (level_of(b, k) == level)
        return -1;
    return a->at[i] < b->at[i] ? -1 : 1;
}

static int compare_levels(struct order *order)
{
    order->work += 2 * ((uint64_t)order->a.len + order->b.len); /* and sorted */
    order_sort(&order->a);
    order_sort(&order->b);
    for (uint32_t i = 0; i < order->a.len; i++)
        if (order->a.at[i] != order->b.at[i])
            return compare_level(&order->a, &order->b, i);
    return 0;
}

int order_decide(struct order *order)
{
    const int sign = order_decide_parikh(order);

    ASSERT(order->a.len == order->b.len);
    if (sign || order->kind != ORDER_FOATA)
        return sign;
    return compare_levels(order);
}

void order_load(const struct order *order, order_labels *to,
                struct es_span events)
{
    vec_clear(to);
    vec_reserve(to, events.len);
    for (uint32_t i = 0; i < events.len; i++) {
        const struct es_event *const ev = &order->es->events.at[events.at[i]];

        to->at[i] = order_label(ev->level, ev->trans);
    }
    to->len = events.len;
}

/* Loads and counts at once. */
static void load_counted(struct order *order, order_labels *to,
                         struct es_span events, int32_t by)
{
    const struct es_event *const all = order->es->events.at;
    uint64_t *at;

    vec_clear(to);
    vec_reserve(to, events.len);
    at = to->at;
    for (uint32_t i = 0; i < events.len; i++) {
        const struct es_event *const ev = &all[events.at[i]];

        order->count[ev->trans] += by;
        at[i] = order_label(ev->level, ev->trans);
    }
    to->len = events.len;
}

int order_compare_parikh(struct order *order, struct es_span a,
                         struct es_span b)
{
    if (order->kind == ORDER_SIZE)
        return 0;
    load_counted(order, &order->a, a, 1);
    load_counted(order, &order->b, b, -1);
    return settle(order);
}

int order_compare(struct order *order, struct es_span a, struct es_span b)
{
    const int sign = order_compare_parikh(order, a, b);

    ASSERT(a.len == b.len);
    if (sign || order->kind != ORDER_FOATA)
        return sign;
    return compare_levels(order);
}
