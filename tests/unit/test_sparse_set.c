/* Sparse sets contain what was added, and are searched in any order. */
#include "test.h"

#include "engine/prefix/sparse_set.h"
#include "random.h"

enum { N_SETS = 40, N_MEMBERS = 300, N_NUMBERS = 4000 };

struct model {
    struct pool_list set;
    bool has[N_NUMBERS];
};

static void draw(struct pool *pool, struct model *m, struct random *random)
{
    const uint32_t gap = 1 + random_below(random, 40);
    uint32_t n = random_below(random, gap);

    for (uint32_t i = 0; i < N_MEMBERS && n < N_NUMBERS; i++) {
        sparse_set_add(pool, &m->set, n);
        m->has[n] = true;
        n += 1 + random_below(random, gap);
    }
}

static void compare(const struct pool *pool, const struct model *m,
                    struct random *random)
{
    const uint32_t *const at = pool_at(pool, m->set);
    uint32_t next = 0, listed = 0;

    for (uint32_t n = 0; n < N_NUMBERS; n++)
        assert_int_equal(sparse_set_has(pool, m->set, n), m->has[n]);
    for (uint32_t n = 0; n < N_NUMBERS; n += 1 + random_below(random, 200))
        assert_int_equal(sparse_set_next(at, &next, m->set.len, n), m->has[n]);
    for (uint32_t i = 0; i < m->set.len; i++)
        for (uint32_t rest = at[i]; sparse_set_more(rest);
             rest = sparse_set_rest(rest)) {
            const uint32_t n = sparse_set_lowest(rest);

            while (listed < n)
                assert_false(m->has[listed++]);
            assert_true(m->has[listed++]);
        }
    while (listed < N_NUMBERS)
        assert_false(m->has[listed++]);
}

static void sets_hold_what_was_added(void **state)
{
    static struct model models[N_SETS];
    struct pool pool = {0};
    struct random random;

    (void)state;
    random_init(&random, 1);
    for (uint32_t i = 0; i < N_SETS; i++)
        draw(&pool, &models[i], &random);
    for (uint32_t i = 0; i < N_SETS; i++)
        compare(&pool, &models[i], &random);
    pool_finish(&pool);
}

static void seek_finds_the_first_entry_not_below(void **state)
{
    struct pool_list set = {0};
    struct pool pool = {0};

    (void)state;
    assert_int_equal(sparse_set_seek(NULL, 0, 0, 5), 0);
    for (uint32_t group = 1; group < 100; group += 3)
        sparse_set_add(&pool, &set, 8 * group + group % 8);
    for (uint32_t group = 0; group < 110; group++)
        for (uint32_t from = 0; from <= set.len; from++) {
            uint32_t expected = from;

            while (expected < set.len &&
                   pool_at(&pool, set)[expected] >> 8 < group)
                expected++;
            assert_int_equal(
                sparse_set_seek(pool_at(&pool, set), from, set.len, group),
                expected);
        }
    pool_finish(&pool);
}

static void a_group_is_one_entry(void **state)
{
    struct pool_list set = {0};
    struct pool pool = {0};

    (void)state;
    for (uint32_t n = 0; n < 1024; n++)
        sparse_set_add(&pool, &set, n);
    assert_int_equal(set.len, 128);
    sparse_set_add(&pool, &set, SPARSE_SET_LIMIT - 1);
    assert_int_equal(set.len, 129);
    assert_int_equal(sparse_set_lowest(pool_at(&pool, set)[128]),
                     SPARSE_SET_LIMIT - 1);
    pool_finish(&pool);
}

static void an_entry_adds_its_members(void **state)
{
    struct pool_list set = {0};
    struct pool pool = {0};

    (void)state;
    sparse_set_add(&pool, &set, 17);
    sparse_set_add_entry(&pool, &set, 2 << 8 | 0x0c); /* 18 and 19 */
    sparse_set_add_entry(&pool, &set, 5 << 8 | 0x81); /* 40 and 47 */
    assert_int_equal(set.len, 2);
    assert_int_equal(pool_at(&pool, set)[0], 2 << 8 | 0x0e);
    assert_int_equal(pool_at(&pool, set)[1], 5 << 8 | 0x81);
    pool_finish(&pool);
}

MODULE(sparse_set)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_hold_what_was_added),
        cmocka_unit_test(seek_finds_the_first_entry_not_below),
        cmocka_unit_test(a_group_is_one_entry),
        cmocka_unit_test(an_entry_adds_its_members),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
