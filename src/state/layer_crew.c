#include "state/layer_crew.h"

struct layer_crew_thread {
    struct layer_crew *crew;
    uint32_t i;
    pthread_t thread;
};

static void *run_thread(void *self)
{
    const struct layer_crew_thread *const thread = self;

    thread->crew->work(thread->crew->self, thread->i);
    return NULL;
}

/* The threads end at their next wait. */
static void end_threads(void *self)
{
    struct layer_crew *const crew = self;

    layer_crew_call(crew);
    layer_crew_gather(crew);
    crew->ended = true;
    layer_crew_release(crew);
    for (uint32_t i = 0; i < crew->n_threads; i++)
        pthread_join(crew->threads[i].thread, NULL);
    pthread_cond_destroy(&crew->gathered);
    pthread_cond_destroy(&crew->released);
    pthread_mutex_destroy(&crew->lock);
}

void layer_crew_init(struct layer_crew *crew, uint32_t n,
                     void (*work)(void *self, uint32_t i), void *self)
{
    *crew = (struct layer_crew){.work = work, .self = self};
    crew->threads = mem_alloc(n, sizeof *crew->threads);
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->gathered, NULL);
    pthread_cond_init(&crew->released, NULL);
    for (; crew->n_threads < n; crew->n_threads++) {
        struct layer_crew_thread *const thread =
            &crew->threads[crew->n_threads];

        *thread =
            (struct layer_crew_thread){.crew = crew, .i = crew->n_threads + 1};
        if (pthread_create(&thread->thread, NULL, run_thread, thread) != 0)
            break;
    }
    mem_guard(&crew->guard, end_threads, crew);
}

void layer_crew_finish(struct layer_crew *crew)
{
    mem_unguard(&crew->guard);
    end_threads(crew);
    mem_free(crew->threads);
}

bool layer_crew_wait(struct layer_crew *crew)
{
    uint64_t meeting;
    bool goes_on;

    pthread_mutex_lock(&crew->lock);
    meeting = crew->n_meetings;
    crew->n_waiting++;
    pthread_cond_signal(&crew->gathered);
    while (crew->n_meetings == meeting)
        pthread_cond_wait(&crew->released, &crew->lock);
    goes_on = !crew->ended;
    pthread_mutex_unlock(&crew->lock);
    return goes_on;
}

void layer_crew_gather(struct layer_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    while (crew->n_waiting < crew->n_threads)
        pthread_cond_wait(&crew->gathered, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void layer_crew_release(struct layer_crew *crew)
{
    pthread_mutex_lock(&crew->lock);
    crew->n_waiting = 0;
    crew->n_meetings++;
    atomic_store_explicit(&crew->called, false, memory_order_relaxed);
    pthread_cond_broadcast(&crew->released);
    pthread_mutex_unlock(&crew->lock);
}
