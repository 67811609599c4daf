/* The least cost comes first, then the least of what stands behind it. */
#include "test.h"

#include "base/cost_queue.h"
#include "random.h"

enum { N_STEPS = 1000 };

static bool is_less(struct cost_queue_entry a, struct cost_queue_entry b)
{
    return a.cost != b.cost   ? a.cost < b.cost
           : a.next != b.next ? a.next < b.next
                              : a.id < b.id;
}

/* The least of the entries that wait, the naive way; removed. */
static struct cost_queue_entry take_least(struct cost_queue_entry *at,
                                          uint32_t *n)
{
    uint32_t best = 0;
    struct cost_queue_entry least;

    for (uint32_t i = 1; i < *n; i++)
        if (is_less(at[i], at[best]))
            best = i;
    least = at[best];
    at[best] = at[--*n];
    return least;
}

static void assert_next(struct cost_queue *queue, struct cost_queue_entry *at,
                        uint32_t *n)
{
    const struct cost_queue_entry least = take_least(at, n);
    const struct cost_queue_entry found = cost_queue_pop(queue);

    assert_true(found.cost == least.cost && found.next == least.next);
    assert_int_equal(found.id, least.id);
}

static void the_least_comes_first(void **state)
{
    struct random random;
    struct cost_queue queue = {0};
    struct cost_queue_entry *const at = mem_alloc(N_STEPS, sizeof *at);

    (void)state;
    random_init(&random, 7);
    for (uint32_t round = 0; round < 20; round++) {
        const uint32_t some = round % 2 ? 3 : 1000;
        uint32_t n = 0;

        for (uint32_t i = 0; i < N_STEPS; i++) {
            if (n && random_chance(&random, 45)) {
                assert_next(&queue, at, &n);
                continue;
            }
            at[n] = (struct cost_queue_entry){
                ((uint64_t)random_below(&random, some) << 40) + 1,
                UINT64_MAX - random_below(&random, some),
                random_below(&random, some)};
            cost_queue_push(&queue, at[n++]);
        }
        while (n)
            assert_next(&queue, at, &n);
    }
    cost_queue_finish(&queue);
    mem_free(at);
}

MODULE(cost_queue)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_comes_first),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
