/* crew.h - threads that work side by side and meet.
 *
 *     leader                              each other thread
 *       crew_init()                 while (crew_wait())
 *       crew_release()                  work
 *       work
 *       crew_gather()
 *       alone: the others wait
 *       crew_release() ...
 *       crew_finish()
 *
 * Any thread may call for a meeting; the others look now and then whether one
 * is called, and wait.  A thread that waits looks again and again for some
 * microseconds, then lets other threads run for about a millisecond, then
 * sleeps: it takes tens of microseconds to wake a thread, and meetings may be
 * short. */
#ifndef CREW_H
#define CREW_H

#include "base/mem.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* Bytes between what different threads write: when two threads write to one
 * line of the cache, the line moves between their processors at each write, and
 * processors fetch lines in pairs. */
enum { CREW_APART = 128 };

struct crew {
    void (*work)(void *self, uint32_t i); /* of threads 1, 2, ... */
    void *self;
    uint32_t n_threads; /* besides the leader */
    struct crew_thread *threads;
    bool ended;
    char apart_called[CREW_APART];
    _Atomic bool called;
    char apart_waiting[CREW_APART];
    _Atomic uint32_t n_waiting;
    char apart_meetings[CREW_APART];
    _Atomic uint64_t n_meetings;
    char apart_rest[CREW_APART];
    /* of the threads that sleep and of the threads that wake them: */
    _Atomic bool leader_sleeps;
    _Atomic uint32_t n_asleep;
    pthread_mutex_t lock;
    pthread_cond_t gathered, released;
    struct mem_guard guard;
};

/* Starts n threads besides the leader, or fewer when the system gives no more.
 * They wait. */
void crew_init(struct crew *crew, uint32_t n,
               void (*work)(void *self, uint32_t i), void *self);

/* Gathers and ends the threads; also when memory runs out. */
void crew_finish(struct crew *crew);

/* The first part of crew_finish(), before it waits: the threads end while the
 * leader goes on. */
void crew_dismiss(struct crew *crew);

/* For work(), at its beginning and whenever it has nothing to do or is called:
 * waits until the leader releases the threads; false: the thread must end. */
bool crew_wait(struct crew *crew);

/* The same in two steps: from the first call on the thread counts as waiting
 * until crew_is_released(), although it may have something else to do. */
uint64_t crew_arrive(struct crew *crew);
bool crew_await(struct crew *crew, uint64_t meeting);

static inline bool crew_is_released(const struct crew *crew, uint64_t meeting)
{
    return atomic_load_explicit(&crew->n_meetings, memory_order_acquire) !=
           meeting;
}

/* For the leader: waits until all others wait; lets them go on. */
void crew_gather(struct crew *crew);
void crew_release(struct crew *crew);

static inline void crew_call(struct crew *crew)
{
    atomic_store_explicit(&crew->called, true, memory_order_relaxed);
}

static inline bool crew_is_called(const struct crew *crew)
{
    return atomic_load_explicit(&crew->called, memory_order_relaxed);
}

#endif
