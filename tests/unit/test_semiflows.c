/* P-semiflows: each is a vector of weights that is right. */
#include "random.h"
#include "structure/safety.h"
#include "test.h"

static const uint64_t ENOUGH = 1000000;

/* Each by itself: transitions that others show to be dead may not increase it.
 */
static void expect_right(const struct net *net, const struct weights *weights)
{
    for (uint32_t i = 0; i < vecs_count(&weights->vectors); i++) {
        const struct weights_vector y = weights_vector(weights, i);
        struct weights_check check;
        trans_id wrong;

        assert_true(y.len > 0);
        weights_check_init(&check, net);
        assert_true(weights_check_add(&check, y.at, y.len, &wrong));
        weights_check_finish(&check);
    }
}

static void semiflows_are_right(void **state)
{
    struct random random;
    uint32_t n_found = 0, n_weighted = 0;

    (void)state;
    random_init(&random, 7);
    for (uint32_t i = 0; i < 3000; i++) {
        struct net *const net = random_net(
            &random, i % 2 ? RANDOM_UNSAFE : RANDOM_CYCLIC, 1 + i % 3);
        struct weights weights = {0};

        (void)semiflows_find(net, NULL, ENOUGH, &weights);
        expect_right(net, &weights);
        n_found += vecs_count(&weights.vectors);
        for (uint32_t k = 0; k < weights.vectors.all.len; k++)
            n_weighted += weights.vectors.all.at[k].factor > 1;
        weights_finish(&weights);
        net_destroy(net);
    }
    assert_true(n_found > 6000);
    assert_true(n_weighted > 100);
}

/* The weights 1 p, 1 q, -1 r of the basis need r and s. */
static void negative_weights_are_cancelled(void **state)
{
    struct net *const net =
        test_net("p* q r* s | a: p > q | b: q s > p r | c: r > s | "
                 "d: p r > q s | e: q > p");
    struct weights weights = {0};

    (void)state;
    (void)semiflows_find(net, NULL, ENOUGH, &weights);
    expect_right(net, &weights);
    assert_int_equal(vecs_count(&weights.vectors), 2);
    assert_int_equal(weights.vectors.all.len, 4);
    weights_finish(&weights);
    net_destroy(net);
}

/* Two that need both forks: each fork is free, or one of them has it.  The
 * vectors of a basis have weights of both signs. */
static void combinations_are_found(void **state)
{
    struct net *const net =
        test_net("f0* f1* t0* t1* e0 e1 | a0: t0 f0 f1 > e0 | "
                 "b0: e0 > t0 f0 f1 | a1: t1 f0 f1 > e1 | b1: e1 > t1 f0 f1");
    bool found[2] = {false, false};
    struct weights weights = {0};

    (void)state;
    (void)semiflows_find(net, NULL, ENOUGH, &weights);
    expect_right(net, &weights);
    for (uint32_t i = 0; i < vecs_count(&weights.vectors); i++) {
        const struct weights_vector y = weights_vector(&weights, i);
        bool has[6] = {false};

        for (uint32_t k = 0; k < y.len; k++)
            has[y.at[k].place] = true;
        for (uint32_t f = 0; f < 2; f++)
            found[f] |= has[f] && has[4] && has[5];
    }
    assert_true(found[0] && found[1]);
    weights_finish(&weights);
    net_destroy(net);
}

/* q loses its token to nowhere; r changes only by a dead transition. */
static void some_transitions_need_not_keep_the_sum(void **state)
{
    struct net *const net =
        test_net("p* q r* s | a: p > q | b: q > | c: s > r");
    const bool dead[] = {false, false, true};
    struct weights weights = {0};

    (void)state;
    (void)semiflows_find(net, NULL, ENOUGH, &weights);
    expect_right(net, &weights);
    assert_int_equal(vecs_count(&weights.vectors), 2); /* 1 p 1 q; 1 r 1 s */
    assert_int_equal(weights.vectors.all.len, 4);
    weights_finish(&weights);
    (void)semiflows_find(net, dead, ENOUGH, &weights);
    assert_int_equal(vecs_count(&weights.vectors), 3); /* 1 p 1 q; 1 r; 1 s */
    assert_int_equal(weights.vectors.all.len, 4);
    weights_finish(&weights);
    net_destroy(net);
}

static void little_work_gives_few(void **state)
{
    struct random random;
    uint32_t n_fewer = 0;

    (void)state;
    random_init(&random, 8);
    for (uint32_t i = 0; i < 500; i++) {
        struct net *const net = random_net(&random, RANDOM_CYCLIC, 3);
        struct weights all = {0}, some = {0};

        (void)semiflows_find(net, NULL, ENOUGH, &all);
        (void)semiflows_find(net, NULL, random_below(&random, 2000), &some);
        expect_right(net, &some);
        n_fewer += vecs_count(&some.vectors) < vecs_count(&all.vectors);
        weights_finish(&all);
        weights_finish(&some);
        net_destroy(net);
    }
    assert_true(n_fewer > 50);
}

MODULE(semiflows)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(semiflows_are_right),
        cmocka_unit_test(negative_weights_are_cancelled),
        cmocka_unit_test(combinations_are_found),
        cmocka_unit_test(some_transitions_need_not_keep_the_sum),
        cmocka_unit_test(little_work_gives_few),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
