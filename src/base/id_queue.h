/* id_queue.h - ids that wait, of which the largest comes first.
 *
 *     id_queue_push(&queue, id);
 *     id = id_queue_pop(&queue);            the queue is not empty
 *
 * The largest ids stand in a short sorted array, the others in a heap: while
 * few ids wait, which is the rule, a step moves one or two ids. */
#ifndef ID_QUEUE_H
#define ID_QUEUE_H

#include "base/cost_queue.h"

enum { ID_QUEUE_NEAR = 24 };

/* All zero is an empty queue. */
struct id_queue {
    uint32_t
        near[ID_QUEUE_NEAR]; /* increasing; none is below one of the heap */
    uint32_t n_near;
    struct cost_queue far;
};

void id_queue_finish(struct id_queue *queue);

/* The rare cases: the array is full or empty. */
void id_queue_push_far(struct id_queue *queue, uint32_t id);
void id_queue_refill(struct id_queue *queue);

static inline void id_queue_clear(struct id_queue *queue)
{
    queue->n_near = 0;
    vec_clear(&queue->far.heap);
}

static inline void id_queue_push(struct id_queue *queue, uint32_t id)
{
    uint32_t i = queue->n_near;

    if (i == ID_QUEUE_NEAR ||
        (queue->far.heap.len && (i == 0 || id < queue->near[0]))) {
        id_queue_push_far(queue, id);
        return;
    }
    for (; i > 0 && queue->near[i - 1] > id; i--)
        queue->near[i] = queue->near[i - 1];
    queue->near[i] = id;
    queue->n_near++;
}

static inline uint32_t id_queue_pop(struct id_queue *queue)
{
    if (!queue->n_near)
        id_queue_refill(queue);
    return queue->near[--queue->n_near];
}

#endif
