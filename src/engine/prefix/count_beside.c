#include "engine/prefix/count_beside.h"

#include <sched.h>

/* Events that are counted between two looks at what the leader wants; looks
 * before it lets others run. */
enum { A_FEW = 8, LOOKS = 1000 };

/* Events for which there is room. */
#define EXPECTED_EVENTS ((uint32_t)1 << 15)

void count_beside_expect(struct count_beside *beside)
{
    struct lists *const groups = &beside->nodes.groups;

    if (lists_count(groups))
        return;
    hash_expect(&groups->index, EXPECTED_EVENTS);
    vec_expect(&groups->numbers.ends, EXPECTED_EVENTS);
    vec_expect(&groups->numbers.all, 4 * EXPECTED_EVENTS);
    vec_expect(&beside->nodes.produced, EXPECTED_EVENTS);
}

void count_beside_finish(struct count_beside *beside)
{
    count_nodes_finish(&beside->nodes);
    vec_free(&beside->uncounted);
}

void count_beside_fetch(struct count_beside *beside)
{
    vec_append(&beside->uncounted, &beside->coming);
    vec_clear(&beside->coming);
    count_beside_note(beside);
}

/* For later: what the n events after the next n use, and where those after
 * these are. */
static void fetch(const struct count_beside *beside, uint32_t n)
{
    const es_event_list *const list = &beside->uncounted;
    const uint32_t from = beside->n_counted + n;

    for (uint32_t i = from; i < from + n && i + n < list->len; i++) {
        es_fetch(beside->nodes.es, list->at[i + n]);
        es_fetch_uses(beside->nodes.es, list->at[i]);
    }
}

void count_beside_some(struct count_beside *beside, uint32_t n)
{
    es_event_list *const list = &beside->uncounted;
    const uint32_t left = list->len - beside->n_counted;
    const uint32_t end = beside->n_counted + (n < left ? n : left);

    while (beside->n_counted < end) {
        const uint32_t rest = end - beside->n_counted;
        const uint32_t some = rest < COUNT_NODES_MANY ? rest : COUNT_NODES_MANY;

        fetch(beside, some);
        count_nodes_add(&beside->nodes, list->at + beside->n_counted, some);
        beside->n_counted += some;
    }
    if (beside->n_counted == list->len) {
        vec_clear(list);
        beside->n_counted = 0;
    }
    count_beside_note(beside);
}

/* The thread says that it counts, and then looks whether it may; the leader
 * says that it may not, and then looks whether it does.  So one of them sees
 * the other. */
bool count_beside_idly(struct count_beside *beside)
{
    bool allowed;

    if (!beside->uncounted.len)
        return false;
    atomic_store(&beside->is_busy, true);
    allowed = atomic_load(&beside->is_allowed);
    if (allowed)
        count_beside_some(beside, A_FEW);
    atomic_store_explicit(&beside->is_busy, false, memory_order_release);
    return allowed;
}

void count_beside_stop(struct count_beside *beside)
{
    atomic_store(&beside->is_allowed, false);
    for (uint32_t i = 0; atomic_load(&beside->is_busy); i++)
        if (i >= LOOKS)
            (void)sched_yield();
}
