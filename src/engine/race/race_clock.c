#include "engine/race/race_clock.h"

#include "base/check.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>

/* The clock of the first barrier, and the least slice. */
enum { FIRST_BARRIER = 1 << 20, SLICE = 1 << 20 };

static const struct race_clock_first none = {UINT64_MAX, RACE_CLOCK_NONE};

void race_clock_init(struct race_clock *race_clock, uint32_t n_racers,
                     uint32_t n_goals, uint32_t n_threads, uint64_t most)
{
    *race_clock = (struct race_clock){.n_racers = n_racers,
                                      .n_goals = n_goals,
                                      .n_threads = n_threads,
                                      .n_free = n_threads,
                                      .fatal = none,
                                      .n_open = n_goals,
                                      .must_leave = RACE_CLOCK_NONE,
                                      .end = most,
                                      .most = most,
                                      .barrier = n_goals > 1 ? FIRST_BARRIER
                                                             : UINT64_MAX};
    ASSERT(n_threads > 0);
    pthread_mutex_init(&race_clock->lock, NULL);
    race_clock->racers = mem_zero(n_racers, sizeof *race_clock->racers);
    race_clock->first = mem_alloc(n_goals, sizeof *race_clock->first);
    race_clock->closed = mem_zero(n_goals, sizeof *race_clock->closed);
    for (uint32_t i = 0; i < n_racers; i++) {
        pthread_cond_init(&race_clock->racers[i].turn, NULL);
        race_clock->racers[i].held = SIZE_MAX; /* it looks before others go */
    }
    for (uint32_t g = 0; g < n_goals; g++)
        race_clock->first[g] = none;
}

void race_clock_finish(struct race_clock *race_clock)
{
    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        pthread_cond_destroy(&race_clock->racers[i].turn);
    pthread_mutex_destroy(&race_clock->lock);
    mem_free(race_clock->racers);
    mem_free(race_clock->first);
    mem_free(race_clock->closed);
}

static bool is_before(struct race_clock_first a, struct race_clock_first b)
{
    return a.clock < b.clock || (a.clock == b.clock && a.racer < b.racer);
}

/* The first answer that came last; none if a question has no answer. */
static struct race_clock_first last_answer(const struct race_clock *race_clock)
{
    struct race_clock_first last = {0, RACE_CLOCK_NONE};

    if (race_clock->n_open || !race_clock->n_goals)
        return none;
    for (uint32_t g = 0; g < race_clock->n_goals; g++)
        if (last.racer == RACE_CLOCK_NONE ||
            is_before(last, race_clock->first[g]))
            last = race_clock->first[g];
    return last;
}

/* Racers that wait and are beyond the end wake up. */
static void set_end(struct race_clock *race_clock)
{
    const uint64_t answered = last_answer(race_clock).clock;
    const uint64_t end =
        answered < race_clock->fatal.clock ? answered : race_clock->fatal.clock;

    race_clock->stale = false;
    if (end >= atomic_load(&race_clock->end))
        return;
    atomic_store(&race_clock->end, end);
    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        pthread_cond_signal(&race_clock->racers[i].turn);
}

/* --- turns -------------------------------------------------------------- */

/* The waiting racer with the lowest clock; when memory has run out, the one
 * that must leave. */
static uint32_t next_racer(const struct race_clock *race_clock)
{
    const uint32_t must_leave = race_clock->must_leave;
    uint32_t best = RACE_CLOCK_NONE;

    if (must_leave != RACE_CLOCK_NONE &&
        race_clock->racers[must_leave].state == RACE_CLOCK_WAITS)
        return must_leave;
    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        if (race_clock->racers[i].state == RACE_CLOCK_WAITS &&
            (best == RACE_CLOCK_NONE ||
             race_clock->racers[i].clock < race_clock->racers[best].clock))
            best = i;
    return best;
}

static void start_turns(struct race_clock *race_clock)
{
    uint32_t i;

    while (race_clock->n_free &&
           (i = next_racer(race_clock)) != RACE_CLOCK_NONE) {
        struct race_clock_racer *const racer = &race_clock->racers[i];
        const uint64_t share = racer->clock / 16;

        racer->state = RACE_CLOCK_RUNS;
        racer->slice = racer->clock + (share > SLICE ? share : SLICE);
        race_clock->n_free--;
        pthread_cond_signal(&racer->turn);
    }
}

static bool is_over(const struct race_clock *race_clock,
                    const struct race_clock_racer *racer)
{
    return racer->clock > atomic_load(&race_clock->end);
}

/* Ends the turn and waits for another one. */
static void wait_turn(struct race_clock *race_clock,
                      struct race_clock_racer *racer)
{
    if (racer->state == RACE_CLOCK_RUNS)
        race_clock->n_free++;
    racer->state = RACE_CLOCK_WAITS;
    start_turns(race_clock);
    while (racer->state != RACE_CLOCK_RUNS && !is_over(race_clock, racer))
        pthread_cond_wait(&racer->turn, &race_clock->lock);
}

void race_clock_enter(struct race_clock *race_clock, uint32_t i)
{
    pthread_mutex_lock(&race_clock->lock);
    wait_turn(race_clock, &race_clock->racers[i]);
    pthread_mutex_unlock(&race_clock->lock);
}

/* Must the racer let another one run: one that is behind, or must leave? */
static bool must_give_way(const struct race_clock *race_clock,
                          const struct race_clock_racer *racer)
{
    const uint32_t next = next_racer(race_clock);

    return next != RACE_CLOCK_NONE &&
           (race_clock->must_leave == next ||
            (racer->clock >= racer->slice &&
             race_clock->racers[next].clock < racer->clock));
}

/* --- barriers ----------------------------------------------------------- */

static bool all_at_barrier(const struct race_clock *race_clock)
{
    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        if (race_clock->racers[i].state == RACE_CLOCK_WAITS ||
            race_clock->racers[i].state == RACE_CLOCK_RUNS)
            return false;
    return true;
}

/* When all racers are at the barrier: closes the questions that were answered
 * before it.  Whether later answers are known already depends on the
 * scheduler. */
static void release_barrier(struct race_clock *race_clock)
{
    if (!all_at_barrier(race_clock))
        return;
    for (uint32_t g = 0; g < race_clock->n_goals; g++)
        atomic_store_explicit(&race_clock->closed[g],
                              race_clock->first[g].clock < race_clock->barrier,
                              memory_order_relaxed);
    race_clock->barrier *= 2;
    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        if (race_clock->racers[i].state == RACE_CLOCK_AT_BARRIER)
            race_clock->racers[i].state = RACE_CLOCK_WAITS;
    start_turns(race_clock);
}

static void wait_at_barrier(struct race_clock *race_clock,
                            struct race_clock_racer *racer)
{
    racer->state = RACE_CLOCK_AT_BARRIER;
    race_clock->n_free++;
    start_turns(race_clock);
    release_barrier(race_clock);
    while (racer->state != RACE_CLOCK_RUNS && !is_over(race_clock, racer))
        pthread_cond_wait(&racer->turn, &race_clock->lock);
}

/* --- racers ------------------------------------------------------------- */

uint64_t race_clock_look(struct race_clock *race_clock, uint32_t i,
                         uint64_t clock, size_t held)
{
    struct race_clock_racer *const racer = &race_clock->racers[i];
    uint64_t next;

    pthread_mutex_lock(&race_clock->lock);
    racer->clock = clock;
    racer->held = held;
    if (race_clock->must_leave == i) /* it did not have to, after all */
        race_clock->must_leave = RACE_CLOCK_NONE;
    if (race_clock->stale)
        set_end(race_clock);
    while (clock >= race_clock->barrier && !is_over(race_clock, racer) &&
           race_clock->must_leave != i)
        wait_at_barrier(race_clock, racer);
    if (must_give_way(race_clock, racer) && !is_over(race_clock, racer))
        wait_turn(race_clock, racer);
    next = race_clock->barrier;
    pthread_mutex_unlock(&race_clock->lock);
    return next;
}

void race_clock_found(struct race_clock *race_clock, uint32_t i, uint32_t goal,
                      uint64_t clock)
{
    const struct race_clock_first answer = {clock, i};
    struct race_clock_first *const first = &race_clock->first[goal];

    pthread_mutex_lock(&race_clock->lock);
    if (is_before(answer, *first)) {
        const bool opened = first->racer == RACE_CLOCK_NONE;

        *first = answer;
        race_clock->n_open -= opened;
        race_clock->stale = race_clock->n_open == 0;
        if (opened && race_clock->n_open == 0)
            set_end(race_clock);
    }
    pthread_mutex_unlock(&race_clock->lock);
}

/* The racer that holds the most memory. */
static uint32_t largest_racer(const struct race_clock *race_clock)
{
    uint32_t best = RACE_CLOCK_NONE;

    for (uint32_t i = 0; i < race_clock->n_racers; i++)
        if (race_clock->racers[i].state != RACE_CLOCK_ENDED &&
            (best == RACE_CLOCK_NONE ||
             race_clock->racers[i].held >= race_clock->racers[best].held))
            best = i;
    return best;
}

bool race_clock_must_yield(struct race_clock *race_clock, uint32_t i)
{
    uint32_t largest;

    pthread_mutex_lock(&race_clock->lock);
    largest = largest_racer(race_clock);
    race_clock->must_leave = largest == i ? RACE_CLOCK_NONE : largest;
    if (race_clock->racers[largest].state == RACE_CLOCK_AT_BARRIER) {
        race_clock->racers[largest].state = RACE_CLOCK_WAITS;
        start_turns(race_clock);
    }
    pthread_mutex_unlock(&race_clock->lock);
    return largest == i;
}

/* --- threads that are left ------------------------------------------------ */

/* Those that no racer has as its own, and how many racers share them. */
struct spare {
    uint32_t n, n_taken;         /* n_taken: by others than racer i */
    uint32_t n_sharing, n_after; /* n_after: those after racer i */
};

static struct spare count_spare(const struct race_clock *race_clock, uint32_t i)
{
    struct spare spare = {.n = race_clock->n_threads};

    for (uint32_t k = 0; k < race_clock->n_racers; k++) {
        const struct race_clock_racer *const racer = &race_clock->racers[k];

        if (racer->state == RACE_CLOCK_ENDED)
            continue;
        spare.n -= spare.n > 0;
        spare.n_sharing += racer->shares;
        spare.n_after += racer->shares && k > i;
        spare.n_taken += k == i ? 0 : racer->n_more;
    }
    return spare;
}

static void take_share(struct race_clock *race_clock, uint32_t i)
{
    struct race_clock_racer *const racer = &race_clock->racers[i];
    const struct spare spare = count_spare(race_clock, i);
    const uint32_t share =
        spare.n / spare.n_sharing + (spare.n_after < spare.n % spare.n_sharing);
    const uint32_t free = spare.n - spare.n_taken;
    const uint32_t most = share < free ? share : free;

    if (racer->n_more < most)
        racer->n_more = most;
}

void race_clock_expect(struct race_clock *race_clock, uint32_t i)
{
    pthread_mutex_lock(&race_clock->lock);
    race_clock->racers[i].shares = true;
    pthread_mutex_unlock(&race_clock->lock);
}

uint32_t race_clock_threads(struct race_clock *race_clock, uint32_t i)
{
    uint32_t n;

    pthread_mutex_lock(&race_clock->lock);
    race_clock->racers[i].shares = true;
    take_share(race_clock, i);
    n = 1 + race_clock->racers[i].n_more;
    pthread_mutex_unlock(&race_clock->lock);
    return n;
}

void race_clock_leave(struct race_clock *race_clock, uint32_t i, uint64_t clock,
                      bool fatal)
{
    struct race_clock_racer *const racer = &race_clock->racers[i];
    const struct race_clock_first end = {clock, i};

    pthread_mutex_lock(&race_clock->lock);
    if (racer->state == RACE_CLOCK_RUNS)
        race_clock->n_free++;
    racer->state = RACE_CLOCK_ENDED;
    if (race_clock->must_leave == i)
        race_clock->must_leave = RACE_CLOCK_NONE;
    racer->clock = clock;
    if (fatal && is_before(end, race_clock->fatal)) {
        race_clock->fatal = end;
        set_end(race_clock);
    }
    start_turns(race_clock);
    release_barrier(race_clock);
    pthread_mutex_unlock(&race_clock->lock);
}

/* --- the end ------------------------------------------------------------ */

struct race_clock_first race_clock_winner(const struct race_clock *race_clock,
                                          uint32_t goal)
{
    const struct race_clock_first first = race_clock->first[goal];

    return first.clock <= atomic_load(&race_clock->end) ? first : none;
}

struct race_clock_first race_clock_last(const struct race_clock *race_clock,
                                        bool *fatal)
{
    const struct race_clock_first answer = last_answer(race_clock);

    *fatal = race_clock->fatal.racer != RACE_CLOCK_NONE &&
             race_clock->fatal.clock <= answer.clock &&
             race_clock->fatal.clock <= race_clock->most;
    if (*fatal)
        return race_clock->fatal;
    return answer.clock <= race_clock->most ? answer : none;
}
