/* The rows of a profile. */
#include "answer/profile.h"

#include "test.h"

static void rows_stay_few_and_even(void **state)
{
    static const uint64_t steps[] = {1, 7, 1000};

    (void)state;
    for (size_t k = 0; k < 3; k++) {
        struct profile profile = {0};
        uint64_t widest = 0;

        for (uint64_t work = 1; work < 300000 * steps[k]; work += steps[k]) {
            const struct profile_row row = {.work = work};

            if (profile_is_due(&profile, work))
                profile_add(&profile, &row);
            assert_true(profile.rows.len < 1000);
        }
        assert_true(profile.rows.len > 400);
        assert_int_equal(profile.rows.at[0].work, 1);
        for (uint32_t i = 1; i < profile.rows.len; i++) {
            const uint64_t step =
                profile.rows.at[i].work - profile.rows.at[i - 1].work;

            assert_true(step > 0);
            if (step > widest)
                widest = step;
        }
        assert_true(widest <= 2 * profile.step);
        profile_finish(&profile);
    }
}

static void a_short_run_keeps_its_rows(void **state)
{
    struct profile profile = {0};

    (void)state;
    for (uint64_t work = 0; work < 10; work++) {
        const struct profile_row row = {.work = 100 * work, .histories = work};

        profile_add(&profile, &row);
    }
    assert_int_equal(profile.rows.len, 10);
    for (uint32_t i = 0; i < 10; i++)
        assert_int_equal(profile.rows.at[i].histories, i);
    profile_finish(&profile);
}

MODULE(profile)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_stay_few_and_even),
        cmocka_unit_test(a_short_run_keeps_its_rows),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
