/* Lists with dense ids, against a search among all of them. */
#include "test.h"

#include "base/lists.h"
#include "random.h"

enum { N_LISTS = 60000, LONGEST = 4 };

struct drawn {
    uint32_t at[LONGEST], len;
};

static bool is_equal(const struct drawn *a, const struct drawn *b)
{
    return a->len == b->len && !memcmp(a->at, b->at, a->len * sizeof *a->at);
}

/* Few numbers, so that many lists are equal or begin alike. */
static struct drawn draw(struct random *random)
{
    struct drawn drawn = {.len = random_below(random, LONGEST + 1)};

    for (uint32_t i = 0; i < drawn.len; i++)
        drawn.at[i] = random_below(random, 5);
    return drawn;
}

static void a_list_has_one_id(void **state)
{
    struct drawn *const all = mem_alloc(N_LISTS, sizeof *all);
    struct lists lists = {0};
    struct random random;
    uint32_t n = 0;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < N_LISTS; i++) {
        const struct drawn drawn = draw(&random);
        uint32_t id = 0;

        while (id < n && !is_equal(&all[id], &drawn))
            id++;
        if (id == n)
            all[n++] = drawn;
        assert_int_equal(lists_intern(&lists, drawn.at, drawn.len), id);
        assert_int_equal(lists_count(&lists), n);
    }
    /* the empty list, and all up to the longest */
    assert_int_equal(n, 1 + 5 + 25 + 125 + 625);
    lists_finish(&lists);
    mem_free(all);
}

MODULE(lists)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_list_has_one_id)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
