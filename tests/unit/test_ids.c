/* Sorted lists agree with a plain count of the numbers. */
#include "test.h"

#include "base/ids.h"
#include "random.h"

enum { N_LISTS = 2000, MAX_LEN = 40, MAX_ID = 30 };

struct model {
    uint32_t at[MAX_LEN];
    uint32_t len;
    uint32_t count[MAX_ID]; /* by number: its occurrences in the list */
};

static void draw(struct model *model, struct random *random)
{
    *model = (struct model){.len = random_below(random, MAX_LEN + 1)};
    for (uint32_t i = 0; i < model->len; i++) {
        model->at[i] = random_below(random, MAX_ID);
        model->count[model->at[i]]++;
    }
}

static void a_sorted_list_has_the_same_numbers(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t n = 0; n < N_LISTS; n++) {
        struct model model;
        uint32_t i = 0;

        draw(&model, &random);
        ids_sort(model.at, model.len);
        for (uint32_t id = 0; id < MAX_ID; id++)
            for (uint32_t k = 0; k < model.count[id]; k++)
                assert_int_equal(model.at[i++], id);
        assert_int_equal(i, model.len);
    }
}

static void a_unique_list_has_each_number_once(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 2);
    for (uint32_t n = 0; n < N_LISTS; n++) {
        struct model model;
        uint32_t i = 0, len;

        draw(&model, &random);
        len = ids_unique(model.at, model.len);
        for (uint32_t id = 0; id < MAX_ID; id++)
            if (model.count[id])
                assert_int_equal(model.at[i++], id);
        assert_int_equal(i, len);
    }
}

static void a_number_is_found_where_it_stands(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 3);
    for (uint32_t n = 0; n < N_LISTS; n++) {
        struct model model;
        uint32_t len, below = 0;

        draw(&model, &random);
        len = ids_unique(model.at, model.len);
        for (uint32_t id = 0; id < MAX_ID; id++) {
            assert_int_equal(ids_find(model.at, len, id), below);
            assert_int_equal(ids_has(model.at, len, id), model.count[id] > 0);
            below += model.count[id] > 0;
        }
        assert_int_equal(ids_find(model.at, len, UINT32_MAX), len);
        assert_false(ids_has(model.at, len, UINT32_MAX));
    }
}

/* Differences of such numbers overflow an int. */
static void large_numbers_are_in_order(void **state)
{
    uint32_t at[] = {UINT32_MAX, 0, 0x80000000u, 1, 0x7fffffffu, UINT32_MAX};
    const uint32_t wanted[] = {0, 1, 0x7fffffffu, 0x80000000u, UINT32_MAX};

    (void)state;
    assert_int_equal(ids_unique(at, 6), 5);
    assert_memory_equal(at, wanted, sizeof wanted);
    for (uint32_t i = 0; i < 5; i++)
        assert_int_equal(ids_find(at, 5, wanted[i]), i);
}

static void an_empty_list_may_be_nowhere(void **state)
{
    (void)state;
    ids_sort(NULL, 0);
    assert_int_equal(ids_unique(NULL, 0), 0);
    assert_int_equal(ids_find(NULL, 0, 3), 0);
    assert_false(ids_has(NULL, 0, 3));
}

static void a_stride_visits_all_numbers(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 300; n++) {
        const uint32_t stride = ids_stride(n);
        bool visited[300] = {false};

        for (uint32_t i = 0, at = 0; i < n; i++, at = (at + stride) % n) {
            assert_false(visited[at]);
            visited[at] = true;
        }
        assert_true(n < 8 || (stride > n / 4 && stride < n - n / 8));
    }
}

MODULE(ids)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sorted_list_has_the_same_numbers),
        cmocka_unit_test(a_unique_list_has_each_number_once),
        cmocka_unit_test(a_number_is_found_where_it_stands),
        cmocka_unit_test(large_numbers_are_in_order),
        cmocka_unit_test(an_empty_list_may_be_nowhere),
        cmocka_unit_test(a_stride_visits_all_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
