/* What is kept on the way is what the token game says, wherever one goes. */
#include "test.h"

#include "net/marking.h"
#include "random.h"
#include "state/enabling.h"

static void moves_keep_what_is_enabled(void **state)
{
    struct random random;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_CYCLIC, 3);
        const uint32_t n = net_place_count(net);
        struct enabling enabling;
        bits_word *m;

        enabling_init(&enabling, net);
        m = mem_zero(enabling.words, sizeof *m);
        enabling_check(&enabling);
        for (uint32_t i = 0; i < 20; i++) {
            for (place_id p = 0; p < n; p++)
                if (random_chance(&random, 50))
                    bits_remove(m, p);
                else
                    bits_add(m, p);
            enabling_move(&enabling, m);
            assert_true(bits_equal(enabling.marking, m, enabling.words));
            enabling_check(&enabling);
        }
        free(m);
        enabling_finish(&enabling);
        net_destroy(net);
    }
}

static void enabled_transitions_are_listed_in_order(void **state)
{
    struct net *net =
        test_net("p* q r | a: p > q | b: > r | c: q ? p > r | d: p ? r > q");
    struct enabling enabling;
    bits_word m;

    (void)state;
    enabling_init(&enabling, net);
    marking_initial(net, &m);
    enabling_move(&enabling, &m);
    assert_int_equal(enabling.n_enabled, 2);
    assert_int_equal(enabling_next(&enabling, 0), 0);
    assert_int_equal(enabling_next(&enabling, 1), 1);
    assert_int_equal(enabling_next(&enabling, 2), TRANS_NONE);
    assert_int_equal(enabling_next(&enabling, 4), TRANS_NONE);
    assert_int_equal(enabling.missing[2], 1);
    assert_true(enabling_marks(&enabling, 0));
    assert_int_equal(enabling.sources[1], 1); /* a, not d */
    assert_int_equal(enabling.sources[2], 1); /* b, not c */
    enabling_finish(&enabling);
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
