/* The maintained set equals that of the token game after every step. */
#include "test.h"

#include "net/marking.h"
#include "random.h"
#include "state/enabled_set.h"

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
    marking_initial(net, &m);
    enabled_set_move(&enabled_set, &m);
    assert_int_equal(enabled_set.n_enabled, 2);
    assert_int_equal(enabled_set_next(&enabled_set, 0), 0);
    assert_int_equal(enabled_set_next(&enabled_set, 1), 1);
    assert_int_equal(enabled_set_next(&enabled_set, 2), TRANS_NONE);
    assert_int_equal(enabled_set_next(&enabled_set, 4), TRANS_NONE);
    assert_int_equal(enabled_set.missing[2], 1);
    assert_true(enabled_set_marked(&enabled_set, 0));
    assert_int_equal(enabled_set.sources[1], 1); /* a, not d */
    assert_int_equal(enabled_set.sources[2], 1); /* b, not c */
    enabled_set_finish(&enabled_set);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_keep_what_is_enabled),
        cmocka_unit_test(enabled_transitions_are_listed_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
