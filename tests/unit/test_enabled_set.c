/* The maintained set equals that of the token game after every step. */
#include "test.h"

#include "checks.h"
#include "marking/enabled_set.h"
#include "net/marking.h"
#include "question/formula_builder.h"
#include "random.h"

static void moves_keep_what_is_enabled(void **state)
{
    struct random random;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_CYCLIC, 3);
        const uint32_t n = net_place_count(net);
        struct enabled_set enabled_set;
        bits_word *m;

        enabled_set_init(&enabled_set, net);
        m = mem_zero(enabled_set.words, sizeof *m);
        enabled_set_check(&enabled_set);
        for (uint32_t i = 0; i < 20; i++) {
            if (i == seed % 20)
                enabled_set_count_producers(&enabled_set);
            for (place_id p = 0; p < n; p++)
                if (random_chance(&random, 50))
                    bits_remove(m, p);
                else
                    bits_add(m, p);
            enabled_set_move(&enabled_set, m);
            assert_true(bits_equal(enabled_set.marking, m, enabled_set.words));
            enabled_set_check(&enabled_set);
        }
        mem_free(m);
        enabled_set_finish(&enabled_set);
        net_destroy(net);
    }
}

static void enabled_transitions_are_listed_in_order(void **state)
{
    struct net *net =
        test_net("p* q r | a: p > q | b: > r | c: q ? p > r | d: p ? r > q");
    struct enabled_set enabled_set;
    bits_word m;

    (void)state;
    enabled_set_init(&enabled_set, net);
    enabled_set_count_producers(&enabled_set);
    marking_initial(net, &m);
    enabled_set_move(&enabled_set, &m);
    assert_int_equal(enabled_set.n_enabled, 2);
    assert_int_equal(enabled_set_next(&enabled_set, 0), 0);
    assert_int_equal(enabled_set_next(&enabled_set, 1), 1);
    assert_int_equal(enabled_set_next(&enabled_set, 2), TRANS_NONE);
    assert_int_equal(enabled_set_next(&enabled_set, 4), TRANS_NONE);
    assert_int_equal(enabled_set.missing[2], 1);
    assert_true(enabled_set_marked(&enabled_set, 0));
    assert_int_equal(enabled_set.n_enabled_producers[1], 1); /* a, not d */
    assert_int_equal(enabled_set.n_enabled_producers[2], 1); /* b, not c */
    enabled_set_finish(&enabled_set);
    net_destroy(net);
}

/* The condition of the node is the same at the marking of the set, where what
 * it enables is known, and where it is not. */
static void condition_agrees(const struct enabled_set *enabled_set,
                             const struct formula_builder *b, uint32_t node)
{
    for (int negated = 0; negated < 2; negated++) {
        struct diag diag = {0};
        struct formula *const formula =
            formula_builder_make(b, node, negated, &diag);

        assert_non_null(formula);
        assert_int_equal(
            formula_holds_at(formula, enabled_set_at(enabled_set)),
            formula_holds(formula, enabled_set->net, enabled_set->marking));
        formula_destroy(formula);
    }
}

static void conditions_know_what_is_enabled(void **state)
{
    struct random random;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_CYCLIC, 3);
        struct formula_builder *const b = formula_builder_create();
        uint32_t joined = formula_builder_deadlock(b);
        struct enabled_set enabled_set;

        enabled_set_init(&enabled_set, net);
        condition_agrees(&enabled_set, b, joined);
        enabled_set_move(&enabled_set, net_initial(net));
        condition_agrees(&enabled_set, b, joined);
        for (trans_id t = 0; t < net_trans_count(net); t++) {
            const uint32_t node = formula_builder_fireable(b, t);

            condition_agrees(&enabled_set, b, node);
            joined =
                formula_builder_two(b, t % 2 ? FORMULA_AND : FORMULA_OR, joined,
                                    t % 3 ? node : formula_builder_not(node));
            condition_agrees(&enabled_set, b, joined);
        }
        enabled_set_finish(&enabled_set);
        formula_builder_destroy(b);
        net_destroy(net);
    }
}

/* Place i enables transition i alone, which consumes nothing. */
static struct net *readers(uint32_t n)
{
    struct net_builder *const builder = net_builder_create();
    const struct net_where nowhere = {0};
    struct diag diag = {0};
    char id[32];

    for (uint32_t i = 0; i < n; i++) {
        snprintf(id, sizeof id, "p%u", i);
        net_builder_place(builder, id, NULL, false, nowhere, &diag);
    }
    for (uint32_t i = 0; i < n; i++) {
        snprintf(id, sizeof id, "t%u", i);
        net_builder_arc(builder, GIVEN_READ, i,
                        net_builder_trans(builder, id, NULL, nowhere, &diag),
                        1);
    }
    return net_builder_finish(builder);
}

static void the_next_one_may_be_far_away(void **state)
{
    enum { N = 10000 };
    struct net *const net = readers(N);
    struct enabled_set enabled_set;
    bits_word m[N / 64 + 1] = {0};

    (void)state;
    enabled_set_init(&enabled_set, net);
    assert_int_equal(enabled_set_next(&enabled_set, 0), TRANS_NONE);
    bits_add(m, 5);
    bits_add(m, 130);
    bits_add(m, N - 1);
    enabled_set_move(&enabled_set, m);
    enabled_set_check(&enabled_set);
    assert_int_equal(enabled_set_next(&enabled_set, 0), 5);
    assert_int_equal(enabled_set_next(&enabled_set, 6), 130);
    assert_int_equal(enabled_set_next(&enabled_set, 130), 130);
    assert_int_equal(enabled_set_next(&enabled_set, 131), N - 1);
    assert_int_equal(enabled_set_next(&enabled_set, N), TRANS_NONE);
    bits_remove(m, 130);
    enabled_set_move(&enabled_set, m);
    assert_int_equal(enabled_set_next(&enabled_set, 6), N - 1);
    enabled_set_finish(&enabled_set);
    net_destroy(net);
}

MODULE(enabled_set)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_keep_what_is_enabled),
        cmocka_unit_test(enabled_transitions_are_listed_in_order),
        cmocka_unit_test(conditions_know_what_is_enabled),
        cmocka_unit_test(the_next_one_may_be_far_away),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
