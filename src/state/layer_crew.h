/* layer_crew.h - threads that work side by side and meet.
 *
 *     leader                              each other thread
 *       layer_crew_init()                 while (layer_crew_wait())
 *       layer_crew_release()                  work
 *       work
 *       layer_crew_gather()
 *       alone: the others wait
 *       layer_crew_release() ...
 *       layer_crew_finish()
 *
 * Any thread may call for a meeting; the others look now and then whether one
 * is called, and wait. */
#ifndef LAYER_CREW_H
#define LAYER_CREW_H

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct layer_crew {
    void (*work)(void *self, uint32_t i); /* of threads 1, 2, ... */
    void *self;
    uint32_t n_threads; /* besides the leader */
    struct layer_crew_thread *threads;
    pthread_mutex_t lock; /* of these three: */
    uint32_t n_waiting;
    uint64_t n_meetings;
    bool ended;
    pthread_cond_t gathered, released;
    _Atomic bool called;
    struct mem_guard guard;
};

/* n besides the leader, or fewer when no more can be started.  They wait. */
void layer_crew_init(struct layer_crew *crew, uint32_t n,
                     void (*work)(void *self, uint32_t i), void *self);

/* Gathers and ends the threads; also when memory runs out. */
void layer_crew_finish(struct layer_crew *crew);

/* For work(), at first and whenever it has nothing to do or is called: waits
 * until the leader goes on; false: the thread must end. */
bool layer_crew_wait(struct layer_crew *crew);

/* For the leader: waits until all others wait; lets them go on. */
void layer_crew_gather(struct layer_crew *crew);
void layer_crew_release(struct layer_crew *crew);

static inline void layer_crew_call(struct layer_crew *crew)
{
    atomic_store_explicit(&crew->called, true, memory_order_relaxed);
}

static inline bool layer_crew_is_called(const struct layer_crew *crew)
{
    return atomic_load_explicit(&crew->called, memory_order_relaxed);
}

#endif
