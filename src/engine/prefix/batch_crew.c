#include "engine/prefix/batch_crew.h"

enum {
    PIECE = 8,  /* items that a thread takes at once, at most */
    PIECES = 8, /* of a step for each thread, at least, if there are so many */
};

struct batch_crew_thread {
    struct mem_link blocks; /* its memory, after it has failed */
    uint64_t meeting;       /* to which it has come, if: */
    bool waits;
    char apart[CREW_APART];
};

/* Until the next step, or the end: false. */
static bool wait_for_step(struct batch_crew *crew, uint32_t i)
{
    struct batch_crew_thread *const thread = &crew->threads[i];
    bool goes_on;

    if (!thread->waits)
        thread->meeting = crew_arrive(&crew->crew);
    thread->waits = true;
    while (!crew_is_released(&crew->crew, thread->meeting) &&
           crew->calls->idle(crew->self, i))
        ;
    goes_on = crew_await(&crew->crew, thread->meeting);
    thread->waits = false;
    return goes_on;
}

/* After it has failed. */
static void wait_for_end(struct batch_crew *crew, uint32_t i)
{
    const struct batch_crew_thread *const thread = &crew->threads[i];

    crew->calls->failed(crew->self, i);
    if (thread->waits && !crew_await(&crew->crew, thread->meeting))
        return;
    while (crew_wait(&crew->crew))
        ;
}

static void work_beside(void *self, uint32_t i)
{
    struct batch_crew *const crew = self;
    struct mem_scope scope;

    mem_enter(&scope);
    scope.owner = &crew->threads[i].blocks;
    if (setjmp(scope.back)) {
        atomic_store(&crew->failed, scope.wanted ? scope.wanted : 1);
        wait_for_end(crew, i);
        return;
    }
    crew->calls->start(crew->self, i);
    while (wait_for_step(crew, i))
        crew->calls->step(crew->self, i);
    crew->calls->end(crew->self, i);
    mem_leave(&scope);
}

static void free_blocks(void *self)
{
    struct batch_crew *const crew = self;

    for (uint32_t i = 1; i < crew->n_threads; i++)
        mem_free_all(&crew->threads[i].blocks);
}

/* The leader fails in place of a thread. */
static void check_failed(struct batch_crew *crew)
{
    const size_t wanted = atomic_load(&crew->failed);

    if (wanted)
        mem_failed(wanted);
}

void batch_crew_init(struct batch_crew *crew,
                     const struct batch_crew_calls *calls, void *self,
                     uint32_t n_most)
{
    *crew = (struct batch_crew){.calls = calls,
                                .self = self,
                                .n_threads = 1,
                                .n_wanted = 1,
                                .n_most = n_most};
    crew->threads = mem_zero(n_most, sizeof *crew->threads);
}

void batch_crew_finish(struct batch_crew *crew)
{
    batch_crew_end(crew);
    mem_free(crew->threads);
}

void batch_crew_end(struct batch_crew *crew)
{
    if (!crew->crew.threads)
        return;
    crew_finish(&crew->crew);
    mem_unguard(&crew->guard);
    free_blocks(crew);
    crew->n_threads = 1;
}

void batch_crew_widen(struct batch_crew *crew, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        crew->threads[i] = (struct batch_crew_thread){0};
        mem_own_none(&crew->threads[i].blocks);
    }
    crew->n_threads = crew->n_wanted = n;
    mem_guard(&crew->guard, free_blocks, crew);
    crew_init(&crew->crew, n - 1, work_beside, crew);
    crew_gather(&crew->crew);
    check_failed(crew);
    crew->n_threads = crew->crew.n_threads + 1;
}

void batch_crew_run(struct batch_crew *crew)
{
    atomic_store_explicit(&crew->next, 0, memory_order_relaxed);
    crew_release(&crew->crew);
    crew->calls->step(crew->self, 0);
    crew_gather(&crew->crew);
    check_failed(crew);
}

uint32_t batch_crew_size(const struct batch_crew *crew, uint32_t n)
{
    const uint32_t most = n / (PIECES * crew->n_threads);

    return most < 1 ? 1 : most < PIECE ? most : PIECE;
}

bool batch_crew_take(struct batch_crew *crew, uint32_t n,
                     struct batch_crew_piece *piece)
{
    const uint32_t size = batch_crew_size(crew, n);
    const uint32_t next =
        atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed);

    *piece = (struct batch_crew_piece){next * size, (next + 1) * size};
    if (piece->end > n)
        piece->end = n;
    return piece->at < n;
}

bool batch_crew_has_more(const struct batch_crew *crew, uint32_t n)
{
    return atomic_load_explicit(&crew->next, memory_order_relaxed) *
               batch_crew_size(crew, n) <
           n;
}
