/* Ids come largest first, however many wait. */
#include "test.h"

#include "base/id_queue.h"
#include "random.h"

enum { N_STEPS = 4000 };

/* The largest of the ids that wait, the naive way; removed. */
static uint32_t take_largest(uint32_t *at, uint32_t *n)
{
    uint32_t best = 0, id;

    for (uint32_t i = 1; i < *n; i++)
        if (at[i] > at[best])
            best = i;
    id = at[best];
    at[best] = at[--*n];
    return id;
}

static void the_largest_comes_first(void **state)
{
    struct random random;
    struct id_queue queue = {0};
    uint32_t *const at = mem_alloc(N_STEPS, sizeof *at), largest = 0;

    (void)state;
    random_init(&random, 5);
    for (uint32_t round = 0; round < 60; round++) {
        const uint32_t pushes = 40 + random_below(&random, 25);
        uint32_t n = 0;

        for (uint32_t i = 0; i < N_STEPS / 4; i++) {
            if (n && !random_chance(&random, pushes)) {
                assert_int_equal(id_queue_pop(&queue), take_largest(at, &n));
                continue;
            }
            at[n] = random_below(&random, round % 2 ? 50 : 100000);
            id_queue_push(&queue, at[n++]);
            largest = n > largest ? n : largest;
        }
        if (round % 3)
            while (n)
                assert_int_equal(id_queue_pop(&queue), take_largest(at, &n));
        id_queue_clear(&queue);
    }
    assert_true(largest > 4 * ID_QUEUE_NEAR);
    id_queue_finish(&queue);
    mem_free(at);
}

MODULE(id_queue)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest_comes_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
