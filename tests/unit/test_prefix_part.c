/* Parts of random prefixes, by the definition. */
#include "engine/race/engines.h"
#include "occurrence/prefix.h"
#include "random.h"
#include "test.h"

#include "checks.h"

static bool is_cause(const struct prefix *prefix, uint32_t c, uint32_t e)
{
    const struct prefix_span causes = prefix->events.at[e].causes;

    for (uint32_t i = 0; i < causes.len; i++) {
        const uint32_t x = prefix->pool.at[causes.from + i];

        if (x == c || (x > c && is_cause(prefix, c, x)))
            return true;
    }
    return false;
}

static bool is_conflict(const struct prefix *prefix, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        if ((prefix->conflicts.at[i].a == a &&
             prefix->conflicts.at[i].b == b) ||
            (prefix->conflicts.at[i].a == b && prefix->conflicts.at[i].b == a))
            return true;
    return false;
}

/* Is e drawn around f? */
static bool is_around(const struct prefix *prefix, uint32_t e, uint32_t f)
{
    if (e == 0 || e == f || is_cause(prefix, e, f))
        return true;
    for (uint32_t x = 1; x < e; x++)
        if (is_cause(prefix, x, e) && x != f && !is_cause(prefix, x, f))
            return false;
    return is_cause(prefix, f, e) || is_conflict(prefix, e, f);
}

static void check_part(const struct prefix *prefix, uint32_t f)
{
    bits_word *const focus =
        mem_zero(bits_words(prefix->events.len), sizeof *focus);
    struct prefix part = {0};
    bits_word *keep;
    uint32_t *numbers, n = 0;

    bits_add(focus, f);
    keep = prefix_part_around(prefix, focus);
    numbers = prefix_part_take(prefix, keep, &part);
    prefix_check(&part);
    for (uint32_t e = 0; e < prefix->events.len; e++) {
        assert_int_equal(bits_has(keep, e), is_around(prefix, e, f));
        if (!bits_has(keep, e))
            continue;
        assert_int_equal(numbers[n], e);
        assert_int_equal(part.events.at[n].trans, prefix->events.at[e].trans);
        assert_int_equal(part.events.at[n].size, prefix->events.at[e].size);
        for (uint32_t k = 0; k < n; k++)
            assert_int_equal(is_conflict(&part, k, n),
                             is_conflict(prefix, numbers[k], e));
        n++;
    }
    assert_int_equal(part.events.len, n);
    for (uint32_t e = 0; e < n; e++)
        if (part.events.at[e].has_companion)
            assert_int_equal(numbers[part.events.at[e].companion],
                             prefix->events.at[numbers[e]].companion);
    prefix_finish(&part);
    mem_free(focus);
    mem_free(keep);
    mem_free(numbers);
}

static void a_part_is_a_prefix(void **state)
{
    uint32_t n_parts = 0;

    (void)state;
    for (uint32_t i = 0; i < 60; i++) {
        struct random random;
        struct net *net;
        struct dep *dep;
        struct answer answer;
        const struct engine_limits limits = {.max_events = 60};

        random_init(&random, i);
        net = random_net(&random, RANDOM_CYCLIC, 2 + i % 4);
        dep = dep_create(net, i % 2 ? DEP_READ : DEP_CLASSIC);

        const struct engine_problem problem = {.net = net,
                                               .dep = dep,
                                               .unfolding.cutoffs = true,
                                               .unfolding.order = ORDER_FOATA,
                                               .por.table = true,
                                               .output.prefix = true};

        answer_init(&answer, 0);
        por_engine.run(&problem, &limits, &answer);
        for (uint32_t e = 1; e < answer.prefix.events.len; e += 3) {
            check_part(&answer.prefix, e);
            n_parts++;
        }
        answer_finish(&answer);
        dep_destroy(dep);
        net_destroy(net);
    }
    assert_true(n_parts > 200);
}

MODULE(prefix_part)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_a_prefix),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
