/* Each limit stops a run for its own reason, and a stopped run stays
 * stopped. */
#include "test.h"

#include "engine/watch.h"

#include <time.h>

static void nothing_stops_a_run_without_limits(void **state)
{
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    for (uint32_t i = 0; i < 20000; i++) {
        watch_events(&watch, i);
        assert_false(watch_tick(&watch));
    }
    assert_false(watch_look(&watch));
    assert_int_equal(watch.reason, STOP_DONE);
}

/* The reason for a stop under these limits. */
static enum answer_stop look(const struct engine_limits *limits)
{
    struct answer_stats stats = {0};
    struct watch watch;
    bool stopped;

    watch_init(&watch, limits, &stats);
    stopped = watch_look(&watch);
    assert_int_equal(stopped, watch.reason != STOP_DONE);
    return watch.reason;
}

static void each_limit_gives_its_reason(void **state)
{
    int yes = 1, no = 0;

    (void)state;
    assert_int_equal(look(&(struct engine_limits){.seconds = 1e-9}), STOP_TIME);
    assert_int_equal(look(&(struct engine_limits){.seconds = 1e9}), STOP_DONE);
    assert_int_equal(look(&(struct engine_limits){.max_bytes = 1}),
                     STOP_MEMORY);
    assert_int_equal(look(&(struct engine_limits){.max_bytes = UINT64_MAX}),
                     STOP_DONE);
    assert_int_equal(look(&(struct engine_limits){.terminate = support_flag,
                                                  .terminate_data = &yes}),
                     STOP_INTERRUPTED);
    assert_int_equal(look(&(struct engine_limits){.terminate = support_flag,
                                                  .terminate_data = &no}),
                     STOP_DONE);
    assert_int_equal(look(&(struct engine_limits){.seconds = 1e-9,
                                                  .max_bytes = 1,
                                                  .terminate = support_flag,
                                                  .terminate_data = &yes}),
                     STOP_INTERRUPTED);
}

static void events_stop_above_their_number(void **state)
{
    const struct engine_limits limits = {.max_events = 10};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    watch_events(&watch, 10);
    assert_false(watch_tick(&watch));
    watch_events(&watch, 11);
    assert_true(watch_tick(&watch));
    assert_int_equal(watch.reason, STOP_EVENTS);
}

static void the_first_reason_stays(void **state)
{
    int interrupted = 1;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &interrupted,
                                         .max_events = 1};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    assert_true(watch_look(&watch));
    interrupted = 0;
    watch_events(&watch, 2);
    assert_true(watch_tick(&watch));
    assert_true(watch_look(&watch));
    watch_close(&watch);
    assert_int_equal(watch.reason, STOP_INTERRUPTED);
}

/* Ticks are cheap: they check the limits only now and then. */
static void a_tick_looks_now_and_then(void **state)
{
    int interrupted = 1;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &interrupted};
    struct answer_stats stats = {0};
    struct watch watch;
    uint32_t n = 1;

    (void)state;
    watch_init(&watch, &limits, &stats);
    while (!watch_tick(&watch))
        n++;
    assert_true(n > 100 && n < 100000);
}

/* -- Progress -- */

struct shown {
    uint32_t n, depth, bound;
    uint64_t events, bytes;
};

static void show(void *self, const struct answer_progress *now, uint32_t depth,
                 uint32_t bound)
{
    struct shown *const shown = self;

    shown->n++;
    shown->depth = depth;
    shown->bound = bound;
    shown->events = now->counts[COUNT_HISTORIES];
    shown->bytes = now->peak_bytes;
}

static void progress_is_shown_a_few_times_a_second(void **state)
{
    const struct timespec quarter = {0, 250000000};
    struct shown shown = {0};
    const struct engine_limits limits = {.progress = {show, &shown}};
    static const struct answer_figure figures[] = {
        {"found", "", COUNT_HISTORIES}, {"rest", "", COUNT_NOTHING}, {0}};
    struct answer_stats stats = {.figures = figures, .at = {7, 1}};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    watch.depth = 3;
    watch.bound = 5;
    assert_false(watch_look(&watch));
    assert_int_equal(shown.n, 0);
    (void)nanosleep(&quarter, NULL);
    assert_false(watch_look(&watch));
    assert_false(watch_look(&watch));
    assert_int_equal(shown.n, 1);
    assert_int_equal(shown.depth, 3);
    assert_int_equal(shown.bound, 5);
    assert_int_equal(shown.events, 7);
    assert_true(shown.bytes > 0);
    assert_true(stats.seconds >= 0.2);
}

static void the_last_look_completes_the_figures(void **state)
{
    const struct engine_limits limits = {0};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    watch_close(&watch);
    assert_true(stats.seconds >= 0);
    assert_true(watch_seconds(&watch) >= stats.seconds);
    assert_true(watch_seconds(&watch) < 3600);
}

/* A race of which the test is the clock. */
struct fake_race {
    uint64_t barrier;
    _Atomic uint64_t end;
    _Atomic bool closed[3];
    uint32_t told[3];
};

static uint64_t fake_look(void *self, uint64_t work)
{
    const struct fake_race *const race = self;

    (void)work;
    return race->barrier;
}

static void fake_tell(void *self, uint32_t goal)
{
    struct fake_race *const race = self;

    race->told[goal]++;
}

static void settled_questions_are_told_behind_a_barrier(void **state)
{
    struct fake_race race = {.barrier = 100, .end = UINT64_MAX};
    const struct engine_race_hooks hooks = {.self = &race,
                                            .end = &race.end,
                                            .closed = race.closed,
                                            .look = fake_look};
    const struct engine_limits limits = {.settled = {fake_tell, &race, 3},
                                         .race = &hooks};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    assert_false(watch_look(&watch));
    race.closed[1] = true;
    assert_false(watch_look(&watch)); /* the same barrier */
    assert_int_equal(race.told[1], 0);
    race.barrier = 200;
    assert_false(watch_look(&watch));
    assert_int_equal(race.told[0], 0);
    assert_int_equal(race.told[1], 1);
    /* The race ended before the barrier: nothing is settled by it. */
    race.closed[2] = true;
    race.barrier = 400;
    race.end = 150;
    watch.work = 300;
    assert_true(watch_look(&watch));
    assert_int_equal(watch.reason, STOP_OVERTAKEN);
    assert_int_equal(race.told[2], 0);
}

static void a_no_closes_the_joint_goals(void **state)
{
    const struct engine_limits limits = {.joint = {1, 2}};
    struct answer_finding yes = {.verdict = VERDICT_YES},
                          no = {.verdict = VERDICT_NO};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    watch_found(&watch, 0, &no);
    watch_found(&watch, 1, &yes);
    for (uint32_t g = 0; g < 4; g++)
        assert_false(watch_closed(&watch, g));
    watch_found(&watch, 2, &no);
    for (uint32_t g = 0; g < 4; g++)
        assert_int_equal(watch_closed(&watch, g), g == 1 || g == 2);
}

static void what_the_end_takes_is_part_of_the_time(void **state)
{
    const struct engine_limits limits = {.seconds = 1000}, none = {0};
    struct answer_stats stats = {0};
    struct watch watch;

    (void)state;
    watch_init(&watch, &limits, &stats);
    assert_true(watch_reserve(&watch, 400, 500));
    assert_false(watch_look(&watch));
    assert_false(watch_reserve(&watch, 400, 600));
    assert_int_equal(watch.reason, STOP_TIME);
    watch_init(&watch, &limits, &stats);
    assert_false(watch_reserve(&watch, 1000, 0));
    watch_init(&watch, &limits, &stats);
    watch.closing = 1000;
    assert_true(watch_look(&watch));
    assert_int_equal(watch.reason, STOP_TIME);
    watch_init(&watch, &none, &stats);
    assert_true(watch_reserve(&watch, 1e9, 1e9));
    assert_false(watch_look(&watch));
}

/* Another engine of the race may have found the runs. */
static void runs_that_were_found_take_time_at_the_end(void **state)
{
    trans_id steps[60] = {0};
    struct answer_finding yes = {.verdict = VERDICT_YES};
    struct engine_closing closing = {.step = 10};
    const struct engine_limits limits = {.seconds = 1000, .closing = &closing};
    struct answer_stats stats = {0};
    struct watch finder, other;

    (void)state;
    yes.run.at = steps;
    yes.run.len = 60;
    watch_init(&finder, &limits, &stats);
    watch_init(&other, &limits, &stats);
    watch_found(&finder, 0, &yes);
    assert_false(watch_look(&other));
    assert_true(watch_reserve(&other, 300, 0));
    assert_false(watch_reserve(&other, 300, 200));
    watch_found(&finder, 1, &yes);
    assert_true(watch_look(&finder));
    assert_int_equal(finder.reason, STOP_TIME);
}

MODULE(watch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_stops_a_run_without_limits),
        cmocka_unit_test(each_limit_gives_its_reason),
        cmocka_unit_test(what_the_end_takes_is_part_of_the_time),
        cmocka_unit_test(runs_that_were_found_take_time_at_the_end),
        cmocka_unit_test(events_stop_above_their_number),
        cmocka_unit_test(the_first_reason_stays),
        cmocka_unit_test(a_tick_looks_now_and_then),
        cmocka_unit_test(progress_is_shown_a_few_times_a_second),
        cmocka_unit_test(the_last_look_completes_the_figures),
        cmocka_unit_test(settled_questions_are_told_behind_a_barrier),
        cmocka_unit_test(a_no_closes_the_joint_goals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
