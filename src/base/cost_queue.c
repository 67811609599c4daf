#include "base/cost_queue.h"

#include <stdbool.h>

static bool is_first(struct cost_queue_entry a, struct cost_queue_entry b)
{
    if (a.cost != b.cost)
        return a.cost < b.cost;
    return a.next != b.next ? a.next < b.next : a.id < b.id;
}

void cost_queue_finish(struct cost_queue *queue)
{
    vec_free(&queue->heap);
}

void cost_queue_push(struct cost_queue *queue, struct cost_queue_entry entry)
{
    uint32_t i = queue->heap.len;
    struct cost_queue_entry *at;

    vec_push(&queue->heap, entry);
    at = queue->heap.at;
    for (; i > 0 && is_first(entry, at[(i - 1) / 2]); i = (i - 1) / 2)
        at[i] = at[(i - 1) / 2];
    at[i] = entry;
}

struct cost_queue_entry cost_queue_pop(struct cost_queue *queue)
{
    const struct cost_queue_entry last = vec_pop(&queue->heap);
    const uint32_t n = queue->heap.len;
    struct cost_queue_entry *const at = queue->heap.at;
    struct cost_queue_entry top;
    uint32_t i = 0, child;

    if (!n)
        return last;
    top = at[0];
    while ((child = 2 * i + 1) < n) {
        if (child + 1 < n && is_first(at[child + 1], at[child]))
            child++;
        if (!is_first(at[child], last))
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return top;
}
