#include "race/course.h"

#include "base/check.h"
#include "base/mem.h"

#include <stdatomic.h>
#include <stdlib.h>

/* Where the clocks meet first, and the least slice. */
enum { FIRST_MEETING = 1 << 20, SLICE = 1 << 20 };

static const struct course_first nobody = {UINT64_MAX, COURSE_NOBODY};

void course_init(struct course *course, uint32_t n_racers, uint32_t n_goals,
                 uint32_t n_threads)
{
    *course =
        (struct course){.n_racers = n_racers,
                        .n_goals = n_goals,
                        .n_free = n_threads,
                        .fatal = nobody,
                        .n_open = n_goals,
                        .end = UINT64_MAX,
                        .meeting = n_goals > 1 ? FIRST_MEETING : UINT64_MAX};
    ASSERT(n_threads > 0);
    pthread_mutex_init(&course->lock, NULL);
    course->racers = mem_zero(n_racers, sizeof *course->racers);
    course->first = mem_alloc(n_goals, sizeof *course->first);
    course->closed = mem_zero(n_goals, sizeof *course->closed);
    for (uint32_t i = 0; i < n_racers; i++)
        pthread_cond_init(&course->racers[i].turn, NULL);
    for (uint32_t g = 0; g < n_goals; g++)
        course->first[g] = nobody;
}

void course_finish(struct course *course)
{
    for (uint32_t i = 0; i < course->n_racers; i++)
        pthread_cond_destroy(&course->racers[i].turn);
    pthread_mutex_destroy(&course->lock);
    free(course->racers);
    free(course->first);
    free(course->closed);
}

static bool is_before(struct course_first a, struct course_first b)
{
    return a.clock < b.clock || (a.clock == b.clock && a.racer < b.racer);
}

/* The answer that all questions have to wait for; NOBODY: one has none. */
static struct course_first last_answer(const struct course *course)
{
    struct course_first last = {0, COURSE_NOBODY};

    if (course->n_open || !course->n_goals)
        return nobody;
    for (uint32_t g = 0; g < course->n_goals; g++)
        if (last.racer == COURSE_NOBODY || is_before(last, course->first[g]))
            last = course->first[g];
    return last;
}

/* Whoever waits and is beyond the end has nothing to wait for. */
static void set_end(struct course *course)
{
    const uint64_t answered = last_answer(course).clock;
    const uint64_t end =
        answered < course->fatal.clock ? answered : course->fatal.clock;

    course->stale = false;
    if (end >= atomic_load(&course->end))
        return;
    atomic_store(&course->end, end);
    for (uint32_t i = 0; i < course->n_racers; i++)
        pthread_cond_signal(&course->racers[i].turn);
}

/* --- turns --------------------------------------------------------------- */

/* Who of those that wait is next?  Memory is freed by the last one. */
static uint32_t next_racer(const struct course *course)
{
    uint32_t best = COURSE_NOBODY;

    for (uint32_t i = 0; i < course->n_racers; i++)
        if (course->racers[i].state == COURSE_WAITS &&
            (best == COURSE_NOBODY || course->full ||
             course->racers[i].clock < course->racers[best].clock))
            best = i;
    return best;
}

static void give_turns(struct course *course)
{
    uint32_t i;

    while (course->n_free && (i = next_racer(course)) != COURSE_NOBODY) {
        struct course_racer *const racer = &course->racers[i];
        const uint64_t share = racer->clock / 16;

        course->full = false;
        racer->state = COURSE_RUNS;
        racer->slice = racer->clock + (share > SLICE ? share : SLICE);
        course->n_free--;
        pthread_cond_signal(&racer->turn);
    }
}

static bool is_over(const struct course *course,
                    const struct course_racer *racer)
{
    return racer->clock > atomic_load(&course->end);
}

/* Gives up the turn and waits for another one. */
static void wait_turn(struct course *course, struct course_racer *racer)
{
    if (racer->state == COURSE_RUNS)
        course->n_free++;
    racer->state = COURSE_WAITS;
    give_turns(course);
    while (racer->state != COURSE_RUNS && !is_over(course, racer))
        pthread_cond_wait(&racer->turn, &course->lock);
}

void course_enter(struct course *course, uint32_t i)
{
    pthread_mutex_lock(&course->lock);
    wait_turn(course, &course->racers[i]);
    pthread_mutex_unlock(&course->lock);
}

/* Is there somebody whose clock is behind, or who has to go? */
static bool must_give_way(const struct course *course,
                          const struct course_racer *racer)
{
    const uint32_t next = next_racer(course);

    return next != COURSE_NOBODY &&
           (course->full || (racer->clock >= racer->slice &&
                             course->racers[next].clock < racer->clock));
}

/* --- meetings ------------------------------------------------------------ */

static bool all_meet(const struct course *course)
{
    for (uint32_t i = 0; i < course->n_racers; i++)
        if (course->racers[i].state == COURSE_WAITS ||
            course->racers[i].state == COURSE_RUNS)
            return false;
    return true;
}

/* When all are there: closes what was answered before the meeting.  Answers
 * that bear a later clock have come in by chance. */
static void hold_meeting(struct course *course)
{
    if (!all_meet(course))
        return;
    for (uint32_t g = 0; g < course->n_goals; g++)
        course->closed[g] = course->first[g].clock < course->meeting;
    course->meeting *= 2;
    for (uint32_t i = 0; i < course->n_racers; i++)
        if (course->racers[i].state == COURSE_MEETS)
            course->racers[i].state = COURSE_WAITS;
    give_turns(course);
}

static void meet(struct course *course, struct course_racer *racer)
{
    racer->state = COURSE_MEETS;
    course->n_free++;
    give_turns(course);
    hold_meeting(course);
    while (racer->state != COURSE_RUNS && !is_over(course, racer))
        pthread_cond_wait(&racer->turn, &course->lock);
}

/* --- the racers' side ---------------------------------------------------- */

uint64_t course_look(struct course *course, uint32_t i, uint64_t clock)
{
    struct course_racer *const racer = &course->racers[i];
    uint64_t next;

    pthread_mutex_lock(&course->lock);
    racer->clock = clock;
    if (course->stale)
        set_end(course);
    while (clock >= course->meeting && !is_over(course, racer))
        meet(course, racer);
    if (must_give_way(course, racer) && !is_over(course, racer))
        wait_turn(course, racer);
    next = course->meeting;
    pthread_mutex_unlock(&course->lock);
    return next;
}

void course_found(struct course *course, uint32_t i, uint32_t goal,
                  uint64_t clock)
{
    const struct course_first answer = {clock, i};
    struct course_first *const first = &course->first[goal];

    pthread_mutex_lock(&course->lock);
    if (is_before(answer, *first)) {
        const bool opened = first->racer == COURSE_NOBODY;

        *first = answer;
        course->n_open -= opened;
        course->stale = course->n_open == 0;
        if (opened && course->n_open == 0)
            set_end(course);
    }
    pthread_mutex_unlock(&course->lock);
}

bool course_must_yield(struct course *course, uint32_t i)
{
    bool last = true;

    pthread_mutex_lock(&course->lock);
    for (uint32_t k = i + 1; k < course->n_racers; k++)
        if (course->racers[k].state == COURSE_WAITS ||
            course->racers[k].state == COURSE_RUNS)
            last = false;
    course->full = !last;
    pthread_mutex_unlock(&course->lock);
    return last;
}

void course_leave(struct course *course, uint32_t i, uint64_t clock, bool fatal)
{
    struct course_racer *const racer = &course->racers[i];
    const struct course_first end = {clock, i};

    pthread_mutex_lock(&course->lock);
    if (racer->state == COURSE_RUNS)
        course->n_free++;
    racer->state = COURSE_GONE;
    racer->clock = clock;
    if (fatal && is_before(end, course->fatal)) {
        course->fatal = end;
        set_end(course);
    }
    give_turns(course);
    hold_meeting(course);
    pthread_mutex_unlock(&course->lock);
}

/* --- the end ------------------------------------------------------------- */

struct course_first course_winner(const struct course *course, uint32_t goal)
{
    const struct course_first first = course->first[goal];

    return first.clock <= atomic_load(&course->end) ? first : nobody;
}

struct course_first course_last(const struct course *course, bool *fatal)
{
    const struct course_first answer = last_answer(course);

    *fatal = course->fatal.racer != COURSE_NOBODY &&
             course->fatal.clock <= answer.clock;
    return *fatal ? course->fatal : answer;
}
