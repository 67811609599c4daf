/* What is left of a set is closed, keeps what it must, and from it no single
 * enabled member can be left out. */
#include "test.h"

#include "net/marking.h"
#include "oracle.h"
#include "random.h"
#include "state/shrink.h"

static bool has(const trans_list *list, trans_id t)
{
    for (uint32_t i = 0; i < list->len; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

static uint32_t try_place(struct closing *closing, struct shrink *shrink,
                          place_id p)
{
    const struct trans_span producers = net_producers(closing->net, p);
    uint32_t before;

    closing_start(closing);
    closing->set.reason = PROOF_LACKS;
    closing->set.node = p;
    closing_want_producers(closing, p);
    assert_true(closing_run(closing, UINT32_MAX));
    before = closing->set.active.len;
    if (!before)
        return 0;
    shrink_run(shrink, &closing->set);
    closing_check(closing, &closing->set);
    for (uint32_t i = 0; i < producers.len; i++)
        assert_true(has(&closing->set.active, producers.at[i]) ||
                    has(&closing->set.blocked, producers.at[i]));
    return before - closing->set.active.len;
}

static uint32_t try_live(struct closing *closing, struct shrink *shrink,
                         trans_id t)
{
    uint32_t before;

    closing_start(closing);
    closing->set.reason = PROOF_LIVE;
    closing->set.node = t;
    closing_want(closing, t);
    assert_true(closing_run(closing, UINT32_MAX));
    before = closing->set.active.len;
    shrink_run(shrink, &closing->set);
    closing_check(closing, &closing->set);
    assert_true(closing->set.active.len > 0);
    assert_true(has(&closing->set.active, closing->set.node));
    return before - closing->set.active.len;
}

/* Twice is once: nothing more goes, and what was changed is as before. */
static void try_again(struct closing *closing, struct shrink *shrink)
{
    const uint32_t n = closing->set.active.len;
    trans_list active = {0};

    for (uint32_t i = 0; i < n; i++)
        vec_push(&active, closing->set.active.at[i]);
    closing_start(closing);
    for (uint32_t i = 0; i < n; i++)
        closing_want(closing, active.at[i]);
    assert_true(closing_run(closing, UINT32_MAX));
    shrink_run(shrink, &closing->set);
    closing_check(closing, &closing->set);
    assert_true(closing->set.active.len <= n || n == 0);
    vec_free(&active);
}

static void what_is_left_is_closed(void **state)
{
    struct random random;
    uint32_t n_left_out = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 80; seed++) {
        struct enabling at;
        struct closing closing;
        struct shrink shrink;
        struct oracle oracle;

        random_init(&random, seed);

        struct net *net = random_net(&random, RANDOM_CYCLIC, 5);

        enabling_init(&at, net);
        closing_init(&closing, net, &at);
        shrink_init(&shrink, &closing);
        oracle_init(&oracle, net, 60);
        for (uint32_t i = 0; i < oracle.n_markings; i++) {
            enabling_move(&at, oracle_marking(&oracle, i));
            for (place_id p = 0; p < net_place_count(net); p++)
                if (!enabling_marks(&at, p))
                    n_left_out += try_place(&closing, &shrink, p);
            for (trans_id t = enabling_next(&at, 0); t != TRANS_NONE;
                 t = enabling_next(&at, t + 1)) {
                n_left_out += try_live(&closing, &shrink, t);
                try_again(&closing, &shrink);
            }
        }
        oracle_finish(&oracle);
        shrink_finish(&shrink);
        closing_finish(&closing);
        enabling_finish(&at);
        net_destroy(net);
    }
    assert_true(n_left_out > 100);
}

/* t lacks p and q.  Its scapegoat is p, whose enabled producer u is then in the
 * set; q, whose producer v came in for another reason, would do as well. */
static void another_scapegoat_spares_a_member(void **state)
{
    struct net *net = test_net("a* b* p q w | t: p q > w | u: a > p |"
                               " v: b > q");
    struct enabling at;
    struct closing closing;
    struct shrink shrink;
    bits_word m;

    (void)state;
    enabling_init(&at, net);
    closing_init(&closing, net, &at);
    shrink_init(&shrink, &closing);
    marking_initial(net, &m);
    enabling_move(&at, &m);
    closing_start(&closing);
    closing.set.reason = PROOF_LACKS;
    closing.set.node = 4;
    closing_want_producers(&closing, 4); /* t */
    closing_want_producers(&closing, 2); /* u */
    closing_want_producers(&closing, 3); /* v */
    assert_true(closing_run(&closing, UINT32_MAX));
    assert_int_equal(closing.set.active.len, 2);
    shrink_run(&shrink, &closing.set);
    closing_check(&closing, &closing.set);
    assert_int_equal(closing.set.active.len, 1);
    assert_int_equal(closing.set.blocked.len, 1);
    shrink_finish(&shrink);
    closing_finish(&closing);
    enabling_finish(&at);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_is_closed),
        cmocka_unit_test(another_scapegoat_spares_a_member),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
