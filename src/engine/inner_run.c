#include "engine/inner_run.h"

static uint64_t look(void *self, uint64_t work)
{
    struct inner_run *const inner = self;
    struct watch *const watch = inner->watch;

    watch->work = inner->start + work;
    if (watch->work > inner->most || watch_work(watch, 0) ||
        watch_closed(watch, inner->g))
        atomic_store(&inner->end, 0);
    return watch->due > watch->work ? watch->due - inner->start : work + 1;
}

static bool must_yield(void *self)
{
    const struct inner_run *const inner = self;
    const struct engine_race_hooks *const race = inner->watch->limits->race;

    return !race || race->must_yield(race->self);
}

static void expect_threads(void *self)
{
    (void)self;
}

static uint32_t threads(void *self)
{
    (void)self;
    return 1;
}

void inner_run_init(struct inner_run *inner, struct watch *watch, uint32_t g,
                    uint64_t most)
{
    const struct engine_limits *const outer = watch->limits;

    *inner = (struct inner_run){.watch = watch,
                                .start = watch->work,
                                .most = most,
                                .g = g,
                                .end = UINT64_MAX};
    inner->hooks = (struct engine_race_hooks){.self = inner,
                                              .start = watch->start,
                                              .end = &inner->end,
                                              .closed = &inner->closed,
                                              .look = look,
                                              .must_yield = must_yield,
                                              .expect_threads = expect_threads,
                                              .threads = threads,
                                              .most_threads = 1};
    inner->limits =
        (struct engine_limits){.seconds = outer->seconds,
                               .max_bytes = outer->max_bytes,
                               .terminate = outer->terminate,
                               .terminate_data = outer->terminate_data,
                               .progress = outer->progress,
                               .race = &inner->hooks};
}

void inner_run_close(struct inner_run *inner, const struct answer *answer)
{
    struct watch *const watch = inner->watch;

    watch->work = inner->start + answer->stats.work;
    for (uint32_t i = 0; i < ANSWER_MOST_FIGURES; i++)
        watch->stats->at[i] += answer->stats.at[i];
    (void)watch_work(watch, 0);
}
