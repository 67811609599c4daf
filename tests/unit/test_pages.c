/* Records in pages are what was written, and few of them take memory. */
#include "test.h"

#include "engine/unfolding/pages.h"
#include "random.h"

enum { N_RECORDS = 1000, N_STEPS = 5000, MOST_FITTED = 40 };

struct record {
    uint32_t a, b;
};

typedef PAGES(struct record) records;

static void records_are_zero_until_they_are_written(void **state)
{
    static struct record model[N_RECORDS];
    records pages = {0};
    struct random random;
    uint32_t n = 0;

    (void)state;
    random_init(&random, 1);
    memset(model, 0, sizeof model);
    for (uint32_t k = 0; k < N_STEPS; k++) {
        uint32_t i;

        if (n + MOST_FITTED < N_RECORDS && random_chance(&random, 10))
            n += 1 + random_below(&random, MOST_FITTED);
        pages_fit(&pages, n);
        if (!n)
            continue;
        i = random_below(&random, n);
        assert_int_equal(pages_get(&pages, i).a, model[i].a);
        assert_int_equal(pages_get(&pages, i).b, model[i].b);
        if (random_chance(&random, 50))
            continue;
        model[i] = (struct record){k, random_below(&random, 2)};
        pages_touch(&pages, i);
        assert_true(pages_has(&pages, i));
        *pages_at(&pages, i) = model[i];
    }
    for (uint32_t i = 0; i < n; i++)
        assert_memory_equal(pages_at(&pages, i), &model[i], sizeof *model);
    pages_free(&pages);
    assert_null(pages.index.at);
    assert_null(pages.records.at);
}

static void a_page_takes_memory_once_it_is_touched(void **state)
{
    records pages = {0};

    (void)state;
    pages_fit(&pages, N_RECORDS);
    assert_int_equal(pages.records.len, PAGES_LEN);
    pages_touch(&pages, N_RECORDS - 1);
    pages_touch(&pages, N_RECORDS - 2);
    assert_int_equal(pages.records.len, 2 * PAGES_LEN);
    assert_false(pages_has(&pages, 0));
    pages_free(&pages);
}

MODULE(pages)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_are_zero_until_they_are_written),
        cmocka_unit_test(a_page_takes_memory_once_it_is_touched),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
