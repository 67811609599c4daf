#include "engine/prefix/count_beside.h"

#include <sched.h>

/* Events that are counted between two looks at what the leader wants; looks
 * before it lets others run. */
enum { A_FEW = 8, LOOKS = 1000 };

/* Events for which there is room. */
#define MANY ((uint32_t)1 << 15)

void count_beside_expect(struct count_beside *x)
{
    struct lists *const groups = &x->nodes.groups;

    if (lists_count(groups))
        return;
    hash_expect(&groups->index, MANY);
    vec_expect(&groups->ends, MANY);
    vec_expect(&groups->numbers, 4 * MANY);
    vec_expect(&x->nodes.produced, MANY);
}

void count_beside_finish(struct count_beside *x)
{
    count_nodes_finish(&x->nodes);
    vec_free(&x->uncounted);
}

void count_beside_fetch(struct count_beside *x)
{
    vec_append(&x->uncounted, &x->coming);
    vec_clear(&x->coming);
    count_beside_note(x);
}

/* For later: what the n events after the next n use, and where those after
 * these are. */
static void fetch(const struct count_beside *x, uint32_t n)
{
    const es_event_list *const list = &x->uncounted;
    const uint32_t from = x->n_counted + n;

    for (uint32_t i = from; i < from + n && i + n < list->len; i++) {
        es_fetch(x->nodes.es, list->at[i + n]);
        es_fetch_uses(x->nodes.es, list->at[i]);
    }
}

void count_beside_some(struct count_beside *x, uint32_t n)
{
    es_event_list *const list = &x->uncounted;
    const uint32_t left = list->len - x->n_counted;
    const uint32_t end = x->n_counted + (n < left ? n : left);

    while (x->n_counted < end) {
        const uint32_t rest = end - x->n_counted;
        const uint32_t some = rest < COUNT_NODES_MANY ? rest : COUNT_NODES_MANY;

        fetch(x, some);
        count_nodes_add(&x->nodes, list->at + x->n_counted, some);
        x->n_counted += some;
    }
    if (x->n_counted == list->len) {
        vec_clear(list);
        x->n_counted = 0;
    }
    count_beside_note(x);
}

/* The thread says that it counts, and then looks whether it may; the leader
 * says that it may not, and then looks whether it does.  So one of them sees
 * the other. */
bool count_beside_idly(struct count_beside *x)
{
    bool allowed;

    if (!x->uncounted.len)
        return false;
    atomic_store(&x->is_busy, true);
    allowed = atomic_load(&x->is_allowed);
    if (allowed)
        count_beside_some(x, A_FEW);
    atomic_store_explicit(&x->is_busy, false, memory_order_release);
    return allowed;
}

void count_beside_stop(struct count_beside *x)
{
    atomic_store(&x->is_allowed, false);
    for (uint32_t i = 0; atomic_load(&x->is_busy); i++)
        if (i >= LOOKS)
            (void)sched_yield();
}
