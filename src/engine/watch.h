/* watch.h - when to stop: limits on time, memory, events, and interruption.
 *
 * Engines call watch_tick() at every step; it checks the clock only every few
 * hundred thousand units of work.  Once it has returned true, it returns true
 * at every call.
 *
 * The watch also counts the work of its engine.  This is the clock of a race
 * (race.h), which must not depend on the machine: each engine declares the cost
 * of its steps in units of about a nanosecond of a processor of the 2020s, and
 * must count all substantial work. */
#ifndef WATCH_H
#define WATCH_H

#include "engine/engine.h"

#include <stdatomic.h>

struct watch {
    const struct engine_limits *limits;
    struct answer_stats *stats;   /* the engine keeps them up to date */
    double start, shown, weighed; /* weighed: the memory, last */
    double closing;               /* seconds, see watch_reserve() */
    uint64_t work;                /* units done */
    uint64_t due;                 /* amount of work at the next check */
    uint64_t barrier;             /* of the race: where racers meet next */
    const _Atomic uint64_t *end;  /* the race is over beyond this */
    uint32_t depth, bound;        /* for the progress report */
    uint64_t cutoffs, u; /* for the profile: events that became cutoffs, |U| */
    enum answer_stop reason; /* STOP_DONE while the run continues */
    bool joint_closed;       /* this engine has answered a joint goal by no */
};

void watch_init(struct watch *watch, const struct engine_limits *limits,
                struct answer_stats *stats);

/* Checks all limits; true to stop. */
bool watch_look(struct watch *watch);

/* Says that the end of the run takes `closing` seconds to free memory, so that
 * the run must end that much earlier, and that the next step takes `step`
 * seconds and cannot be interrupted.  False, and the run ends, when less time
 * is left. */
bool watch_reserve(struct watch *watch, double closing, double step);

/* Completes the figures at the end of the run, but for the memory: its caller
 * looks at that when all is done. */
void watch_close(struct watch *watch);

/* Before a step that fills `bytes` at once: false, and the run ends, when the
 * process would reach its limit.  In a race the engine that holds the most
 * memory ends, and this engine may go on. */
bool watch_has_room(struct watch *watch, uint64_t bytes);

/* Counts n units of work, done or about to be done; true to stop. */
static inline bool watch_work(struct watch *watch, uint64_t n)
{
    watch->work += n;
    if (watch->work >= watch->due ||
        watch->work > atomic_load_explicit(watch->end, memory_order_relaxed))
        return watch_look(watch);
    return watch->reason != STOP_DONE;
}

/* Counts a step of the usual size, a few hundred instructions; true to stop. */
enum { WATCH_TICK = 100 };

static inline bool watch_tick(struct watch *watch)
{
    return watch_work(watch, WATCH_TICK);
}

/* Counts n new events. */
static inline void watch_events(struct watch *watch, uint64_t n_events)
{
    const uint64_t most = watch->limits->max_events;

    if (most && n_events > most && watch->reason == STOP_DONE)
        watch->reason = STOP_EVENTS;
}

/* Records that question g has its verdict. */
void watch_found(struct watch *watch, uint32_t g,
                 struct answer_finding *finding);

/* All reachable markings were looked at, and the net is safe: questions without
 * a verdict get the verdict no. */
void watch_say_no(struct watch *watch, struct answer *answer);

/* For a question g about a largest value. watch_reached(): the finding has a
 * larger value than before, with its run. watch_limited(): no reachable marking
 * has a larger value than limit.  In a race a run and a limit that agree are an
 * answer, also from two engines. */
void watch_reached(struct watch *watch, uint32_t g,
                   const struct answer_finding *finding);
void watch_limited(struct watch *watch, uint32_t g, int64_t limit);

/* Is g one of the joint goals? */
bool watch_is_joint(const struct engine_limits *limits, uint32_t g);

/* Leaves the race: the remaining work does not depend on other engines. */
void watch_settle(struct watch *watch);

/* Needs question g no answer here?  Another engine of the race has answered it,
 * or it is joint with one that was answered by no. */
bool watch_closed(const struct watch *watch, uint32_t g);

double watch_seconds(const struct watch *watch);

/* Asks all engines (struct engine_help) n questions about m; each does so much
 * work at most, and none goes on when this run is over.  Their work is counted,
 * and so is what a question costs besides.  False when the answer, which the
 * caller finishes, has no findings, or a second token. */
bool watch_ask(struct watch *watch, const struct engine_help *help,
               const bits_word *m, struct goal *goals, uint32_t n,
               uint64_t work, struct answer *answer);

#endif
