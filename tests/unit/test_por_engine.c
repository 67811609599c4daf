/* The engine finds all answers, gives the reason for an unknown one, and
 * rejects invalid nets at once. */
#include "test.h"

#include "checks.h"
#include "engine/race/engines.h"
#include "figure.h"
#include "formats/net/registry.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"
#include "run.h"

/* -- Runs -- */

/* Takes ownership of the net; cutoffs, the table and deepening are on. */
static void begin(struct run *r, struct net *net, enum dep_kind kind)
{
    const struct engine_problem problem = {.unfolding.order = ORDER_FOATA,
                                           .unfolding.cutoffs = true,
                                           .por.table = true,
                                           .por.deepening = 2};

    run_begin(r, net, kind, problem);
}

static void go(struct run *r)
{
    run_go(r, &por_engine);
}

static void end(struct run *r)
{
    run_end(r);
}

/* -- Answers -- */

static void questions_are_answered_with_runs(void **state)
{
    (void)state;
    for (uint32_t kind = DEP_NONE; kind <= DEP_READ; kind++) {
        struct run r;

        begin(&r, counters(), (enum dep_kind)kind);
        ask_trans(&r, "both");
        ask_trans(&r, "never");
        ask_marking(&r, "a2 b3");
        ask_marking(&r, "a2 a3");
        ask_marking(&r, "!a3 !b3 !b1");
        ask_marking(&r, "!b0 !b1 !b2 !b3 a3");
        ask_marking(&r, "!b0 !b1 !b2 !b3 !a3 !b0");
        goal_add_plain(&r.goals, "deadlock");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(verdict(&r, 0), VERDICT_YES);
        if (kind != DEP_NONE) /* a a a b both, no other step */
            assert_int_equal(r.answer.findings[0].run.len, 5);
        assert_int_equal(verdict(&r, 1), VERDICT_NO);
        assert_int_equal(verdict(&r, 2), VERDICT_YES);
        assert_int_equal(verdict(&r, 3), VERDICT_NO);
        assert_int_equal(verdict(&r, 4), VERDICT_YES);
        assert_int_equal(verdict(&r, 5), VERDICT_NO);
        assert_int_equal(verdict(&r, 6), VERDICT_YES);
        assert_int_equal(verdict(&r, 7), VERDICT_YES);
        end(&r);
    }
}

static void a_trivial_marking_needs_no_run(void **state)
{
    const struct goal trivial = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    struct run r;

    (void)state;
    begin(&r, counters(), DEP_READ);
    vec_push(&r.goals, trivial);
    go(&r);
    assert_int_equal(verdict(&r, 0), VERDICT_YES);
    assert_int_equal(r.answer.findings[0].run.len, 0);
    assert_int_equal(figure(&r.answer.stats, "pushes"), 0);
    end(&r);
}

static void the_initial_marking_answers_too(void **state)
{
    struct run r;

    (void)state;
    begin(&r, counters(), DEP_READ);
    ask_marking(&r, "a0 b0 !a1 !a2 !a3 !b1 !b2 !b3");
    go(&r);
    assert_int_equal(verdict(&r, 0), VERDICT_YES);
    assert_int_equal(r.answer.findings[0].run.len, 0);
    end(&r);
}

static void nets_with_nothing_in_them_are_explored(void **state)
{
    static const char *const nets[] = {"p*", "p | t: p > ", "p* | t: p > p"};
    static const uint64_t events[] = {0, 0, 1};

    (void)state;
    for (uint32_t i = 0; i < 3; i++) {
        struct run r;

        begin(&r, test_net(nets[i]), DEP_READ);
        goal_add_plain(&r.goals, "deadlock");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(verdict(&r, 0), i < 2 ? VERDICT_YES : VERDICT_NO);
        if (i == 2)
            assert_int_equal(figure(&r.answer.stats, "histories"), events[i]);
        end(&r);
    }
}

/* -- Limits -- */

/* Runs on two questions, one of which is easy. */
static void expect_unknown(struct run *r, enum answer_stop reason)
{
    ask_marking(r, "a0 a1"); /* never */
    ask_trans(r, "a");
    go(r);
    assert_int_equal(r->answer.stop, reason);
    assert_int_equal(verdict(r, 0), VERDICT_UNKNOWN);
    assert_int_equal(verdict(r, 1), VERDICT_YES);
}

static void too_many_events_stop_the_run(void **state)
{
    struct run r;

    (void)state;
    begin(&r, counters(), DEP_READ);
    r.limits.max_events = 4;
    expect_unknown(&r, STOP_EVENTS);
    assert_int_equal(figure(&r.answer.stats, "histories_created"), 5);
    end(&r);
}

static void the_depth_is_bounded(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4; i++) {
        struct run r;

        begin(&r, counters(), DEP_READ);
        r.problem.unfolding.cutoffs = i % 2;
        r.problem.por.deepening = i / 2 ? 2 : 0;
        r.limits.max_depth = 2;
        expect_unknown(&r, STOP_DEPTH);
        assert_true(figure(&r.answer.stats, "max_configuration") <= 4);
        end(&r);
    }
}

static void a_depth_that_suffices_changes_nothing(void **state)
{
    struct run r;

    (void)state;
    begin(&r, counters(), DEP_READ);
    r.limits.max_depth = 5;
    ask_marking(&r, "a0 a1");
    ask_trans(&r, "both");
    go(&r);
    assert_int_equal(r.answer.stop, STOP_DONE);
    assert_int_equal(verdict(&r, 0), VERDICT_NO);
    assert_int_equal(verdict(&r, 1), VERDICT_YES);
    end(&r);
}

/* n concurrent loops, explored without cutoffs: it never ends. */
static struct net *endless(void)
{
    return test_net("a0* a1 b0* b1 c0* c1 | a: a0 > a1 | x: a1 > a0 | "
                    "b: b0 > b1 | y: b1 > b0 | c: c0 > c1 | z: c1 > c0");
}

static void begin_endless(struct run *r)
{
    begin(r, endless(), DEP_READ);
    r->problem.unfolding.cutoffs = r->problem.por.table = false;
}

static void time_and_interruption_stop_the_run(void **state)
{
    int yes = 1;
    struct run r;

    (void)state;
    begin_endless(&r);
    r.limits.terminate = support_flag;
    r.limits.terminate_data = &yes;
    expect_unknown(&r, STOP_INTERRUPTED);
    assert_true(figure(&r.answer.stats, "histories") >
                0); /* figures of the partial run */
    end(&r);
    begin_endless(&r);
    r.limits.seconds = 0.02;
    expect_unknown(&r, STOP_TIME);
    assert_true(r.answer.stats.seconds >= 0.02);
    end(&r);
}

static void memory_stops_the_run(void **state)
{
    struct run r;

    (void)state;
    begin_endless(&r);
    r.limits.max_bytes = 1;
    expect_unknown(&r, STOP_MEMORY);
    end(&r);
}

/* -- Nets and relations that are refused -- */

static void a_second_token_is_named_with_its_run(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 6; i++) {
        struct run r;

        begin(&r,
              test_net("p* q s* r | a: p > q | b: q > r | c: s > r | d: r >"),
              (enum dep_kind)(i % 3));
        r.problem.output.prefix = true;
        if (i / 3)
            ask_marking(&r, "p !r !q !s");
        goal_add_plain(&r.goals, "deadlock");
        if (i / 3 == 0)
            ask_marking(&r, "r q s");
        go(&r);
        assert_int_equal(r.answer.stop, STOP_UNSAFE);
        assert_int_equal(r.answer.unsafe_place, 3);
        assert_true(r.answer.unsafe_trans == 1 || r.answer.unsafe_trans == 2);
        assert_true(witness_unsafe(r.net, &r.answer.unsafe_run,
                                   r.answer.unsafe_trans,
                                   r.answer.unsafe_place));
        end(&r);
    }
}

/* c consumes the first token before b produces the second: the run omits c. */
static void
a_second_token_is_found_behind_the_consumer_of_the_first(void **state)
{
    struct run r;

    (void)state;
    begin(&r,
          test_net("p* q* r s t | a: p > r | b: q > r | c: r > s | d: s > t"),
          DEP_READ);
    r.problem.por.deepening = 0;
    go(&r);
    assert_int_equal(r.answer.stop, STOP_UNSAFE);
    assert_int_equal(r.answer.unsafe_place, 2);
    assert_true(witness_unsafe(r.net, &r.answer.unsafe_run,
                               r.answer.unsafe_trans, r.answer.unsafe_place));
    end(&r);
}

/* A goal that requires the place empty must not hide the second token. */
static void a_wanted_empty_place_hides_no_second_token(void **state)
{
    struct run r;

    (void)state;
    begin(&r, test_net("p* q* r | t: p > q | u: q > r"), DEP_READ);
    ask_marking(&r, "!q !r");
    go(&r);
    assert_int_equal(r.answer.stop, STOP_UNSAFE);
    assert_int_equal(r.answer.unsafe_trans, 0);
    assert_int_equal(r.answer.unsafe_place, 1);
    end(&r);
}

static void a_pair_that_does_not_commute_is_refused(void **state)
{
    const struct dep_pair pair = {1, 2};
    struct run r;

    (void)state;
    begin(&r, test_net("p* q r | a: p > q | b: q > r | c: q > "), DEP_READ);
    dep_destroy(r.dep);
    r.dep = dep_create_user(r.net, &pair, 1);
    go(&r);
    assert_int_equal(r.answer.stop, STOP_INPUT);
    assert_report(&r.answer.diag, 0,
                  "transitions 'b' and 'c' are listed as independent but do "
                  "not commute at the reachable marking {q}");
    end(&r);
}

static void a_pair_is_tried_at_the_initial_marking(void **state)
{
    const struct dep_pair pair = {0, 1};
    struct run r;

    (void)state;
    begin(&r, test_net("q* r | b: q > r | c: q > "), DEP_READ);
    dep_destroy(r.dep);
    r.dep = dep_create_user(r.net, &pair, 1);
    go(&r);
    assert_int_equal(r.answer.stop, STOP_INPUT);
    assert_non_null(strstr(r.answer.diag.text, "{q}"));
    assert_int_equal(figure(&r.answer.stats, "pushes"), 0);
    end(&r);
}

/* -- Figures -- */

/* Every maximal configuration once, no blocked run, all events found. */
static void without_cutoffs_the_exploration_is_optimal(void **state)
{
    uint64_t n = 0;

    (void)state;
    for (uint32_t i = 0; i < SWEEP(400); i++) {
        struct oracle_traces traces;
        struct random random;
        struct oracle oracle;
        struct run r;

        random_init(&random, i);
        begin(&r, random_net(&random, RANDOM_TERMINATING, 2 + i % 3),
              (enum dep_kind)(i % 3));
        r.problem.unfolding.cutoffs = r.problem.por.table = false;
        r.problem.test.check = i % 8 == 0 ? 2 : 0;
        oracle_init(&oracle, r.net, 2000);
        if (oracle_traces(&oracle, r.dep, 500, &traces)) {
            go(&r);
            assert_int_equal(figure(&r.answer.stats, "ssb"), 0);
            assert_int_equal(figure(&r.answer.stats, "maximal_configurations"),
                             traces.maximal);
            assert_int_equal(figure(&r.answer.stats, "histories"),
                             traces.primes);
            assert_int_equal(figure(&r.answer.stats, "explored_histories"),
                             traces.primes);
            assert_int_equal(figure(&r.answer.stats, "max_configuration"),
                             traces.longest);
            n += traces.maximal;
        }
        oracle_finish(&oracle);
        end(&r);
    }
    assert_true(n > SWEEP(5000));
}

/* Compares all transitions and the deadlock with the oracle. */
static void compare_with_oracle(struct run *r)
{
    struct oracle oracle;

    oracle_init(&oracle, r->net, 4000);
    goal_add_all_trans(&r->goals, r->net);
    goal_add_plain(&r->goals, "deadlock");
    go(r);
    assert_int_equal(r->answer.stop, STOP_DONE);
    for (trans_id t = 0; t < net_trans_count(r->net); t++)
        assert_int_equal(verdict(r, t), bits_has(oracle.fireable, t)
                                            ? VERDICT_YES
                                            : VERDICT_NO);
    assert_int_equal(verdict(r, net_trans_count(r->net)),
                     oracle.deadlocks ? VERDICT_YES : VERDICT_NO);
    oracle_finish(&oracle);
}

/* The i-th of a few settings with cutoffs. */
static void begin_random(struct run *r, uint32_t i)
{
    struct random random;

    random_init(&random, i);
    begin(r, random_net(&random, RANDOM_CYCLIC, 2 + i % 5),
          (enum dep_kind)(i % 3));
    r->problem.unfolding.order = (enum engine_order)(i / 3 % 3);
    r->problem.por.table = i / 9 % 2;
    r->problem.por.deepening = i / 18 % 2 ? 1.5 : 0;
}

/* Readers of a place that nothing consumes do not exclude each other. */
static void readers_are_not_tried_for_each_other(void **state)
{
    struct run r;

    (void)state;
    begin(&r, test_net("c* p* q* r* | a: p ? c > | b: q ? c > | d: r ? c >"),
          DEP_READ);
    go(&r);
    assert_int_equal(figure(&r.answer.stats, "searches"), 3);
    assert_int_equal(figure(&r.answer.stats, "alternative_steps"), 0);
    end(&r);
}

static void with_cutoffs_everything_is_still_found(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct run r;

        begin_random(&r, i);
        compare_with_oracle(&r);
        end(&r);
    }
}

/* Every alternative is followed to its end, so no event remains asleep at the
 * end of a run. */
static void no_run_is_blocked_with_cutoffs_either(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < SWEEP(300); i++) {
        struct run r;

        begin_random(&r, i);
        go(&r);
        assert_int_equal(r.answer.stop, STOP_DONE);
        assert_int_equal(figure(&r.answer.stats, "ssb"), 0);
        assert_true(figure(&r.answer.stats, "maximal_configurations") > 0);
        end(&r);
    }
}

static struct net *load(const char *folder, const char *name)
{
    char path[1024];
    struct diag diag = {0};
    struct net *net;

    (void)snprintf(path, sizeof path, "%s/%s.ll_net", folder, name);
    net = registry_read(path, NULL, &diag);
    if (!net)
        fail_msg("%s: %s", path, diag.text);
    return net;
}

static const char *const shipped[] = {
    "buffer_2_3", "ccnf_5",        "concur15_fig1", "concur15_fig2",
    "dining_3",   "pi_3",          "readers_3",     "rwlock_2_1",
    "writers_3",  "peterson_once",
};

/* Same verdicts and figures, with every invariant recomputed. */
static void checks_find_nothing_and_change_nothing(void **state)
{
    for (size_t i = 0; i < sizeof shipped / sizeof *shipped; i++) {
        struct run r[2];

        for (uint32_t k = 0; k < 2; k++) {
            begin(&r[k], load(*state, shipped[i]), DEP_READ);
            r[k].problem.test.check = 2 * k;
            goal_add_all_trans(&r[k].goals, r[k].net);
            goal_add_plain(&r[k].goals, "deadlock");
            go(&r[k]);
            assert_int_equal(r[k].answer.stop, STOP_DONE);
        }
        for (uint32_t g = 0; g < r[0].goals.len; g++)
            assert_int_equal(verdict(&r[0], g), verdict(&r[1], g));
        assert_memory_equal(r[0].answer.stats.at, r[1].answer.stats.at,
                            sizeof r[0].answer.stats.at);
        end(&r[0]);
        end(&r[1]);
    }
}

static void the_prefix_is_filled_when_it_is_wanted(void **state)
{
    (void)state;
    for (uint32_t wanted = 0; wanted < 2; wanted++) {
        struct run r;

        begin(&r, counters(), DEP_READ);
        r.problem.output.prefix = wanted;
        go(&r);
        prefix_check(&r.answer.prefix);
        assert_int_equal(r.answer.prefix.events.len,
                         wanted ? figure(&r.answer.stats, "histories") + 1 : 0);
        end(&r);
    }
}

/* Passes with a growing bound find the same as a single pass. */
static void deepening_takes_passes_and_finds_the_same(void **state)
{
    struct run r[2];

    for (uint32_t deep = 0; deep < 2; deep++) {
        struct goal never = {.kind = GOAL_MARKING, .trans = TRANS_NONE};

        begin(&r[deep], load(*state, "dining_3"), DEP_READ);
        r[deep].problem.por.deepening = deep ? 1.5 : 0;
        goal_add_all_trans(&r[deep].goals, r[deep].net);
        goal_add_plain(&r[deep].goals, "deadlock");
        for (place_id p = 0; p < net_place_count(r[deep].net); p++)
            vec_push(&never.marked, p);
        vec_push(&r[deep].goals, never);
        go(&r[deep]);
        assert_int_equal(r[deep].answer.stop, STOP_DONE);
    }
    for (uint32_t g = 0; g < r[0].goals.len; g++)
        assert_int_equal(verdict(&r[0], g), verdict(&r[1], g));
    assert_int_equal(figure(&r[0].answer.stats, "passes"), 1);
    assert_true(figure(&r[1].answer.stats, "passes") > 1);
    end(&r[0]);
    end(&r[1]);
}

static void the_table_is_bounded(void **state)
{
    struct run r;
    uint64_t unbounded;

    begin(&r, load(*state, "rwlock_3_2"), DEP_READ);
    go(&r);
    unbounded = figure(&r.answer.stats, "table_entries");
    end(&r);
    begin(&r, load(*state, "rwlock_3_2"), DEP_READ);
    r.problem.por.table_limit = 1;
    go(&r);
    assert_int_equal(r.answer.stop, STOP_DONE);
    assert_true(figure(&r.answer.stats, "table_entries") < unbounded);
    end(&r);
}

MODULE(por_engine)
{
    char nets[] = NETS_FOLDER;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(questions_are_answered_with_runs),
        cmocka_unit_test(a_trivial_marking_needs_no_run),
        cmocka_unit_test(the_initial_marking_answers_too),
        cmocka_unit_test(nets_with_nothing_in_them_are_explored),
        cmocka_unit_test(too_many_events_stop_the_run),
        cmocka_unit_test(the_depth_is_bounded),
        cmocka_unit_test(a_depth_that_suffices_changes_nothing),
        cmocka_unit_test(time_and_interruption_stop_the_run),
        cmocka_unit_test(memory_stops_the_run),
        cmocka_unit_test(a_second_token_is_named_with_its_run),
        cmocka_unit_test(
            a_second_token_is_found_behind_the_consumer_of_the_first),
        cmocka_unit_test(a_wanted_empty_place_hides_no_second_token),
        cmocka_unit_test(a_pair_that_does_not_commute_is_refused),
        cmocka_unit_test(a_pair_is_tried_at_the_initial_marking),
        cmocka_unit_test(without_cutoffs_the_exploration_is_optimal),
        cmocka_unit_test(readers_are_not_tried_for_each_other),
        cmocka_unit_test(with_cutoffs_everything_is_still_found),
        cmocka_unit_test(no_run_is_blocked_with_cutoffs_either),
        cmocka_unit_test_prestate(checks_find_nothing_and_change_nothing, nets),
        cmocka_unit_test(the_prefix_is_filled_when_it_is_wanted),
        cmocka_unit_test_prestate(deepening_takes_passes_and_finds_the_same,
                                  nets),
        cmocka_unit_test_prestate(the_table_is_bounded, nets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
