#include "base/id_queue.h"

#include <string.h>

void id_queue_finish(struct id_queue *queue)
{
    vec_free(&queue->heap);
    queue->n_near = 0;
}

static void heap_push(struct id_queue *queue, uint32_t id)
{
    uint32_t i = queue->heap.len, *at;

    vec_push(&queue->heap, id);
    at = queue->heap.at;
    for (; i > 0 && at[(i - 1) / 2] < id; i = (i - 1) / 2)
        at[i] = at[(i - 1) / 2];
    at[i] = id;
}

static uint32_t heap_pop(struct id_queue *queue)
{
    const uint32_t last = vec_pop(&queue->heap), n = queue->heap.len;
    uint32_t *const at = queue->heap.at, i = 0, child, top;

    if (!n)
        return last;
    top = at[0];
    while ((child = 2 * i + 1) < n) {
        if (child + 1 < n && at[child + 1] > at[child])
            child++;
        if (at[child] <= last)
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return top;
}

/* The smallest of a full array makes room for a larger id. */
void id_queue_push_far(struct id_queue *queue, uint32_t id)
{
    if (queue->n_near < ID_QUEUE_NEAR || id < queue->near[0]) {
        heap_push(queue, id);
        return;
    }
    heap_push(queue, queue->near[0]);
    queue->n_near--;
    memmove(queue->near, queue->near + 1, queue->n_near * sizeof *queue->near);
    id_queue_push(queue, id);
}

/* Half of the array, so that ids to come find room. */
void id_queue_refill(struct id_queue *queue)
{
    const uint32_t n = queue->heap.len < ID_QUEUE_NEAR / 2 ? queue->heap.len
                                                           : ID_QUEUE_NEAR / 2;

    for (uint32_t i = n; i-- > 0;)
        queue->near[i] = heap_pop(queue);
    queue->n_near = n;
}
