#include "net/unit_safety.h"
#include "random.h"
#include "support.h"
#include "test.h"
#include "same_net.h"

/* Units of two processes: 0 contains 1 with p0, p1 and 2 with q0, q1. */
static const uint32_t two[] = {UNITS_NONE, 0, 0};

static struct units *make(const uint32_t *parent, uint32_t n,
                          const uint32_t *unit_of, uint32_t n_places)
{
    struct units *units = units_create(n, parent, n_places, unit_of, true);

    assert_non_null(units);
    units_check(units);
    return units;
}

static bool proves(const char *text, const uint32_t *parent, uint32_t n,
                   const uint32_t *unit_of)
{
    struct net *net = test_net(text);
    struct units *units = make(parent, n, unit_of, net_place_count(net));
    const bool proven = unit_safety_prove(units, net);

    units_destroy(units);
    net_destroy(net);
    return proven;
}

static void units_are_numbered_from_the_root(void **state)
{
    /* 2 is the root, with 0; 0 contains 1. */
    const uint32_t parent[] = {2, 0, UNITS_NONE}, unit_of[] = {1, 2, 0};
    struct units *units = make(parent, 3, unit_of, 3);

    (void)state;
    assert_int_equal(units->unit_of[1], 0);
    assert_int_equal(units->unit_of[2], 1);
    assert_int_equal(units->unit_of[0], 2);
    assert_int_equal(units->end[1], 3);
    assert_true(same_net_exclude(units, 0, 1));
    assert_false(same_net_exclude(units, 1, 1));
    units_destroy(units);
}

static void siblings_do_not_exclude_each_other(void **state)
{
    const uint32_t unit_of[] = {1, 1, 2, 2};
    struct units *units = make(two, 3, unit_of, 4);

    (void)state;
    assert_true(same_net_exclude(units, 0, 1));
    assert_false(same_net_exclude(units, 0, 2));
    units_destroy(units);
}

static void what_is_no_tree_is_refused(void **state)
{
    const uint32_t circle[] = {UNITS_NONE, 2, 1};
    const uint32_t roots[] = {UNITS_NONE, UNITS_NONE};
    const uint32_t none[] = {1, 0};

    (void)state;
    assert_null(units_create(3, circle, 0, NULL, true));
    assert_null(units_create(2, roots, 0, NULL, true));
    assert_null(units_create(2, none, 0, NULL, true));
    assert_null(units_create(0, NULL, 0, NULL, true));
}

static void state_machines_are_safe(void **state)
{
    const uint32_t unit_of[] = {1, 1, 2, 2};

    (void)state;
    assert_true(proves("p* q r* s | t: p r > q s | u: q > p | v: s > r", two, 3,
                       unit_of));
}

static void a_second_token_in_a_unit_is_no_proof(void **state)
{
    const uint32_t unit_of[] = {1, 1, 2, 2};

    (void)state;
    assert_false(proves("p* q r* s | t: r > q", two, 3, unit_of));
    assert_false(proves("p* q r* s | t: p > q s", two, 3, unit_of));
    assert_false(proves("p* q* r* s | t: p > q", two, 3, unit_of));
    assert_false(proves("p* q r* s | t: p ? r > q s", two, 3, unit_of));
}

/* t needs two tokens of one unit. */
static void what_no_safe_marking_enables_does_no_harm(void **state)
{
    const uint32_t unit_of[] = {1, 1, 2, 2};

    (void)state;
    assert_true(proves("p* q r* s | t: p q > r s", two, 3, unit_of));
}

/* The root has a place; its token is there before and after the others. */
static void forks_and_joins_are_safe(void **state)
{
    const uint32_t unit_of[] = {0, 1, 2};

    (void)state;
    assert_true(
        proves("r* a b | fork: r > a b | join: a b > r", two, 3, unit_of));
    assert_false(
        proves("r* a b | fork: r > a b | join: a > r", two, 3, unit_of));
}

static void the_first_two_tokens_that_exclude_are_named(void **state)
{
    const uint32_t unit_of[] = {0, 1, 2};
    struct net *net = test_net("r* a b*");
    struct units *units = make(two, 3, unit_of, 3);
    place_id p, q;

    (void)state;
    assert_false(unit_safety_start(units, net, &p, &q));
    assert_int_equal(p, 0);
    assert_int_equal(q, 2);
    units_destroy(units);
    net_destroy(net);
}

static bool is_unit_safe(const struct units *units, const bits_word *m)
{
    for (place_id p = 0; p < units->n_places; p++)
        for (place_id q = p + 1; q < units->n_places; q++)
            if (bits_has(m, p) && bits_has(m, q) &&
                same_net_exclude(units, p, q))
                return false;
    return true;
}

/* Units at random are seldom a proof, and small nets have few places. */
static void what_is_proven_is_true(void **state)
{
    struct random random;
    uint32_t n_proven = 0;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *net =
            random_net(&random, i % 2 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1);
        struct units *const units =
            random_units(&random, 1 + i % 4, net_place_count(net));
        struct oracle oracle;

        units_check(units);
        oracle_init(&oracle, net, 2000);
        if (unit_safety_prove(units, net)) {
            n_proven++;
            assert_false(oracle.unsafe);
            for (uint32_t k = 0; k < oracle.n_markings; k++)
                assert_true(is_unit_safe(units, oracle_marking(&oracle, k)));
        }
        oracle_finish(&oracle);
        units_destroy(units);
        net_destroy(net);
    }
    assert_true(n_proven > 20);
}

MODULE(units)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_numbered_from_the_root),
        cmocka_unit_test(siblings_do_not_exclude_each_other),
        cmocka_unit_test(what_is_no_tree_is_refused),
        cmocka_unit_test(state_machines_are_safe),
        cmocka_unit_test(a_second_token_in_a_unit_is_no_proof),
        cmocka_unit_test(what_no_safe_marking_enables_does_no_harm),
        cmocka_unit_test(forks_and_joins_are_safe),
        cmocka_unit_test(the_first_two_tokens_that_exclude_are_named),
        cmocka_unit_test(what_is_proven_is_true),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
