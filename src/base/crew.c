#include "base/crew.h"

enum { SPINS = 20000 }; /* looks before a thread sleeps */

struct crew_thread {
    struct crew *crew;
    uint32_t i;
    pthread_t thread;
};

static void *run_thread(void *self)
{
    const struct crew_thread *const thread = self;

    thread->crew->work(thread->crew->self, thread->i);
    return NULL;
}

/* The threads end at their next wait. */
static void end_threads(void *self)
{
    struct crew *const crew = self;

    crew_call(crew);
    crew_gather(crew);
    crew->ended = true;
    crew_release(crew);
    for (uint32_t i = 0; i < crew->n_threads; i++)
        pthread_join(crew->threads[i].thread, NULL);
    pthread_cond_destroy(&crew->gathered);
    pthread_cond_destroy(&crew->released);
    pthread_mutex_destroy(&crew->lock);
}

void crew_init(struct crew *crew, uint32_t n,
               void (*work)(void *self, uint32_t i), void *self)
{
    *crew = (struct crew){.work = work, .self = self};
    crew->threads = mem_alloc(n, sizeof *crew->threads);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->gathered, NULL);
    pthread_cond_init(&crew->released, NULL);
    for (; crew->n_threads < n; crew->n_threads++) {
        struct crew_thread *const thread = &crew->threads[crew->n_threads];

        *thread = (struct crew_thread){.crew = crew, .i = crew->n_threads + 1};
        if (pthread_create(&thread->thread, NULL, run_thread, thread) != 0)
            break;
    }
    mem_guard(&crew->guard, end_threads, crew);
}

void crew_finish(struct crew *crew)
{
    mem_unguard(&crew->guard);
    end_threads(crew);
    mem_free(crew->threads);
}

bool crew_wait(struct crew *crew)
{
    uint64_t meeting;
    bool goes_on;

    pthread_mutex_lock(&crew->lock);
    meeting = crew->n_meetings;
    crew->n_waiting++;
    pthread_cond_signal(&crew->gathered);
    pthread_mutex_unlock(&crew->lock);
    for (uint32_t i = 0; i < SPINS && crew->n_meetings == meeting; i++)
        ;
    pthread_mutex_lock(&crew->lock);
    while (crew->n_meetings == meeting)
        pthread_cond_wait(&crew->released, &crew->lock);
    goes_on = !crew->ended;
    pthread_mutex_unlock(&crew->lock);
    return goes_on;
}

void crew_gather(struct crew *crew)
{
    for (uint32_t i = 0; i < SPINS && crew->n_waiting < crew->n_threads; i++)
        ;
    pthread_mutex_lock(&crew->lock);
    while (crew->n_waiting < crew->n_threads)
        pthread_cond_wait(&crew->gathered, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void crew_release(struct crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->n_waiting = 0;
    crew->n_meetings++;
    atomic_store_explicit(&crew->called, false, memory_order_relaxed);
    pthread_cond_broadcast(&crew->released);
    pthread_mutex_unlock(&crew->lock);
}
