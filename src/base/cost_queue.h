/* cost_queue.h - ids that wait with costs, of which the least comes first.
 *
 *     cost_queue_push(&queue, (struct cost_queue_entry){cost, next, id});
 *     entry = cost_queue_pop(&queue);       the queue is not empty
 *
 * Among entries of equal cost the one with the least `next` comes first, and
 * among equal `next` the one with the least id. */
#ifndef COST_QUEUE_H
#define COST_QUEUE_H

#include "base/vec.h"

#include <stdint.h>

struct cost_queue_entry {
    uint64_t cost, next;
    uint32_t id;
};

/* A heap: heap.at[0] is the least.  All zero is an empty queue. */
struct cost_queue {
    VEC(struct cost_queue_entry) heap;
};

void cost_queue_finish(struct cost_queue *queue);
void cost_queue_push(struct cost_queue *queue, struct cost_queue_entry entry);
struct cost_queue_entry cost_queue_pop(struct cost_queue *queue);

#endif
