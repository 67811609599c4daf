/* A minimised set is closed, contains the required members, and no single
 * enabled member of it can be omitted. */
#include "test.h"

#include "checks.h"
#include "engine/state/stubborn_minimize.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"

static bool has(const net_trans_list *list, trans_id t)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

static uint32_t try_place(struct stubborn_closure *closure,
                          struct stubborn_minimize *minimize, place_id p)
{
    const struct net_trans_span producers = net_producers(closure->net, p);
    uint32_t before;

    stubborn_closure_start(closure);
    closure->set.reason = PROOF_LACKS;
    closure->set.node = p;
    stubborn_closure_add_producers(closure, p);
    closure->n_required = closure->queue.len;
    assert_true(stubborn_closure_run(closure, UINT32_MAX));
    before = closure->set.active.len;
    if (!before)
        return 0;
    stubborn_minimize_run(minimize, &closure->set);
    stubborn_closure_check(closure, &closure->set);
    for (uint32_t i = 0; i < producers.len; i++)
        assert_true(has(&closure->set.active, producers.at[i]) ||
                    has(&closure->set.blocked, producers.at[i]));
    return before - closure->set.active.len;
}

static uint32_t try_live(struct stubborn_closure *closure,
                         struct stubborn_minimize *minimize, trans_id t)
{
    uint32_t before;

    stubborn_closure_start(closure);
    closure->set.reason = PROOF_LIVE;
    closure->set.node = t;
    stubborn_closure_add(closure, t);
    assert_true(stubborn_closure_run(closure, UINT32_MAX));
    before = closure->set.active.len;
    stubborn_minimize_run(minimize, &closure->set);
    stubborn_closure_check(closure, &closure->set);
    assert_true(closure->set.active.len > 0);
    assert_true(has(&closure->set.active, closure->set.node));
    return before - closure->set.active.len;
}

/* The second time changes nothing, and the state is as before. */
static void try_again(struct stubborn_closure *closure,
                      struct stubborn_minimize *minimize)
{
    const uint32_t n = closure->set.active.len;
    net_trans_list active = {0};

    for (uint32_t i = 0; i < n; i++)
        vec_push(&active, closure->set.active.at[i]);
    stubborn_closure_start(closure);
    for (uint32_t i = 0; i < n; i++)
        stubborn_closure_add(closure, active.at[i]);
    assert_true(stubborn_closure_run(closure, UINT32_MAX));
    stubborn_minimize_run(minimize, &closure->set);
    stubborn_closure_check(closure, &closure->set);
    assert_true(closure->set.active.len <= n || n == 0);
    vec_free(&active);
}

static void what_is_left_is_closed(void **state)
{
    struct random random;
    uint32_t n_left_out = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        struct enabled_set at;
        struct stubborn_closure closure;
        struct stubborn_minimize minimize;
        struct oracle oracle;

        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_CYCLIC, 5);

        enabled_set_init(&at, net);

        enabled_set_count_producers(&at);
        stubborn_closure_init(&closure, net, &at);
        stubborn_minimize_init(&minimize, &closure);
        oracle_init(&oracle, net, 60);
        for (uint32_t i = 0; i < oracle.n_markings; i++) {
            enabled_set_move(&at, oracle_marking(&oracle, i));
            for (place_id p = 0; p < net_place_count(net); p++)
                if (!enabled_set_marked(&at, p))
                    n_left_out += try_place(&closure, &minimize, p);
            for (trans_id t = enabled_set_next(&at, 0); t != TRANS_NONE;
                 t = enabled_set_next(&at, t + 1)) {
                n_left_out += try_live(&closure, &minimize, t);
                try_again(&closure, &minimize);
            }
        }
        oracle_finish(&oracle);
        stubborn_minimize_finish(&minimize);
        stubborn_closure_finish(&closure);
        enabled_set_finish(&at);
        net_destroy(net);
    }
    assert_true(n_left_out > 100);
}

/* t lacks p and q.  Its scapegoat is p, so its enabled producer u is in the
 * set; q would do as well, and its producer v is in the set for another
 * reason. */
static void another_scapegoat_spares_a_member(void **state)
{
    struct net *net = test_net("a* b* p q w | t: p q > w | u: a > p |"
                               " v: b > q");
    struct enabled_set at;
    struct stubborn_closure closure;
    struct stubborn_minimize minimize;
    bits_word m;

    (void)state;
    enabled_set_init(&at, net);
    enabled_set_count_producers(&at);
    stubborn_closure_init(&closure, net, &at);
    stubborn_minimize_init(&minimize, &closure);
    marking_initial(net, &m);
    enabled_set_move(&at, &m);
    stubborn_closure_start(&closure);
    closure.set.reason = PROOF_LACKS;
    closure.set.node = 4;
    stubborn_closure_add_producers(&closure, 4); /* t */
    closure.n_required = closure.queue.len;
    stubborn_closure_add_producers(&closure, 2); /* u */
    stubborn_closure_add_producers(&closure, 3); /* v */
    assert_true(stubborn_closure_run(&closure, UINT32_MAX));
    assert_int_equal(closure.set.active.len, 2);
    stubborn_minimize_run(&minimize, &closure.set);
    stubborn_closure_check(&closure, &closure.set);
    assert_int_equal(closure.set.active.len, 1);
    assert_int_equal(closure.set.blocked.len, 1);
    stubborn_minimize_finish(&minimize);
    stubborn_closure_finish(&closure);
    enabled_set_finish(&at);
    net_destroy(net);
}

MODULE(stubborn_minimize)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_is_closed),
        cmocka_unit_test(another_scapegoat_spares_a_member),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
