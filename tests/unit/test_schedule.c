/* Which task comes next, and how many blocks there are. */
#include "cli/schedule.h"
#include "test.h"

static void add(struct schedule *schedule, uint32_t number, uint64_t guess,
                uint32_t lost_by)
{
    const struct schedule_task task = {guess, number, lost_by};

    schedule_add(schedule, &task);
}

static uint32_t take(struct schedule *schedule, uint32_t worker, bool is_alone)
{
    uint32_t number;

    return schedule_take(schedule, worker, is_alone, &number) ? number
                                                              : SCHEDULE_NONE;
}

static void long_tasks_come_first(void **state)
{
    static const uint64_t guesses[] = {3, 9, 3, 7, 9, 0, 3};
    static const uint32_t order[] = {1, 4, 3, 0, 2, 6, 5};
    struct schedule schedule = {0};

    (void)state;
    for (uint32_t i = 0; i < 7; i++)
        add(&schedule, i, guesses[i], SCHEDULE_NONE);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(take(&schedule, 0, false), order[i]);
    assert_int_equal(take(&schedule, 0, false), SCHEDULE_NONE);
    schedule_finish(&schedule);
}

static void a_lost_task_goes_to_another_worker(void **state)
{
    struct schedule schedule = {0};

    (void)state;
    add(&schedule, 0, 9, 1);
    add(&schedule, 1, 5, SCHEDULE_NONE);
    assert_int_equal(take(&schedule, 1, false), 1);
    assert_int_equal(take(&schedule, 1, false), SCHEDULE_NONE);
    assert_int_equal(take(&schedule, 2, false), 0);
    add(&schedule, 0, 9, 1);
    assert_int_equal(take(&schedule, 1, true), 0);
    schedule_finish(&schedule);
}

static void few_questions_are_alone_and_many_are_blocks(void **state)
{
    (void)state;
    assert_int_equal(schedule_blocks(0, 1), 0);
    assert_int_equal(schedule_blocks(1, 1), 1);
    assert_int_equal(schedule_blocks(16, 1), 16);
    assert_int_equal(schedule_blocks(256, 1), 16);
    assert_int_equal(schedule_blocks(10000, 1), 100);
    assert_int_equal(schedule_blocks(UINT32_MAX, 1), 256);
    assert_int_equal(schedule_blocks(10000, 64), 4);
    assert_int_equal(schedule_blocks(10000, 200), 1);
    assert_int_equal(schedule_blocks(10000, 1000), 1);
}

MODULE(schedule)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_tasks_come_first),
        cmocka_unit_test(a_lost_task_goes_to_another_worker),
        cmocka_unit_test(few_questions_are_alone_and_many_are_blocks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
