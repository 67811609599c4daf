/* Arrays one behind another. */
#include "test.h"

#include "base/vec.h"

typedef VEC(uint32_t) number_list;
typedef VECS(number_list) number_lists;

static void assert_is(const number_lists *lists, uint32_t i,
                      const uint32_t *wanted, uint32_t len)
{
    assert_int_equal(vecs_len(lists, i), len);
    for (uint32_t k = 0; k < len; k++)
        assert_int_equal(vecs_at(lists, i)[k], wanted[k]);
}

static void arrays_stand_one_behind_another(void **state)
{
    const uint32_t first[] = {3, 1}, third[] = {4};
    number_lists lists = {0}, twice = {0};

    (void)state;
    vec_append_n(&lists.all, first, 2);
    vecs_close(&lists);
    vecs_close(&lists); /* an empty one */
    vec_append_n(&lists.all, third, 1);
    assert_int_equal(vecs_count(&lists), 2);
    assert_int_equal(vecs_from(&lists, 2), 2); /* it is under way */
    vecs_close(&lists);
    vecs_append(&twice, &lists);
    vecs_append(&twice, &lists);
    assert_int_equal(vecs_count(&twice), 6);
    for (uint32_t i = 0; i < 6; i += 3) {
        assert_is(&twice, i, first, 2);
        assert_is(&twice, i + 1, NULL, 0);
        assert_is(&twice, i + 2, third, 1);
    }
    vecs_cut(&twice, 4);
    assert_int_equal(vecs_count(&twice), 4);
    assert_int_equal(twice.all.len, 5);
    vec_push(&twice.all, 7);
    vecs_cut(&twice, 4); /* drops what was under way */
    assert_int_equal(twice.all.len, 5);
    vecs_clear(&twice);
    assert_int_equal(vecs_count(&twice) + twice.all.len, 0);
    vecs_free(&lists);
    vecs_free(&twice);
}

MODULE(vec)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_stand_one_behind_another)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
