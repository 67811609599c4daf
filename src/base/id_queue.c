#include "base/id_queue.h"

#include <string.h>

void id_queue_finish(struct id_queue *queue)
{
    cost_queue_finish(&queue->far);
    queue->n_near = 0;
}

static void push_far(struct id_queue *queue, uint32_t id)
{
    cost_queue_push(&queue->far, (struct cost_queue_entry){
                                     .cost = UINT32_MAX - id, .id = id});
}

/* The smallest of a full array makes room for a larger id. */
void id_queue_push_far(struct id_queue *queue, uint32_t id)
{
    if (queue->n_near < ID_QUEUE_NEAR || id < queue->near[0]) {
        push_far(queue, id);
        return;
    }
    push_far(queue, queue->near[0]);
    queue->n_near--;
    memmove(queue->near, queue->near + 1, queue->n_near * sizeof *queue->near);
    id_queue_push(queue, id);
}

/* Half of the array, so that ids to come find room. */
void id_queue_refill(struct id_queue *queue)
{
    const uint32_t n = queue->far.heap.len < ID_QUEUE_NEAR / 2
                           ? queue->far.heap.len
                           : ID_QUEUE_NEAR / 2;

    for (uint32_t i = n; i-- > 0;)
        queue->near[i] = cost_queue_pop(&queue->far).id;
    queue->n_near = n;
}
