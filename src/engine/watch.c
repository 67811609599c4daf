#include "engine/watch.h"

#include "base/system.h"

/* Units of work between two checks of the limits; what it costs to ask all
 * engines, besides their work. */
enum { LOOK = 1 << 19, ASK_COST = 1 << 16 };

/* Seconds between two looks at the memory of the process, which take longer
 * than other checks. */
#define WEIGHING 0.01

/* The end of the race for an engine that runs alone. */
static const _Atomic uint64_t never = UINT64_MAX;

void watch_init(struct watch *watch, const struct engine_limits *limits,
                struct answer_stats *stats)
{
    const struct engine_race_hooks *const race = limits->race;

    *watch = (struct watch){.limits = limits,
                            .stats = stats,
                            .start = race ? race->start : system_now(),
                            .due = LOOK,
                            .end = race ? race->end : &never};
    watch->shown = watch->start;
}

double watch_seconds(const struct watch *watch)
{
    return system_now() - watch->start;
}

bool watch_is_joint(const struct engine_limits *limits, uint32_t g)
{
    return g >= limits->joint.first &&
           g - limits->joint.first < limits->joint.n;
}

void watch_found(struct watch *watch, uint32_t g,
                 struct answer_finding *finding)
{
    const struct engine_race_hooks *const race = watch->limits->race;
    const struct engine_verdicts *const verdicts = &watch->limits->verdicts;
    struct engine_closing *const closing = watch->limits->closing;

    if (closing)
        (void)atomic_fetch_add_explicit(&closing->n_steps, finding->run.len,
                                        memory_order_relaxed);
    finding->seconds = watch_seconds(watch);
    watch->joint_closed |=
        finding->verdict == VERDICT_NO && watch_is_joint(watch->limits, g);
    if (race && race->found)
        race->found(race->self, g, watch->work);
    if (verdicts->tell)
        verdicts->tell(verdicts->self, g, finding, NULL);
}

void watch_say_no(struct watch *watch, struct answer *answer)
{
    answer->safe = true;
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        struct answer_finding *const finding = &answer->findings[g];

        if (finding->verdict != VERDICT_UNKNOWN)
            continue;
        finding->verdict = VERDICT_NO;
        finding->safe = true;
        watch_found(watch, g, finding);
    }
}

void watch_reached(struct watch *watch, uint32_t g,
                   const struct answer_finding *finding)
{
    const struct engine_race_hooks *const race = watch->limits->race;

    if (race)
        race->reached(race->self, g, finding, watch->work);
}

void watch_limited(struct watch *watch, uint32_t g, int64_t limit)
{
    const struct engine_race_hooks *const race = watch->limits->race;

    if (race)
        race->limited(race->self, g, limit, watch->work);
}

void watch_settle(struct watch *watch)
{
    watch->end = &never;
}

/* Has another engine answered question g? */
static bool is_answered(const struct engine_race_hooks *race, uint32_t g)
{
    return atomic_load_explicit(&race->closed[g], memory_order_relaxed);
}

bool watch_closed(const struct watch *watch, uint32_t g)
{
    return (watch->limits->race && is_answered(watch->limits->race, g)) ||
           (watch->joint_closed && watch_is_joint(watch->limits, g));
}

/* Must this engine end when the process holds so many bytes more? */
static bool would_be_full(const struct watch *watch, uint64_t bytes)
{
    const struct engine_limits *const l = watch->limits;

    return system_resident() + bytes >= l->max_bytes &&
           (!l->race || l->race->must_yield(l->race->self));
}

static bool is_full(struct watch *watch, double time)
{
    if (!watch->limits->max_bytes || time - watch->weighed < WEIGHING)
        return false;
    if (would_be_full(watch, 0))
        return true;
    watch->weighed = time;
    return false;
}

bool watch_has_room(struct watch *watch, uint64_t bytes)
{
    if (!watch->limits->max_bytes || !would_be_full(watch, bytes))
        return true;
    if (watch->reason == STOP_DONE)
        watch->reason = STOP_MEMORY;
    return false;
}

/* Seconds that the end takes, of those that the run has. */
static double closing_time(const struct watch *watch)
{
    const struct engine_closing *const closing = watch->limits->closing;

    return watch->closing +
           (closing
                ? closing->step * (double)atomic_load_explicit(
                                      &closing->n_steps, memory_order_relaxed)
                : 0);
}

static enum answer_stop reason_now(struct watch *watch, double time)
{
    const struct engine_limits *const l = watch->limits;

    if (l->terminate && l->terminate(l->terminate_data))
        return STOP_INTERRUPTED;
    if (l->seconds > 0 &&
        time - watch->start + closing_time(watch) >= l->seconds)
        return STOP_TIME;
    return is_full(watch, time) ? STOP_MEMORY : STOP_DONE;
}

/* Behind a barrier: the questions that were answered before it. */
static void tell_settled(const struct watch *watch)
{
    const struct engine_settled *const settled = &watch->limits->settled;

    for (uint32_t g = 0; settled->tell && g < settled->n_goals; g++)
        if (is_answered(watch->limits->race, g))
            settled->tell(settled->self, g);
}

/* In a race: waits for its turn, and checks whether the race is over. */
static void look_at_race(struct watch *watch)
{
    const struct engine_race_hooks *const race = watch->limits->race;
    const uint64_t next = race->look(race->self, watch->work);

    if (next < watch->due)
        watch->due = next;
    /* A race that has ended before the barrier releases it as well. */
    if (watch->work > atomic_load_explicit(watch->end, memory_order_relaxed))
        watch->reason = STOP_OVERTAKEN;
    else if (next != watch->barrier)
        tell_settled(watch);
    watch->barrier = next;
}

static void take_row(const struct watch *watch)
{
    const struct answer_progress now = answer_progress(watch->stats);
    const double seconds = system_now() - watch->start;
    const struct profile_row row = {
        .work = watch->work,
        .milliseconds = (uint64_t)(seconds * 1e3),
        .histories = now.counts[COUNT_HISTORIES] + now.counts[COUNT_MARKINGS],
        .cutoffs = watch->cutoffs,
        .maximal = now.counts[COUNT_MAXIMAL],
        .depth = watch->depth,
        .bound = watch->bound,
        .u = watch->u,
        .bytes = system_resident(),
    };

    profile_add(watch->limits->profile, &row);
}

static void show(const struct watch *watch)
{
    const struct engine_progress *const progress = &watch->limits->progress;
    const struct answer_progress now = answer_progress(watch->stats);

    progress->show(progress->self, &now, watch->depth, watch->bound);
}

static void look_at_limits(struct watch *watch)
{
    const double time = system_now();

    if (watch->reason == STOP_DONE)
        watch->reason = reason_now(watch, time);
    watch->stats->seconds = time - watch->start;
    watch->stats->work = watch->work;
    if (watch->limits->profile &&
        profile_is_due(watch->limits->profile, watch->work))
        take_row(watch);
    if (watch->limits->progress.show && time - watch->shown >= 0.2) {
        watch->shown = time;
        watch->stats->peak_bytes = system_peak();
        show(watch);
    }
}

bool watch_reserve(struct watch *watch, double closing, double step)
{
    const double limit = watch->limits->seconds;

    watch->closing = closing;
    if (limit > 0 && watch->reason == STOP_DONE &&
        watch_seconds(watch) + closing_time(watch) + step >= limit)
        watch->reason = STOP_TIME;
    return watch->reason == STOP_DONE;
}

bool watch_look(struct watch *watch)
{
    watch->due = watch->work + LOOK;
    if (watch->reason == STOP_DONE && watch->limits->race)
        look_at_race(watch);
    look_at_limits(watch);
    return watch->reason != STOP_DONE;
}

/* Is the run over in which engines are asked? */
static int is_over(void *self)
{
    const struct watch *const watch = self;
    const struct engine_limits *const limits = watch->limits;

    return (limits->terminate && limits->terminate(limits->terminate_data)) ||
           atomic_load_explicit(watch->end, memory_order_relaxed) < watch->work;
}

bool watch_ask(struct watch *watch, const struct engine_help *help,
               const bits_word *m, struct goal *goals, uint32_t n,
               uint64_t work, struct answer *answer)
{
    help->ask(help->self, m, goals, n, work, is_over, watch, answer);
    (void)watch_work(watch, ASK_COST + answer->stats.work);
    return answer->n_findings == n && answer->stop != STOP_UNSAFE;
}

void watch_close(struct watch *watch)
{
    if (watch->limits->profile)
        take_row(watch);
    look_at_limits(watch);
}
