/* Dead transitions, quasi-liveness and liveness of random nets, through the
 * library and by brute force. */
#include "handles.h"

#include "api/handle.h"
#include "net/marking.h"
#include "random.h"

enum { MOST_MARKINGS = 1500, DEAD = 0, QUASI_LIVE = 1, LIVE = 2 };

static punfpor *ask(const struct punfpor_net *net, const char *engine)
{
    punfpor *const problem = punfpor_create(net, NULL);

    assert_fine(punfpor_set(problem, "engine", engine, NULL));
    assert_fine(punfpor_ask_dead_transitions(problem, NULL, NULL));
    assert_fine(punfpor_ask_quasi_live(problem, NULL, NULL));
    if (!strcmp(engine, "state") || !strcmp(engine, "auto"))
        assert_fine(punfpor_ask_live(problem, NULL, NULL));
    return problem;
}

static void check_run(const struct net *net, const uint32_t *steps, uint32_t n,
                      bits_word *m)
{
    marking_initial(net, m);
    for (uint32_t i = 0; i < n; i++) {
        assert_true(marking_enabled(net, m, steps[i]));
        marking_fire(net, m, steps[i]);
    }
}

/* The run of each transition that can fire ends with it. */
static uint32_t check_transitions(const punfpor *problem,
                                  const struct oracle *oracle, bits_word *m)
{
    uint32_t n_dead = 0;

    for (trans_id t = 0; t < net_trans_count(oracle->net); t++) {
        const bool fires = bits_has(oracle->fireable, t);
        uint32_t n;
        const uint32_t *const steps = punfpor_firing_run(problem, t, &n);

        assert_int_equal(punfpor_fires(problem, t),
                         fires ? PUNFPOR_YES : PUNFPOR_NO);
        assert_int_equal(steps != NULL, fires);
        if (steps) {
            assert_int_equal(steps[n - 1], t);
            check_run(oracle->net, steps, n, m);
        }
        n_dead += !fires;
    }
    return n_dead;
}

static void check_quasi_live(const punfpor *problem,
                             const struct oracle *oracle, uint32_t n_dead)
{
    const trans_id t = punfpor_named_transition(problem, QUASI_LIVE);
    uint32_t n;

    assert_int_equal(punfpor_verdict_of(problem, QUASI_LIVE),
                     n_dead ? PUNFPOR_NO : PUNFPOR_YES);
    assert_int_equal(t != PUNFPOR_NONE, n_dead > 0);
    if (n_dead)
        assert_false(bits_has(oracle->fireable, t));
    assert_null(punfpor_run(problem, QUASI_LIVE, &n));
    assert_false(punfpor_has_run(problem, QUASI_LIVE, PUNFPOR_YES));
}

static uint32_t index_of(const struct oracle *oracle, const bits_word *m)
{
    uint32_t i = 0;

    while (!bits_equal(oracle_marking(oracle, i), m, oracle->words))
        i++;
    return i;
}

/* Returns whether the net is live. */
static bool check_live(const punfpor *problem, const struct oracle *oracle,
                       bits_word *m)
{
    const trans_id t = punfpor_named_transition(problem, LIVE);
    bool live = true, *can;
    const uint32_t *steps;
    uint32_t n;

    for (trans_id u = 0; u < net_trans_count(oracle->net); u++)
        live = live && oracle_live(oracle, u);
    assert_int_equal(punfpor_verdict_of(problem, LIVE),
                     live ? PUNFPOR_YES : PUNFPOR_NO);
    assert_true(!live || !punfpor_if_safe(problem, LIVE));
    steps = punfpor_run(problem, LIVE, &n);
    assert_int_equal(steps != NULL, !live);
    assert_int_equal(t != PUNFPOR_NONE, !live);
    if (live)
        return true;
    check_run(oracle->net, steps, n, m);
    can = oracle_can_fire(oracle, t);
    assert_false(can[index_of(oracle, m)]);
    mem_free(can);
    return false;
}

/* Returns whether the net is live, if that was asked. */
static bool check(const struct punfpor_net *net, const struct oracle *oracle,
                  const char *engine)
{
    bits_word *m = mem_zero(oracle->words, sizeof *m);
    punfpor *const problem = ask(net, engine);
    uint32_t n_dead;
    bool live = false;

    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_verdict_of(problem, DEAD), PUNFPOR_YES);
    n_dead = check_transitions(problem, oracle, m);
    check_quasi_live(problem, oracle, n_dead);
    if (punfpor_questions(problem) > LIVE)
        live = check_live(problem, oracle, m);
    punfpor_destroy(problem);
    mem_free(m);
    return live;
}

static void all_engines_answer_as_the_oracle(void **state)
{
    static const char *const engines[] = {"state", "prefix", "por"};
    static const uint32_t padding[] = {0, 0, 70, 200};
    struct random random;
    uint32_t n_nets = 0, n_live = 0;

    (void)state;
    random_init(&random, 31);
    while (n_nets < SWEEP(4000)) {
        /* Markings of larger nets are stored, and numbered, in other ways. */
        struct punfpor_net net = {
            .net = random_net_padded(
                &random, n_nets % 5 ? RANDOM_CYCLIC : RANDOM_TERMINATING,
                1 + random_below(&random, 3), padding[n_nets % 4])};
        struct oracle oracle;

        oracle_init(&oracle, net.net, MOST_MARKINGS);
        if (oracle.complete) {
            n_live += check(&net, &oracle, "state");
            (void)check(&net, &oracle, engines[n_nets % 3]);
            if (n_nets % 10 == 0)
                (void)check(&net, &oracle, "auto");
            n_nets++;
        }
        oracle_finish(&oracle);
        net_destroy(net.net);
    }
    assert_true(n_live > SWEEP(20));
}

/* a and b alternate for ever; c can fire once. */
#define LINE "p* q r* s | a: p > q | b: q > p | c: r > s"

static punfpor *solved(const punfpor_net *net, const char *option,
                       const char *value)
{
    punfpor *const problem = punfpor_create(net, NULL);

    assert_fine(punfpor_set(problem, option, value, NULL));
    assert_fine(punfpor_ask_dead_transitions(problem, NULL, NULL));
    assert_fine(punfpor_ask_quasi_live(problem, NULL, NULL));
    assert_fine(punfpor_ask_live(problem, NULL, NULL));
    assert_fine(punfpor_solve(problem, NULL));
    return problem;
}

static void limits_leave_transitions_open(void **state)
{
    punfpor_net *const net =
        handles_net("p* q r s | a: p > q | b: q > r | c: r > s | d: s > p");
    punfpor *const problem = punfpor_create(net, NULL);

    (void)state;
    assert_fine(punfpor_set(problem, "engine", "prefix", NULL));
    assert_fine(punfpor_set(problem, "max-depth", "1", NULL));
    assert_fine(punfpor_ask_dead_transitions(problem, NULL, NULL));
    assert_fine(punfpor_ask_quasi_live(problem, NULL, NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_int_equal(punfpor_stop_of(problem), PUNFPOR_DEPTH_LIMIT);
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_UNKNOWN);
    assert_int_equal(punfpor_verdict_of(problem, 1), PUNFPOR_UNKNOWN);
    assert_int_equal(punfpor_fires(problem, 0), PUNFPOR_YES);
    assert_int_equal(punfpor_fires(problem, 3), PUNFPOR_UNKNOWN);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void a_limit_leaves_liveness_open(void **state)
{
    punfpor_net *const net = handles_net(LINE);
    punfpor *problem = solved(net, "max-depth", "1");

    (void)state;
    assert_int_equal(punfpor_verdict_of(problem, LIVE), PUNFPOR_UNKNOWN);
    punfpor_destroy(problem);
    problem = solved(net, "max-depth", "0");
    assert_int_equal(punfpor_verdict_of(problem, LIVE), PUNFPOR_NO);
    assert_int_equal(punfpor_named_transition(problem, LIVE), 2);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void other_engines_say_that_they_cannot(void **state)
{
    static const char *const engines[] = {"prefix", "por"};
    punfpor_net *const net = handles_net(LINE);

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        punfpor *const problem = punfpor_create(net, NULL);
        punfpor_error error;

        assert_fine(punfpor_ask_live(problem, NULL, NULL));
        assert_string_equal(punfpor_engine(problem), "auto");
        assert_fine(punfpor_set(problem, "engine", engines[i], NULL));
        assert_int_equal(punfpor_check(problem, &error), PUNFPOR_USAGE);
        assert_non_null(strstr(
            error.text, "engines 'state', 'recovery' and 'symbolic' can"));
        punfpor_destroy(problem);
    }
    punfpor_net_destroy(net);
}

static void a_replay_answers_what_the_run_shows(void **state)
{
    static const uint32_t run[] = {0, 1, 0, 2};
    punfpor_net *const net = handles_net(LINE);
    punfpor *const problem = punfpor_create(net, NULL);
    int64_t value = -1;
    uint32_t q, n;

    (void)state;
    assert_fine(punfpor_ask_dead_transitions(problem, NULL, NULL));
    assert_fine(punfpor_ask_quasi_live(problem, NULL, NULL));
    assert_fine(punfpor_ask_live(problem, NULL, NULL));
    assert_fine(punfpor_ask_bound(problem, "2*q + s - 1", &q, NULL));
    assert_fine(punfpor_ask_formula(problem, "AG q = 0", NULL, NULL));
    assert_fine(punfpor_replay(problem, run, 2, NULL));
    assert_int_equal(punfpor_verdict_of(problem, QUASI_LIVE), PUNFPOR_UNKNOWN);
    assert_int_equal(punfpor_fires(problem, 1), PUNFPOR_YES);
    assert_int_equal(punfpor_fires(problem, 2), PUNFPOR_UNKNOWN);
    assert_true(punfpor_bound(problem, q, &value));
    assert_int_equal(value, 1);
    assert_non_null(punfpor_run(problem, q, &n));
    assert_int_equal(n, 1);
    /* The first step refutes it, whatever comes after. */
    assert_int_equal(punfpor_verdict_of(problem, q + 1), PUNFPOR_NO);
    assert_non_null(punfpor_run(problem, q + 1, &n));
    assert_int_equal(n, 1);
    /* The value comes again; the first time counts. */
    assert_fine(punfpor_replay(problem, run, 3, NULL));
    assert_true(punfpor_bound(problem, q, &value));
    assert_int_equal(value, 1);
    assert_non_null(punfpor_run(problem, q, &n));
    assert_int_equal(n, 1);
    assert_fine(punfpor_replay(problem, run, 4, NULL));
    assert_int_equal(punfpor_verdict_of(problem, DEAD), PUNFPOR_YES);
    assert_int_equal(punfpor_verdict_of(problem, QUASI_LIVE), PUNFPOR_YES);
    assert_int_equal(punfpor_verdict_of(problem, LIVE), PUNFPOR_UNKNOWN);
    assert_true(punfpor_bound(problem, q, &value));
    assert_int_equal(value, 2);
    assert_int_equal(punfpor_verdict_of(problem, q), PUNFPOR_UNKNOWN);
    assert_non_null(punfpor_run(problem, q, &n));
    assert_int_equal(n, 4);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void a_net_without_transitions_is_live(void **state)
{
    punfpor_net *const net = handles_net("p*");
    punfpor *const problem = solved(net, "engine", "auto");

    (void)state;
    for (uint32_t q = DEAD; q <= LIVE; q++)
        assert_int_equal(punfpor_verdict_of(problem, q), PUNFPOR_YES);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void an_unsafe_net_has_no_dead_transition(void **state)
{
    punfpor_net *const net = handles_net("p* q* | a: p > q | d: q > p");
    punfpor *const problem = punfpor_create(net, NULL);

    (void)state;
    assert_fine(punfpor_ask_dead_transitions(problem, NULL, NULL));
    assert_int_equal(punfpor_solve(problem, NULL), PUNFPOR_INPUT);
    assert_int_equal(punfpor_verdict_of(problem, 0), PUNFPOR_UNKNOWN);
    for (uint32_t t = 0; t < 2; t++)
        assert_int_not_equal(punfpor_fires(problem, t), PUNFPOR_NO);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void they_have_no_certificate(void **state)
{
    punfpor_net *const net = handles_net(LINE);
    enum punfpor_status (*const asks[])(
        punfpor *, uint32_t *, punfpor_error *) = {punfpor_ask_dead_transitions,
                                                   punfpor_ask_quasi_live};

    (void)state;
    for (uint32_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        punfpor *const problem = punfpor_create(net, NULL);

        assert_fine(punfpor_set(problem, "certificate", "on", NULL));
        assert_fine(asks[i](problem, NULL, NULL));
        assert_int_equal(punfpor_check(problem, NULL), PUNFPOR_USAGE);
        punfpor_destroy(problem);
    }
    punfpor_net_destroy(net);
}

MODULE(questions)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_engines_answer_as_the_oracle),
        cmocka_unit_test(limits_leave_transitions_open),
        cmocka_unit_test(a_limit_leaves_liveness_open),
        cmocka_unit_test(other_engines_say_that_they_cannot),
        cmocka_unit_test(a_replay_answers_what_the_run_shows),
        cmocka_unit_test(a_net_without_transitions_is_live),
        cmocka_unit_test(an_unsafe_net_has_no_dead_transition),
        cmocka_unit_test(they_have_no_certificate),
    };

    return cmocka_run_group_tests_name("questions", tests, NULL, NULL);
}
