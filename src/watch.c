#include "watch.h"

#include <stdio.h>
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

/* The most bytes that were ever resident, 0 where the system does not tell.
 * Not from getrusage(): that counts what the process was before exec(). */
static uint64_t peak(void)
{
    FILE *const f = fopen("/proc/self/status", "re");
    char line[128];
    unsigned long kilobytes = 0;

    if (!f)
        return 0;
    while (fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %lu kB", &kilobytes) == 1)
            break;
    (void)fclose(f);
    return (uint64_t)kilobytes * 1024;
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

    if (watch->reason == STOP_DONE)
        watch->reason = reason_now(watch, time);
    watch->stats->seconds = time - watch->start;
    if (progress->show && time - watch->shown >= 0.2) {
        watch->shown = time;
        watch->stats->peak_bytes = peak();
        progress->show(progress->self, watch->stats, watch->depth,
                       watch->bound);
    }
    return watch->reason != STOP_DONE;
}

void watch_close(struct watch *watch)
{
    (void)watch_look(watch);
    watch->stats->peak_bytes = peak();
}
