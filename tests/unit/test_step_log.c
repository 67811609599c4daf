/* The steps that are kept, and the bound on them. */
#include "engine/unfolding/step_log.h"

#include "test.h"

enum { MOST = 1000000 };

static void nothing_is_kept_unasked(void **state)
{
    const event_id events[] = {1, 2};
    struct step_log log;

    (void)state;
    log = (struct step_log){.wanted = false};
    step_log_add(&log, STEP_ADD, 1);
    step_log_alternative(&log, (struct es_span){events, 2});
    assert_int_equal(log.at.len, 0);
    assert_int_equal(log.pool.len, 0);
    assert_false(log.cut);
    step_log_finish(&log);
}

static void alternatives_have_their_events(void **state)
{
    const event_id events[] = {7, 9};
    struct step_log log;

    (void)state;
    log = (struct step_log){.wanted = true};
    step_log_add(&log, STEP_DISABLE, 3);
    step_log_alternative(&log, (struct es_span){events, 2});
    step_log_alternative(&log, (struct es_span){events + 1, 1});
    assert_int_equal(log.at.len, 3);
    assert_int_equal(log.at.at[0].event, 3);
    assert_int_equal(log.at.at[2].kind, STEP_ALTERNATIVE);
    assert_int_equal(log.at.at[2].alternative.from, 2);
    assert_int_equal(log.at.at[2].alternative.len, 1);
    assert_int_equal(log.pool.at[2], 9);
    step_log_finish(&log);
}

static void the_first_million_is_kept(void **state)
{
    const event_id events[] = {7, 9};
    struct step_log log;

    (void)state;
    log = (struct step_log){.wanted = true};
    for (uint32_t i = 0; i < MOST - 2; i++)
        step_log_add(&log, STEP_ADD, i);
    assert_false(log.cut);
    step_log_alternative(&log, (struct es_span){events, 2});
    assert_true(log.cut);
    step_log_add(&log, STEP_ADD, 1); /* would fit, but comes later */
    assert_int_equal(log.at.len, MOST - 2);
    assert_int_equal(log.pool.len, 0);
    step_log_finish(&log);
}

MODULE(step_log)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_kept_unasked),
        cmocka_unit_test(alternatives_have_their_events),
        cmocka_unit_test(the_first_million_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
