/* Problems that begin with what another one was prepared with: the same
 * verdicts as without it, on random nets. */
#include "handles.h"
#include "oracle.h"
#include "random.h"

enum { N_NETS = SWEEP(150), N_TRANSITIONS = 3 };

static punfpor_net *handle_of(const struct net *plain)
{
    char *text = NULL;
    size_t len = 0;
    FILE *file = open_memstream(&text, &len);
    punfpor_net *net;

    assert_non_null(file);
    support_print_net(plain, file);
    fclose(file);
    net = punfpor_net_parse(text, len, "random", NULL);
    assert_non_null(net);
    free(text);
    return net;
}

static punfpor *create(const punfpor_net *net)
{
    punfpor *const problem = punfpor_create(net, NULL);

    assert_non_null(problem);
    assert_fine(punfpor_set(problem, "engine", "auto", NULL));
    assert_fine(punfpor_set(problem, "check", "1", NULL));
    return problem;
}

static void ask_transition(punfpor *problem, const punfpor_net *net, uint32_t t)
{
    assert_fine(punfpor_ask_transition(
        problem, punfpor_transition_label(net, t), NULL, NULL));
}

/* The largest value of the sum of two places. */
static void ask_sum(punfpor *problem, const punfpor_net *net, uint32_t p)
{
    char text[128];

    (void)snprintf(text, sizeof text, "\"%s\" + \"%s\"",
                   punfpor_place_label(net, p),
                   punfpor_place_label(net, (p + 1) % punfpor_net_places(net)));
    assert_fine(punfpor_ask_bound(problem, text, NULL, NULL));
}

static void ask(punfpor *problem, const punfpor_net *net, uint32_t which,
                uint32_t first)
{
    const uint32_t n = punfpor_net_transitions(net);

    if (which < N_TRANSITIONS)
        ask_transition(problem, net, (first + which) % n);
    else if (which == N_TRANSITIONS)
        ask_sum(problem, net, first % punfpor_net_places(net));
    else if (which == N_TRANSITIONS + 1)
        assert_fine(punfpor_ask_deadlock(problem, NULL, NULL));
    else
        assert_fine(punfpor_ask_safe(problem, NULL, NULL));
}

/* The prepared problem asks the questions below n; another one asks `which`,
 * which may be a further one. */
static void expect_same(const punfpor_net *net, const punfpor *prepared,
                        uint32_t which, uint32_t first)
{
    punfpor *const alone = create(net), *const after = create(net);
    int64_t value = 0, expected = 0;

    ask(alone, net, which, first);
    ask(after, net, which, first);
    punfpor_begin_with(after, prepared);
    assert_fine(punfpor_solve(alone, NULL));
    assert_fine(punfpor_solve(after, NULL));
    assert_int_equal(punfpor_verdict_of(after, 0),
                     punfpor_verdict_of(alone, 0));
    assert_int_not_equal(punfpor_verdict_of(after, 0), PUNFPOR_UNKNOWN);
    assert_int_equal(punfpor_bound(after, 0, &value),
                     punfpor_bound(alone, 0, &expected));
    assert_int_equal(value, expected);
    punfpor_destroy(alone);
    punfpor_destroy(after);
}

static void try_net(const punfpor_net *net, struct random *random)
{
    const uint32_t first = random_below(random, 1000);
    const uint32_t n = random_below(random, N_TRANSITIONS + 4);
    punfpor *const prepared = create(net);

    for (uint32_t which = 0; which < n; which++)
        ask(prepared, net, which, first);
    assert_fine(punfpor_prepare(prepared, NULL));
    for (uint32_t which = 0; which < N_TRANSITIONS + 3; which++)
        expect_same(net, prepared, which, first);
    assert_fine(punfpor_solve(prepared, NULL));
    for (uint32_t q = 0; q < n; q++)
        assert_int_not_equal(punfpor_verdict_of(prepared, q), PUNFPOR_UNKNOWN);
    punfpor_destroy(prepared);
}

static void verdicts_are_the_same(void **state)
{
    struct random random;
    uint32_t n_tried = 0;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < N_NETS; i++) {
        struct net *const plain = random_net(
            &random, i % 2 ? RANDOM_CYCLIC : RANDOM_TERMINATING, 1 + i % 3);
        punfpor_net *const net = handle_of(plain);
        struct oracle oracle;

        oracle_init(&oracle, plain, 500);
        if (oracle.complete && net_place_count(plain) &&
            net_trans_count(plain)) {
            try_net(net, &random);
            n_tried++;
        }
        oracle_finish(&oracle);
        punfpor_net_destroy(net);
        net_destroy(plain);
    }
    assert_true(n_tried > N_NETS / 2);
}

static void another_net_is_of_no_use(void **state)
{
    punfpor_net *const net = handles_net("a* b | t: a > b");
    punfpor_net *const other = handles_net("a* b c | t: a > b | u: b > c");
    punfpor *const prepared = create(other), *const problem = create(net);

    (void)state;
    assert_fine(punfpor_ask_deadlock(prepared, NULL, NULL));
    assert_fine(punfpor_prepare(prepared, NULL));
    assert_true(punfpor_is_safe(prepared));
    punfpor_begin_with(problem, prepared);
    ask_transition(problem, net, 0);
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_YES);
    punfpor_destroy(problem);
    punfpor_destroy(prepared);
    punfpor_net_destroy(other);
    punfpor_net_destroy(net);
}

MODULE(prepare)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_the_same),
        cmocka_unit_test(another_net_is_of_no_use),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
