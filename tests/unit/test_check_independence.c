/* A pair that a user wrongly calls independent is found where it fails. */
#include "test.h"

#include "net/check_independence.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"

enum { A, B, C };

/* a and b compete for p; c consumes what only b produces. */
static struct net *race(void)
{
    return test_net("p* q r* s | a: p > q | b: p > s | c: r s > ");
}

static struct check_independence
suspects(const struct net *net, const struct dep_pair *pairs, uint32_t n)
{
    struct dep *const dep = dep_create_user(net, pairs, n);
    struct check_independence independence;

    check_independence_init(&independence, net, dep);
    dep_destroy(dep);
    return independence;
}

static void only_pairs_that_meet_on_a_place_are_suspects(void **state)
{
    const struct dep_pair pairs[] = {{A, B}, {A, C}, {C, B}};
    struct net *const net = race();
    struct check_independence independence = suspects(net, pairs, 3);

    (void)state;
    assert_int_equal(independence.pairs.len, 2);
    assert_int_equal(independence.pairs.at[0].a, A);
    assert_int_equal(independence.pairs.at[0].b, B);
    assert_int_equal(independence.pairs.at[1].a, B);
    assert_int_equal(independence.pairs.at[1].b, C);
    check_independence_finish(&independence);
    net_destroy(net);
}

static void only_a_user_is_suspected(void **state)
{
    struct net *const net = race();

    (void)state;
    for (uint32_t kind = DEP_NONE; kind <= DEP_READ; kind++) {
        struct dep *const dep = dep_create(net, (enum dep_kind)kind);
        struct check_independence independence;

        check_independence_init(&independence, net, dep);
        assert_int_equal(independence.pairs.len, 0);
        check_independence_finish(&independence);
        dep_destroy(dep);
    }
    net_destroy(net);
}

static void a_pair_that_fails_is_named_with_the_marking(void **state)
{
    const struct dep_pair pairs[] = {{A, C}, {A, B}};
    struct net *const net = race();
    struct check_independence independence = suspects(net, pairs, 2);
    struct diag diag = {0};
    bits_word m;

    (void)state;
    marking_initial(net, &m);
    assert_false(check_independence_holds(&independence, &m, &diag));
    assert_report(&diag, 0,
                  "transitions 'a' and 'b' are listed as independent but do "
                  "not commute at the reachable marking {p, r}");
    assert_int_equal(diag.code, DIAG_INPUT);
    check_independence_finish(&independence);
    net_destroy(net);
}

static void a_pair_may_meet_where_it_never_shows(void **state)
{
    const struct dep_pair pairs[] = {{A, B}};
    struct net *const net = race();
    struct check_independence independence = suspects(net, pairs, 1);
    struct diag diag = {0};
    bits_word m;

    (void)state;
    marking_initial(net, &m);
    marking_fire(net, &m, A);
    assert_true(check_independence_holds(&independence, &m, &diag));
    assert_int_equal(diag.code, DIAG_NONE);
    check_independence_finish(&independence);
    net_destroy(net);
}

/* Does any pair of different transitions fail at the marking? */
static bool any_fails(const struct net *net, const bits_word *m)
{
    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = t + 1; u < net_trans_count(net); u++)
            if (!dep_commute(net, m, t, u))
                return true;
    return false;
}

static uint32_t compare_net(const struct net *net)
{
    VEC(struct dep_pair) pairs = {0};
    struct check_independence independence;
    struct oracle oracle;
    uint32_t n = 0;

    for (trans_id t = 0; t < net_trans_count(net); t++)
        for (trans_id u = t + 1; u < net_trans_count(net); u++) {
            const struct dep_pair pair = {t, u};

            vec_push(&pairs, pair);
        }
    independence = suspects(net, pairs.at, pairs.len);
    oracle_init(&oracle, net, 2000);
    for (uint32_t i = 0; i < oracle.n_markings; i++) {
        const bits_word *const m = oracle_marking(&oracle, i);
        const bool fails = any_fails(net, m);
        struct diag diag = {0};

        assert_int_equal(check_independence_holds(&independence, m, &diag),
                         !fails);
        n += fails;
    }
    oracle_finish(&oracle);
    check_independence_finish(&independence);
    vec_free(&pairs);
    return n;
}

/* The pairs that are not tested never fail: omitting them misses nothing. */
static void no_pair_that_fails_is_missed(void **state)
{
    uint32_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        struct random random;
        struct net *net;

        random_init(&random, i);
        net = random_net(&random, RANDOM_CYCLIC, 2);
        n += compare_net(net);
        net_destroy(net);
    }
    assert_true(n > 500);
}

MODULE(check_independence)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_pairs_that_meet_on_a_place_are_suspects),
        cmocka_unit_test(only_a_user_is_suspected),
        cmocka_unit_test(a_pair_that_fails_is_named_with_the_marking),
        cmocka_unit_test(a_pair_may_meet_where_it_never_shows),
        cmocka_unit_test(no_pair_that_fails_is_missed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
