/* Unit tests of extender.h: what it leaves out is left out for no
 * marking. */
#include "test.h"

#include "engine/prefix/extender.h"
#include "random.h"

static bool has_all(const bits_word *m, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (!bits_has(m, places.at[i]))
            return false;
    return true;
}

/* No marking has all tokens that t leaves and all that u needs. */
static void check_pair(const struct oracle *oracle, trans_id t, trans_id u)
{
    const struct net *const net = oracle->net;

    for (uint32_t i = 0; i < oracle->n_markings; i++) {
        const bits_word *const m = oracle_marking(oracle, i);

        assert_false(
            has_all(m, net_post(net, t)) && has_all(m, net_read(net, t)) &&
            has_all(m, net_pre(net, u)) && has_all(m, net_read(net, u)));
    }
}

static uint32_t compare(const struct compiled_net *compiled,
                        const struct oracle *oracle)
{
    const struct net *const net = oracle->net;
    struct extender_uses x;
    uint32_t n = 0;

    extender_uses_init(&x, compiled);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        extender_uses_start(&x, compiled_net_produce(compiled, t));
        for (trans_id u = 0; u < net_trans_count(net); u++) {
            const struct net_place_span use = compiled_net_use(compiled, u);

            if (!extender_uses_has(&x, use))
                continue;
            n++;
            check_pair(oracle, t, u);
        }
    }
    extender_uses_finish(&x);
    return n;
}

static void what_is_left_out_never_follows(void **state)
{
    struct random random;
    uint32_t n = 0;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < 1000; i++) {
        struct net *const net = random_net(&random, RANDOM_CYCLIC, 1 + i % 3);
        struct dep *const dep = dep_create(net, i % 2 ? DEP_READ : DEP_CLASSIC);
        struct exclusive sets = {0};
        struct oracle oracle;

        oracle_init(&oracle, net, 1000);
        if (oracle.complete) {
            struct compiled_net *const compiled =
                compiled_net_create(net, dep, NULL, 0, true);

            random_exclusive(&random, &oracle, &sets);
            compiled_net_exclude(compiled, dep, &sets);
            n += compare(compiled, &oracle);
            compiled_net_destroy(compiled);
        }
        exclusive_finish(&sets);
        oracle_finish(&oracle);
        dep_destroy(dep);
        net_destroy(net);
    }
    assert_true(n > 1000);
}

static bool is_left_out(const char *text, bool known)
{
    struct net *const net = test_net(text);
    struct dep *const dep = dep_create(net, DEP_READ);
    struct compiled_net *const compiled =
        compiled_net_create(net, dep, NULL, 0, true);
    static const place_id set[] = {0, 1};
    struct exclusive sets = {0};
    struct extender_uses x;
    bool left_out;

    exclusive_add(&sets, set, 2, EXCLUSIVE_NONE);
    if (known)
        compiled_net_exclude(compiled, dep, &sets);
    extender_uses_init(&x, compiled);
    extender_uses_start(&x, compiled_net_produce(compiled, 0));
    left_out = extender_uses_has(&x, compiled_net_use(compiled, 1));
    extender_uses_finish(&x);
    compiled_net_destroy(compiled);
    dep_destroy(dep);
    net_destroy(net);
    exclusive_finish(&sets);
    return left_out;
}

/* The set is {a, b}. */
static void another_place_of_the_set_is_left_out(void **state)
{
    (void)state;
    assert_true(is_left_out("a* b c | t: a > b c | u: a c > b", true));
    assert_false(is_left_out("a* b c | t: a > b c | u: a c > b", false));
    assert_false(is_left_out("a* b c | t: a > b c | u: b c > a", true));
    assert_false(is_left_out("a* b c | t: a > b c | u: c >", true));
}

MODULE(exclusive_uses)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_never_follows),
        cmocka_unit_test(another_place_of_the_set_is_left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
