/* Combinations of inequalities and traps: what they refute, and each condition
 * on them. */
#include "oracle.h"
#include "proof/farkas.h"
#include "random.h"
#include "test.h"

static void weigh(struct farkas *farkas, place_id p, int64_t factor)
{
    const struct formula_term term = {p, factor};

    vec_push(&farkas->weights, term);
}

/* The token is on p or q, so both are not marked, and not both empty. */
static void weights_refute_two_tokens(void **state)
{
    struct net *net = test_net("p* q r | a: p > q | b: q > p | c: r > q");
    net_place_lists traps = {0};
    struct farkas_check check;
    struct farkas farkas = {0};
    int64_t slack;

    (void)state;
    farkas_check_init(&check, net, NULL, &traps);
    weigh(&farkas, 0, 1);
    weigh(&farkas, 1, 1);
    vec_push(&farkas.marked, 0);
    vec_push(&farkas.marked, 1);
    assert_false(farkas_refutes(&check, &farkas, NULL)); /* c produces on q */
    weigh(&farkas, 2, 1);
    assert_true(farkas_refutes(&check, &farkas, &slack));
    assert_int_equal(slack, 1);
    assert_int_equal(farkas_share(&check, 0, true), 1);
    assert_int_equal(farkas_share(&check, 0, false), 0);
    vec_cut(&farkas.marked, 1);
    assert_false(farkas_refutes(&check, &farkas, &slack));
    assert_int_equal(slack, 0);
    /* A place counts once. */
    vec_push(&farkas.marked, 0);
    assert_false(farkas_refutes(&check, &farkas, NULL));
    farkas_finish(&farkas);
    farkas_check_finish(&check);
    net_destroy(net);
}

static void traps_are_tested(void **state)
{
    struct net *net = test_net("p* q r | a: p ?q > | b: p > q | c: q > r");
    const place_id both[] = {0, 1}, all[] = {0, 1, 2}, rest[] = {1, 2};
    net_place_lists traps = {0};
    struct farkas_check check;

    (void)state;
    farkas_check_init(&check, net, NULL, &traps);
    assert_false(farkas_is_trap(&check, (struct net_place_span){both, 2}));
    assert_true(farkas_is_trap(&check, (struct net_place_span){all, 3}));
    assert_false(farkas_is_trap(&check, (struct net_place_span){rest, 2}));
    assert_false(farkas_is_trap(&check, (struct net_place_span){all, 1}));
    farkas_check_finish(&check);
    net_destroy(net);
}

/* Appends a random trap of the net, if it is one. */
static void add_trap(struct farkas_check *check, struct random *random,
                     net_place_lists *traps)
{
    const uint32_t before = traps->all.len;
    struct net_place_span span;

    for (place_id p = 0; p < net_place_count(check->net); p++)
        if (random_chance(random, 60))
            vec_push(&traps->all, p);
    if (traps->all.len == before)
        return;
    span = (struct net_place_span){traps->all.at + before,
                                   traps->all.len - before};
    if (farkas_is_trap(check, span))
        vecs_close(traps);
    else
        vec_cut(&traps->all, before);
}

static void fill(struct farkas *farkas, struct random *random,
                 const struct net *net, const net_place_lists *traps)
{
    farkas_clear(farkas);
    for (place_id p = 0; p < net_place_count(net); p++) {
        if (random_chance(random, 50))
            weigh(farkas, p, (int64_t)random_below(random, 4) - 1);
        if (random_chance(random, 30))
            vec_push(&farkas->marked, p);
        else if (random_chance(random, 30))
            vec_push(&farkas->empty, p);
    }
    for (uint32_t i = 0; i < vecs_count(traps); i++) {
        const struct farkas_factor by = {i, 1 + random_below(random, 2)};

        if (random_chance(random, 50))
            vec_push(&farkas->traps, by);
    }
}

static bool agrees(const struct farkas *farkas, const bits_word *m)
{
    for (uint32_t i = 0; i < farkas->marked.len; i++)
        if (!bits_has(m, farkas->marked.at[i]))
            return false;
    for (uint32_t i = 0; i < farkas->empty.len; i++)
        if (bits_has(m, farkas->empty.at[i]))
            return false;
    return true;
}

static uint32_t try_net(struct random *random, const struct net *net)
{
    net_place_lists traps = {0};
    struct farkas_check check;
    struct farkas farkas = {0};
    struct oracle oracle;
    uint32_t n_refuted = 0;

    oracle_init(&oracle, net, 1000);
    farkas_check_init(&check, net, NULL, &traps);
    for (uint32_t i = 0; i < 6; i++)
        add_trap(&check, random, &traps);
    for (uint32_t i = 0; i < 100 && !oracle.unsafe; i++) {
        fill(&farkas, random, net, &traps);
        if (!farkas_refutes(&check, &farkas, NULL))
            continue;
        n_refuted++;
        for (uint32_t k = 0; k < oracle.n_markings; k++)
            assert_false(agrees(&farkas, oracle_marking(&oracle, k)));
    }
    farkas_finish(&farkas);
    vecs_free(&traps);
    farkas_check_finish(&check);
    oracle_finish(&oracle);
    return n_refuted;
}

static void what_is_refuted_is_not_reached(void **state)
{
    struct random random;
    uint32_t n_refuted = 0;

    (void)state;
    random_init(&random, 23);
    for (uint32_t i = 0; i < 3000; i++) {
        struct net *net =
            random_net(&random, i % 2 ? RANDOM_TERMINATING : RANDOM_CYCLIC, 1);

        n_refuted += try_net(&random, net);
        net_destroy(net);
    }
    assert_true(n_refuted > 2000);
}

MODULE(farkas)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_refute_two_tokens),
        cmocka_unit_test(traps_are_tested),
        cmocka_unit_test(what_is_refuted_is_not_reached),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
