/* Unit tests of exclusive.h: sets made of units that are proved, and what is
 * derived from sets, against all reachable markings. */
#include "test.h"

#include "net/unit_safety.h"
#include "random.h"
#include "structure/exclusive.h"

static uint32_t count_marked(const bits_word *m, struct net_place_span set)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < set.len; i++)
        n += bits_has(m, set.at[i]);
    return n;
}

static void assert_true_of_all(const struct oracle *oracle,
                               const struct exclusive *sets)
{
    for (uint32_t i = 0; i < oracle->n_markings; i++)
        for (uint32_t k = 0; k < exclusive_count(sets); k++)
            assert_true(count_marked(oracle_marking(oracle, i),
                                     exclusive_set(sets, k)) <= 1);
}

static void assert_disjoint(const struct exclusive *sets, uint32_t n_places)
{
    bool *const listed = mem_zero(n_places, sizeof *listed);

    for (uint32_t i = 0; i < sets->lists.all.len; i++) {
        assert_false(listed[sets->lists.all.at[i]]);
        listed[sets->lists.all.at[i]] = true;
    }
    assert_int_equal(sets->lists.all.len, n_places);
    mem_free(listed);
}

/* A net whose transitions move one token inside each of a few units: the units
 * are the machines, in a tree whose inner units have no places. */
static struct net *machines(struct random *random, uint32_t n_machines,
                            uint32_t length, struct units **units)
{
    struct net_builder *const b = net_builder_create();
    const struct net_where nowhere = {0};
    uint32_t parent[16] = {UNITS_NONE}, unit_of[128];
    struct diag diag = {0};
    char id[16];

    for (uint32_t p = 0; p < n_machines * length; p++) {
        (void)snprintf(id, sizeof id, "p%u", p);
        (void)net_builder_place(b, id, NULL, p % length == 0, nowhere, &diag);
        unit_of[p] = 1 + p / length;
    }
    for (uint32_t u = 1; u <= n_machines; u++)
        parent[u] = 0;
    for (uint32_t i = 0; i < 2 * n_machines * length; i++) {
        trans_id t;

        (void)snprintf(id, sizeof id, "t%u", i);
        t = net_builder_trans(b, id, NULL, nowhere, &diag);
        for (uint32_t k = 0; k < n_machines; k++) {
            const uint32_t from = random_below(random, length);
            const uint32_t to = random_below(random, length);

            if (from == to ||
                !random_chance(random, k == i % n_machines ? 95 : 20))
                continue;
            net_builder_arc(b, GIVEN_CONSUME, k * length + from, t, 1);
            if (random_chance(random, 90))
                net_builder_arc(b, GIVEN_PRODUCE, k * length + to, t, 1);
        }
    }
    *units = units_create(n_machines + 1, parent, n_machines * length, unit_of,
                          true);
    return net_builder_finish(b);
}

static void check_sets(const struct net *net, const struct units *units,
                       uint32_t *n_checked)
{
    struct exclusive sets = {0};
    struct oracle oracle;

    oracle_init(&oracle, net, 4000);
    exclusive_add_units(&sets, units);
    assert_disjoint(&sets, units->n_places);
    assert_true_of_all(&oracle, &sets);
    (*n_checked)++;
    oracle_finish(&oracle);
    exclusive_finish(&sets);
}

static void sets_of_proved_units_are_exclusive(void **state)
{
    struct random random;
    uint32_t n = 0;

    (void)state;
    random_init(&random, 3);
    for (uint32_t i = 0; i < 1000; i++) {
        struct units *units;
        struct net *const net = machines(&random, 1 + i % 4, 2 + i % 5, &units);

        assert_true(unit_safety_prove(units, net));
        check_sets(net, units, &n);
        units_destroy(units);
        net_destroy(net);
    }
    for (uint32_t i = 0; i < 4000; i++) {
        struct net *const net = random_net(&random, RANDOM_UNSAFE, 1);
        struct units *const units =
            random_units(&random, 1 + i % 5, net_place_count(net));

        if (unit_safety_prove(units, net))
            check_sets(net, units, &n);
        units_destroy(units);
        net_destroy(net);
    }
    assert_true(n > 1020);
}

/* The path goes down to the unit with the most places below it. */
static void paths_lead_downwards(void **state)
{
    /* root {0}; under it a {1} and b {2, 3}; under a: c {4, 5} */
    static const uint32_t parent[] = {UNITS_NONE, 0, 0, 1};
    static const uint32_t unit_of[] = {0, 1, 2, 2, 3, 3};
    struct units *const units = units_create(4, parent, 6, unit_of, true);
    struct exclusive sets = {0};

    (void)state;
    exclusive_add_units(&sets, units);
    assert_int_equal(exclusive_count(&sets), 2);
    assert_int_equal(exclusive_set(&sets, 0).len, 4);
    assert_int_equal(exclusive_set(&sets, 0).at[3], 5);
    assert_int_equal(exclusive_set(&sets, 1).len, 2);
    assert_int_equal(exclusive_set(&sets, 1).at[0], 2);
    exclusive_finish(&sets);
    units_destroy(units);
}

static void larger_sets_come_first(void **state)
{
    static const place_id small[] = {3, 1}, large[] = {4, 3, 2};
    struct exclusive sets = {0};
    uint32_t set_of[6];

    (void)state;
    exclusive_add(&sets, small, 2, EXCLUSIVE_NONE);
    exclusive_add(&sets, large, 3, EXCLUSIVE_NONE);
    exclusive_add(&sets, large, 0, EXCLUSIVE_NONE);
    assert_int_equal(exclusive_count(&sets), 2);
    exclusive_choose(&sets, 6, set_of);
    assert_int_equal(set_of[0], EXCLUSIVE_NONE);
    assert_int_equal(set_of[1], 0);
    assert_int_equal(set_of[2], 1);
    assert_int_equal(set_of[3], 1);
    assert_int_equal(set_of[4], 1);
    exclusive_finish(&sets);
}

static void removed_places_leave_their_sets(void **state)
{
    static const place_id first[] = {0, 2, 4}, second[] = {1};
    static const place_id map[] = {PLACE_NONE, PLACE_NONE, 0, 1, 2};
    struct exclusive sets = {0}, rest = {0};

    (void)state;
    exclusive_add(&sets, first, 3, EXCLUSIVE_NONE);
    exclusive_add(&sets, second, 1, EXCLUSIVE_NONE);
    exclusive_restrict(&sets, map, &rest);
    assert_int_equal(exclusive_count(&rest), 1);
    assert_int_equal(exclusive_set(&rest, 0).len, 2);
    assert_int_equal(exclusive_set(&rest, 0).at[0], 0);
    assert_int_equal(exclusive_set(&rest, 0).at[1], 2);
    exclusive_finish(&sets);
    exclusive_finish(&rest);
}

static void exact_sets_are_always_marked(void **state)
{
    uint32_t n_exact = 0, n_not = 0;
    struct random random;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < 2000; i++) {
        struct net *const net = random_net(&random, RANDOM_CYCLIC, 1 + i % 3);
        const uint32_t n = net_place_count(net);
        uint32_t *const set_of = mem_alloc(n, sizeof *set_of);
        struct exclusive sets = {0};
        struct oracle oracle;
        bool exact[8];

        oracle_init(&oracle, net, 4000);
        if (oracle.complete)
            random_exclusive(&random, &oracle, &sets);
        exclusive_choose(&sets, n, set_of);
        exclusive_find_exact(net, set_of, exclusive_count(&sets), exact);
        for (uint32_t k = 0; k < exclusive_count(&sets); k++) {
            n_exact += exact[k];
            n_not += !exact[k];
            for (uint32_t m = 0; m < oracle.n_markings && exact[k]; m++) {
                bool marked = false;

                for (place_id p = 0; p < n; p++)
                    marked |= set_of[p] == k &&
                              bits_has(oracle_marking(&oracle, m), p);
                assert_true(marked);
            }
        }
        oracle_finish(&oracle);
        exclusive_finish(&sets);
        mem_free(set_of);
        net_destroy(net);
    }
    assert_true(n_exact > 100 && n_not > 100);
}

MODULE(exclusive)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_proved_units_are_exclusive),
        cmocka_unit_test(paths_lead_downwards),
        cmocka_unit_test(larger_sets_come_first),
        cmocka_unit_test(removed_places_leave_their_sets),
        cmocka_unit_test(exact_sets_are_always_marked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
