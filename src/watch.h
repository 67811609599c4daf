/* watch.h - when to stop: limits on time, memory, events, and interruption.
 *
 * Engines call watch_tick() at every step; it looks at the clock only now and
 * then.  Once it has said stop it goes on saying so. */
#ifndef WATCH_H
#define WATCH_H

#include "engine.h"

struct watch {
    const struct limits *limits;
    struct stats *stats; /* kept up to date by the engine */
    double start, shown;
    uint32_t ticks;
    uint32_t depth, bound;   /* for the progress report */
    enum stop_reason reason; /* STOP_DONE as long as the run goes on */
};

void watch_init(struct watch *watch, const struct limits *limits,
                struct stats *stats);

/* Looks at everything; true to stop. */
bool watch_look(struct watch *watch);

/* The last look: completes the figures. */
void watch_close(struct watch *watch);

/* True to stop. */
static inline bool watch_tick(struct watch *watch)
{
    if (++watch->ticks % 4096 == 0)
        return watch_look(watch);
    return watch->reason != STOP_DONE;
}

/* So many events were created. */
static inline void watch_events(struct watch *watch, uint64_t n_events)
{
    const uint64_t most = watch->limits->max_events;

    if (most && n_events > most && watch->reason == STOP_DONE)
        watch->reason = STOP_EVENTS;
}

double watch_seconds(const struct watch *watch);

#endif
