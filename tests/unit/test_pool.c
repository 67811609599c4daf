/* Lists in a pool contain what was pushed, wherever they move. */
#include "test.h"

#include "base/pool.h"
#include "random.h"

enum { N_LISTS = 50, N_PUSHES = 20000 };

/* The expected contents of each list. */
struct model {
    VEC(uint32_t) numbers;
};

static void compare(const struct pool *pool, struct pool_list list,
                    const struct model *model)
{
    assert_int_equal(list.len, model->numbers.len);
    for (uint32_t i = 0; i < list.len; i++)
        assert_int_equal(pool_at(pool, list)[i], model->numbers.at[i]);
}

/* Small and large lists alternate, so that slices are freed and reused. */
static void lists_hold_what_was_pushed(void **state)
{
    struct model models[N_LISTS] = {0};
    struct pool_list lists[N_LISTS] = {0};
    struct pool pool = {0};
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t n = 0; n < N_PUSHES; n++) {
        const uint32_t i =
            random_below(&random, 1 + random_below(&random, N_LISTS));

        pool_push(&pool, &lists[i], n);
        vec_push(&models[i].numbers, n);
        if (n % 500 == 0)
            for (uint32_t k = 0; k < N_LISTS; k++)
                compare(&pool, lists[k], &models[k]);
    }
    for (uint32_t k = 0; k < N_LISTS; k++) {
        compare(&pool, lists[k], &models[k]);
        vec_free(&models[k].numbers);
    }
    pool_finish(&pool);
}

static void a_slice_is_the_least_power_of_two(void **state)
{
    struct pool_list list = {0}, other = {0};
    struct pool pool = {0};

    (void)state;
    for (uint32_t i = 0; i < 1000; i++)
        pool_push(&pool, &list, i);
    assert_int_equal(pool.words.len, 2 * 1024 - 1); /* 1 + 2 + 4 + ... */
    for (uint32_t i = 0; i < 512; i++)
        pool_push(&pool, &other, i);
    assert_int_equal(pool.words.len, 2 * 1024 - 1); /* all from spare slices */
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(pool_at(&pool, list)[i], i);
    pool_finish(&pool);
}

static void a_number_is_found_where_it_is(void **state)
{
    struct pool pool = {0};

    (void)state;
    for (uint32_t n = 0; n < 40; n++) {
        struct pool_list list = {0};

        for (uint32_t i = 0; i < n; i++)
            pool_push(&pool, &list, 3 * i + 1);
        for (uint32_t x = 0; x < 3 * n + 5; x++)
            assert_int_equal(pool_has(&pool, list, x), x % 3 == 1 && x / 3 < n);
        assert_false(pool_has(&pool, list, UINT32_MAX));
    }
    pool_finish(&pool);
}

static void a_filled_list_grows_as_others(void **state)
{
    uint32_t numbers[40];

    (void)state;
    for (uint32_t i = 0; i < 40; i++)
        numbers[i] = 7 * i;
    for (uint32_t n = 0; n < 40; n++) {
        struct pool_list list = {0}, other = {0};
        struct pool pool = {0};

        pool_fill(&pool, &list, numbers, n);
        pool_push(&pool, &other, 1);
        for (uint32_t i = n; i < 40; i++)
            pool_push(&pool, &list, numbers[i]);
        assert_int_equal(list.len, 40);
        assert_memory_equal(pool_at(&pool, list), numbers, sizeof numbers);
        assert_int_equal(*pool_at(&pool, other), 1);
        pool_finish(&pool);
    }
}

MODULE(pool)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_hold_what_was_pushed),
        cmocka_unit_test(a_slice_is_the_least_power_of_two),
        cmocka_unit_test(a_number_is_found_where_it_is),
        cmocka_unit_test(a_filled_list_grows_as_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
