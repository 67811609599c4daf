#include "watch.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Resident bytes, 0 where the system does not tell. */
static uint64_t resident(void)
{
    FILE *const f = fopen("/proc/self/statm", "re");
    unsigned long pages = 0;

    if (!f)
        return 0;
    if (fscanf(f, "%*u %lu", &pages) != 1)
        pages = 0;
    (void)fclose(f);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

void watch_init(struct watch *watch, const struct limits *limits,
                struct stats *stats)
{
    *watch = (struct watch){.limits = limits, .stats = stats, .start = now()};
    watch->shown = watch->start;
}

double watch_seconds(const struct watch *watch)
{
    return now() - watch->start;
}

static enum stop_reason reason_now(const struct watch *watch, double time)
{
    const struct limits *const l = watch->limits;

    if (l->interrupted && *l->interrupted)
        return STOP_INTERRUPTED;
    if (l->seconds > 0 && time - watch->start >= l->seconds)
        return STOP_TIME;
    if (l->max_bytes && resident() >= l->max_bytes)
        return STOP_MEMORY;
    return STOP_DONE;
}

bool watch_look(struct watch *watch)
{
    const struct progress *const progress = &watch->limits->progress;
    const double time = now();
    struct rusage usage;

    if (watch->reason == STOP_DONE)
        watch->reason = reason_now(watch, time);
    watch->stats->seconds = time - watch->start;
    if (!getrusage(RUSAGE_SELF, &usage))
        watch->stats->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
    if (progress->show && time - watch->shown >= 0.2) {
        watch->shown = time;
        progress->show(progress->self, watch->stats, watch->depth,
                       watch->bound);
    }
    return watch->reason != STOP_DONE;
}
