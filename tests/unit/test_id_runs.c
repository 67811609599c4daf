/* Lists of ids in runs read as what was appended, and are never longer. */
#include "test.h"

#include "engine/prefix/size_queue.h"
#include "random.h"

enum { N_LISTS = 300, MOST_PUSHES = 40, MOST_RUN = 4 };

typedef VEC(uint32_t) model;

static void push(struct size_queue_runs *runs, model *ids, uint32_t first,
                 uint32_t n)
{
    size_queue_runs_push(runs, first, n);
    for (uint32_t k = 0; k < n; k++)
        vec_push(ids, first + k);
}

static void compare(const struct size_queue_runs *runs, const model *ids)
{
    uint32_t *const read = mem_alloc(runs->len, sizeof *read);
    struct size_queue_runs_at at;

    assert_int_equal(runs->len, ids->len);
    assert_true(runs->words.len <= runs->len);
    for (uint32_t some = 1; some <= MOST_RUN + 1; some++) {
        at = (struct size_queue_runs_at){0};
        for (uint32_t i = 0; i < ids->len; i += some)
            size_queue_runs_read(
                runs, &at, ids->len - i < some ? ids->len - i : some, read + i);
        for (uint32_t i = 0; i < ids->len; i++)
            assert_int_equal(read[i], ids->at[i]);
        assert_int_equal(at.word, runs->words.len);
    }
    mem_free(read);
}

/* Some pushes continue the last run, and some are of nothing. */
static void a_list_reads_as_it_was_written(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t i = 0; i < N_LISTS; i++) {
        struct size_queue_runs runs = {0};
        model ids = {0};

        for (uint32_t k = random_below(&random, MOST_PUSHES); k-- > 0;) {
            const uint32_t n = random_below(&random, MOST_RUN);
            const uint32_t first = ids.len && random_below(&random, 2)
                                       ? *vec_top(&ids) + 1
                                       : random_below(&random, 50);

            push(&runs, &ids, first, n);
            compare(&runs, &ids);
        }
        size_queue_runs_finish(&runs);
        assert_null(runs.words.at);
        assert_int_equal(runs.len, 0);
        vec_free(&ids);
    }
}

static void a_run_takes_two_words(void **state)
{
    struct size_queue_runs runs = {0};
    model ids = {0};

    (void)state;
    push(&runs, &ids, SIZE_QUEUE_MOST - 1000, 1);
    assert_int_equal(runs.words.len, 1);
    for (uint32_t k = 1; k < 999; k++)
        push(&runs, &ids, SIZE_QUEUE_MOST - 1000 + k, 1);
    assert_int_equal(runs.words.len, 2);
    push(&runs, &ids, 0, 500);
    assert_int_equal(runs.words.len, 4);
    push(&runs, &ids, 500, 1);
    push(&runs, &ids, 502, 1);
    assert_int_equal(runs.words.len, 5);
    compare(&runs, &ids);
    size_queue_runs_finish(&runs);
    vec_free(&ids);
}

MODULE(id_runs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_reads_as_it_was_written),
        cmocka_unit_test(a_run_takes_two_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
