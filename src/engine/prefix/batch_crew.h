/* batch_crew.h - threads that work together, step by step.
 *
 *     leader                                each thread, the leader, too
 *       batch_crew_init()
 *       batch_crew_widen()
 *       batch_crew_run()                      step(self, i)
 *       alone: the others wait                  while (batch_crew_take())
 *       batch_crew_run() ...                        some items
 *       batch_crew_finish()
 *
 * Each thread but the leader has memory of its own, which others may read until
 * the threads end.  When memory runs out in such a thread, the leader fails in
 * its place (mem.h) after the step. */
#ifndef BATCH_CREW_H
#define BATCH_CREW_H

#include "base/crew.h"

/* Calls in the threads other than the leader, except step(). */
struct batch_crew_calls {
    void (*start)(void *self, uint32_t i);  /* when the thread has started */
    void (*end)(void *self, uint32_t i);    /* before it ends */
    void (*step)(void *self, uint32_t i);   /* its part of a step */
    bool (*idle)(void *self, uint32_t i);   /* while it waits, until false */
    void (*failed)(void *self, uint32_t i); /* instead of `end` */
};

/* Some of n items, one after the other. */
struct batch_crew_piece {
    uint32_t at, end;
};

struct batch_crew_thread;

struct batch_crew {
    const struct batch_crew_calls *calls;
    void *self;
    uint32_t n_threads; /* with the leader, who is the first one */
    uint32_t n_wanted, n_most;
    struct batch_crew_thread *threads;
    struct crew crew;
    struct mem_guard guard;
    char apart_next[CREW_APART];
    _Atomic uint32_t next; /* piece that none has taken */
    char apart_rest[CREW_APART];
    _Atomic size_t failed; /* memory that a thread could not get */
};

/* The leader alone; n_most threads at most. */
void batch_crew_init(struct batch_crew *crew,
                     const struct batch_crew_calls *calls, void *self,
                     uint32_t n_most);
void batch_crew_finish(struct batch_crew *crew);

/* Ends the others; their memory is freed. */
void batch_crew_end(struct batch_crew *crew);

/* From now on there are n threads, or fewer if no more can be started.  The
 * others must have ended. */
void batch_crew_widen(struct batch_crew *crew, uint32_t n);

/* All threads do a step; the others wait before and after. */
void batch_crew_run(struct batch_crew *crew);

/* For a thread in a step: takes a piece of the n items, which no other thread
 * takes; false: no items are left.  A piece has neighbouring items, so that
 * threads seldom write to the same line of the cache. */
bool batch_crew_take(struct batch_crew *crew, uint32_t n,
                     struct batch_crew_piece *piece);

/* How many items a piece has. */
uint32_t batch_crew_size(const struct batch_crew *crew, uint32_t n);

/* In a step: are there items that none has taken? */
bool batch_crew_has_more(const struct batch_crew *crew, uint32_t n);

#endif
