#include "engine/unfolding/order.h"

#include "base/ids.h"

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

static void count_labels(struct order *order, order_labels labels, int32_t by)
{
    for (uint32_t i = 0; i < labels.len; i++)
        order->count[(trans_id)labels.at[i]] += by;
}

/* Sets the counts of these transitions to 0.  The least one whose count was not
 * 0 becomes *least, unless that is smaller, and its sign *sign. */
static void settle(struct order *order, order_labels labels, trans_id *least,
                   int *sign)
{
    for (uint32_t i = 0; i < labels.len; i++) {
        const trans_id t = (trans_id)labels.at[i];
        const int32_t n = order->count[t];

        order->count[t] = 0;
        if (n && t < *least) {
            *least = t;
            *sign = n > 0 ? -1 : 1;
        }
    }
}

/* The sign of the first transition that does not come out even. */
int order_decide_parikh(struct order *order)
{
    trans_id least = TRANS_NONE;
    int sign = 0;

    if (order->kind == ORDER_SIZE)
        return 0;
    order->work += (uint64_t)order->a.len + order->b.len;
    count_labels(order, order->a, 1);
    count_labels(order, order->b, -1);
    settle(order, order->a, &least, &sign);
    settle(order, order->b, &least, &sign);
    return sign;
}

void order_sort(order_labels *labels)
{
    vec_sort(labels, ids_compare_long);
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

int order_compare(struct order *order, struct es_span a, struct es_span b)
{
    order_load(order, &order->a, a);
    order_load(order, &order->b, b);
    return order_decide(order);
}

int order_events(struct order *order, struct es_past_walk *walk, event_id a,
                 event_id b)
{
    const struct es_event *const events = order->es->events.at;

    if (events[a].size != events[b].size)
        return events[a].size < events[b].size ? -1 : 1;
    if (a == b || order->kind == ORDER_SIZE)
        return 0;
    es_past_difference(order->es, walk, a, b);
    return order_compare(order, (struct es_span){walk->out.at, walk->out.len},
                         (struct es_span){walk->other.at, walk->other.len});
}
