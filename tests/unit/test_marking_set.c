/* A set of ids holds what was added and not removed. */
#include "test.h"

#include "marking/marking_set.h"

static void members_are_those_that_were_added(void **state)
{
    struct marking_set set = {0};

    (void)state;
    assert_false(marking_set_has(&set, 0));
    assert_true(marking_set_add(&set, 130));
    assert_false(marking_set_add(&set, 130));
    assert_true(marking_set_add(&set, 0));
    assert_true(marking_set_has(&set, 130) && marking_set_has(&set, 0));
    assert_false(marking_set_has(&set, 129) || marking_set_has(&set, 1000));
    marking_set_remove(&set, 130);
    assert_false(marking_set_has(&set, 130));
    assert_true(marking_set_add(&set, 130));
    marking_set_clear(&set);
    assert_false(marking_set_has(&set, 130) || marking_set_has(&set, 0));
    assert_true(marking_set_add(&set, 1));
    assert_false(marking_set_has(&set, 0));
    assert_true(marking_set_bytes(&set) >= 24);
    marking_set_finish(&set);
}

MODULE(marking_set)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_those_that_were_added),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
