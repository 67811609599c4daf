#include "base/crew.h"

#include <sched.h>

/* Looks before a thread lets others run, and those before it sleeps. */
enum { SPINS = 100000, YIELDS = 1000 };

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
void crew_dismiss(struct crew *crew)
{
    if (crew->ended)
        return;
    crew_call(crew);
    crew_gather(crew);
    crew->ended = true;
    crew_release(crew);
}

static void end_threads(void *self)
{
    struct crew *const crew = self;

    crew_dismiss(crew);
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

/* Looks until `is_over`, for a while; is it over? */
static bool look(bool (*is_over)(const struct crew *crew, uint64_t meeting),
                 const struct crew *crew, uint64_t meeting)
{
    for (uint32_t i = 0; i < SPINS; i++)
        if (is_over(crew, meeting))
            return true;
    for (uint32_t i = 0; i < YIELDS; i++) {
        if (is_over(crew, meeting))
            return true;
        (void)sched_yield();
    }
    return is_over(crew, meeting);
}

static bool is_gathered(const struct crew *crew, uint64_t meeting)
{
    (void)meeting;
    return atomic_load_explicit(&crew->n_waiting, memory_order_acquire) ==
           crew->n_threads;
}

/* Who sleeps says so, and then looks once more; who changes what is looked at
 * does that first, and then asks whether somebody sleeps.  So one of them sees
 * the other. */
uint64_t crew_arrive(struct crew *crew)
{
    const uint64_t meeting = atomic_load(&crew->n_meetings);

    atomic_fetch_add(&crew->n_waiting, 1);
    if (atomic_load(&crew->leader_sleeps)) {
        pthread_mutex_lock(&crew->lock);
        pthread_cond_signal(&crew->gathered);
        pthread_mutex_unlock(&crew->lock);
    }
    return meeting;
}

bool crew_await(struct crew *crew, uint64_t meeting)
{
    if (!look(crew_is_released, crew, meeting)) {
        pthread_mutex_lock(&crew->lock);
        atomic_fetch_add(&crew->n_asleep, 1);
        while (atomic_load(&crew->n_meetings) == meeting)
            pthread_cond_wait(&crew->released, &crew->lock);
        atomic_fetch_sub(&crew->n_asleep, 1);
        pthread_mutex_unlock(&crew->lock);
    }
    return !crew->ended;
}

bool crew_wait(struct crew *crew)
{
    return crew_await(crew, crew_arrive(crew));
}

void crew_gather(struct crew *crew)
{
    if (look(is_gathered, crew, 0))
        return;
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->leader_sleeps, true);
    while (atomic_load(&crew->n_waiting) < crew->n_threads)
        pthread_cond_wait(&crew->gathered, &crew->lock);
    atomic_store(&crew->leader_sleeps, false);
    pthread_mutex_unlock(&crew->lock);
}

void crew_release(struct crew *crew)
{
    atomic_store_explicit(&crew->called, false, memory_order_relaxed);
    atomic_store(&crew->n_waiting, 0);
    atomic_fetch_add(&crew->n_meetings, 1);
    if (!atomic_load(&crew->n_asleep))
        return;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_broadcast(&crew->released);
    pthread_mutex_unlock(&crew->lock);
}
