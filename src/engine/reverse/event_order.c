#include "engine/reverse/event_order.h"

#include "base/ids.h"

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 32;
}

void event_order_init(struct event_order *order, const struct config *c,
                      bool weak)
{
    *order = (struct event_order){
        .es = c->es, .c = c, .mask = weak ? 1 : UINT64_MAX};
    c->es->events.at[EVENT_BOTTOM].hash = 0;
}

void event_order_finish(struct event_order *order)
{
    vec_free(&order->a);
    vec_free(&order->b);
}

void event_order_add(struct event_order *order, event_id e)
{
    struct es *const es = order->es;
    const struct es_name name = es_name(es, e);
    uint64_t h = mix(0x2545f4914f6cdd1du, es->events.at[e].trans);
    uint64_t readers = 0;

    for (uint32_t i = 0; i < name.n_uses; i++)
        h = mix(h, es->events.at[es_name_cause(es, name, i)].hash);
    for (uint32_t i = name.n_uses; i < name.n; i++)
        readers += mix(1, es->events.at[name.at[i]].hash);
    if (name.n > name.n_uses)
        h = mix(h, readers);
    es->events.at[e].hash = mix(h, h >> 29) & order->mask;
}

/* Negative, 0 or positive. */
static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int compare_producers(const struct event_order *order, event_id a,
                             event_id b)
{
    const struct es *const es = order->es;
    const uint32_t *const position = order->c->position.at;
    int result = 0;

    for (uint32_t i = 0; i < es_use_count(es, a) && !result; i++)
        result =
            compare_numbers(position[es->conds.at[es_uses(es, a)[i]].producer],
                            position[es->conds.at[es_uses(es, b)[i]].producer]);
    return result;
}

static int compare_readers(struct event_order *order, event_id a, event_id b)
{
    const struct es *const es = order->es;
    const uint32_t *const position = order->c->position.at;
    const uint32_t n = es_reader_count(es, a);
    int result = compare_numbers(n, es_reader_count(es, b));

    vec_clear(&order->a);
    vec_clear(&order->b);
    for (uint32_t i = 0; i < n && !result; i++) {
        vec_push(&order->a, position[es_readers(es, a)[i]]);
        vec_push(&order->b, position[es_readers(es, b)[i]]);
    }
    ids_sort(order->a.at, order->a.len);
    ids_sort(order->b.at, order->b.len);
    for (uint32_t i = 0; i < n && !result; i++)
        result = compare_numbers(order->a.at[i], order->b.at[i]);
    return result;
}

bool event_order_tie(struct event_order *order, event_id a, event_id b)
{
    const struct es *const es = order->es;
    int result =
        compare_numbers(es->events.at[a].trans, es->events.at[b].trans);

    if (!result)
        result = compare_producers(order, a, b);
    if (!result)
        result = compare_readers(order, a, b);
    return result < 0;
}
