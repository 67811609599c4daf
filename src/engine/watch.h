/* watch.h - when to stop: limits on time, memory, events, and interruption.
 *
 * Engines call watch_tick() at every step; it looks at the clock only now and
 * then.  Once it has said stop it goes on saying so.
 *
 * The watch also counts the work that its engine does.  This is the clock of a
 * race (race.h), which must not depend on the machine: each engine says what
 * its steps cost, in units of about a nanosecond of a processor of the 2020s,
 * and none may do much without counting it. */
#ifndef WATCH_H
#define WATCH_H

#include "engine/engine.h"

#include <stdatomic.h>

struct watch {
    const struct engine_limits *limits;
    struct answer_stats *stats; /* kept up to date by the engine */
    double start, shown;
    uint64_t work;               /* units done */
    uint64_t due;                /* when to look at everything */
    const _Atomic uint64_t *end; /* beyond this the race is over */
    uint32_t depth, bound;       /* for the progress report */
    enum answer_stop reason;     /* STOP_DONE as long as the run goes on */
};

void watch_init(struct watch *watch, const struct engine_limits *limits,
                struct answer_stats *stats);

/* Looks at everything; true to stop. */
bool watch_look(struct watch *watch);

/* The last look: completes the figures. */
void watch_close(struct watch *watch);

/* So many units of work were done or are about to be; true to stop. */
static inline bool watch_work(struct watch *watch, uint64_t n)
{
    watch->work += n;
    if (watch->work >= watch->due ||
        watch->work > atomic_load_explicit(watch->end, memory_order_relaxed))
        return watch_look(watch);
    return watch->reason != STOP_DONE;
}

/* A step of the usual size, a few hundred instructions; true to stop. */
enum { WATCH_TICK = 100 };

static inline bool watch_tick(struct watch *watch)
{
    return watch_work(watch, WATCH_TICK);
}

/* So many events were created. */
static inline void watch_events(struct watch *watch, uint64_t n_events)
{
    const uint64_t most = watch->limits->max_events;

    if (most && n_events > most && watch->reason == STOP_DONE)
        watch->reason = STOP_EVENTS;
}

/* Question g has its verdict. */
void watch_found(const struct watch *watch, uint32_t g,
                 struct answer_finding *finding);

/* Nothing is left to do that another engine could do first. */
void watch_settle(struct watch *watch);

/* In a race: was question g answered by another engine? */
bool watch_closed(const struct watch *watch, uint32_t g);

double watch_seconds(const struct watch *watch);

/* Seconds since some moment that stays the same. */
double watch_now(void);

#endif
