/* The engine merged on nets whose merged process is known. */
#include "test.h"

#include "engine/race/engines.h"
#include "figure.h"

#include <stdio.h>
#include <string.h>

/* word: of a question, or a letter, a transition. */
static void run_from(const char *line, enum dep_kind kind, const char *word,
                     uint64_t histories, unsigned check,
                     const struct engine_limits *limits, struct answer *answer)
{
    struct net *net = test_net(line);
    struct dep *dep = dep_create(net, kind);
    goal_list goals = {0};
    struct engine_problem problem = {.net = net,
                                     .dep = dep,
                                     .unfolding = {ORDER_FOATA, true},
                                     .from_prefix = histories,
                                     .test.check = check};

    if (word && word[1])
        goal_add_plain(&goals, word);
    else if (word)
        assert_true(goal_add_trans(&goals, net, word, &(struct diag){0}));
    problem.question = (struct engine_question){goals.at, goals.len};
    answer_init(answer, goals.len);
    merged_engine.run(&problem, limits, answer);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

/* Directly. */
static void run(const char *line, enum dep_kind kind, const char *word,
                const struct engine_limits *limits, struct answer *answer)
{
    run_from(line, kind, word, 0, 2, limits, answer);
}

static void check_sizes(const char *line, enum dep_kind kind,
                        uint64_t n_conditions, uint64_t n_events,
                        uint64_t n_cutoffs)
{
    const struct engine_limits limits = {0};
    struct answer answer;

    run(line, kind, NULL, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_int_equal(figure(&answer.stats, "conditions"), n_conditions);
    assert_int_equal(figure(&answer.stats, "events"), n_events);
    assert_int_equal(figure(&answer.stats, "cutoffs"), n_cutoffs);
    assert_int_equal(answer.merged.events.len, n_events);
    answer_finish(&answer);
}

/* Each choice is remembered: the prefix has 2 + 4 + 8 + 16 events. */
static void choices_in_a_row_are_merged(void **state)
{
    (void)state;
    check_sizes("p0* p1 p2 p3 p4 a1 b1 a2 b2 a3 b3 a4 b4"
                " | c1: p0 > p1 a1 | d1: p0 > p1 b1"
                " | c2: p1 > p2 a2 | d2: p1 > p2 b2"
                " | c3: p2 > p3 a3 | d3: p2 > p3 b3"
                " | c4: p3 > p4 a4 | d4: p3 > p4 b4",
                DEP_CLASSIC, 13, 8, 0);
}

/* Five threads add to a sum, one after the other: many sets of events have
 * tokens for each other, and no causal order.  Few are excluded one by one. */
static void cycles_through_a_mutex_are_excluded_at_once(void **state)
{
    const struct engine_limits limits = {0};
    struct answer answer;
    char line[2000] = "m* s0* s1 s2 s3 s4 s5";
    size_t len = strlen(line);

    (void)state;
    for (int i = 0; i < 5; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " p%d* q%d r%d u%d", i, i, i, i);
    for (int i = 0; i < 5; i++) {
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " | l%d: p%d m > q%d | f%d: r%d > u%d m", i, i,
                                i, i, i, i);
        for (int v = 0; v < 5; v++)
            len += (size_t)snprintf(line + len, sizeof line - len,
                                    " | a%d%d: q%d s%d > r%d s%d", i, v, i, v,
                                    i, v + 1);
    }
    run(line, DEP_CLASSIC, NULL, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_int_equal(figure(&answer.stats, "conditions"), 32);
    assert_int_equal(figure(&answer.stats, "events"), 75);
    assert_int_equal(figure(&answer.stats, "cutoffs"), 10);
    assert_in_range(figure(&answer.stats, "cycles"), 1, 500);
    answer_finish(&answer);
}

static void expect_way(const char *line, uint64_t n_events, uint64_t n_unfolded)
{
    const struct engine_limits limits = {0};
    struct answer answer;

    run_from(line, DEP_CLASSIC, NULL, 1000000, 0, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_int_equal(figure(&answer.stats, "events"), n_events);
    assert_int_equal(figure(&answer.stats, "unfolded"), n_unfolded);
    answer_finish(&answer);
}

/* A prefix of 14 events is there at once, one of 510 is many times larger than
 * its merged process, and one of 80 is as large.  Of six choices at once 60
 * events show little, but the solver is hardly asked. */
static void a_prefix_is_taken_unless_much_larger(void **state)
{
    char line[2000];
    size_t len;

    (void)state;
    for (int n = 3; n <= 8; n += 5) {
        len = (size_t)snprintf(line, sizeof line, "p0*");
        for (int i = 0; i < n; i++)
            len += (size_t)snprintf(line + len, sizeof line - len,
                                    " p%d a%d b%d", i + 1, i, i);
        for (int i = 0; i < n; i++)
            len +=
                (size_t)snprintf(line + len, sizeof line - len,
                                 " | c%d: p%d > p%d a%d | d%d: p%d > p%d b%d",
                                 i, i, i + 1, i, i, i, i + 1, i);
        expect_way(line, 2 * (uint64_t)n, n == 3 ? 14 : 0);
    }
    len = (size_t)snprintf(line, sizeof line, "p0*");
    for (int i = 0; i < 80; i++)
        len += (size_t)snprintf(line + len, sizeof line - len, " p%d", i + 1);
    for (int i = 0; i < 80; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " | t%d: p%d > p%d", i, i, i + 1);
    expect_way(line, 80, 80);
    len = 0;
    for (int i = 0; i < 6; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                "p%d* m%d a%d b%d n%d c%d d%d ", i, i, i, i, i,
                                i, i);
    for (int i = 0; i < 6; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " | x%d: p%d > m%d a%d | y%d: p%d > m%d b%d", i,
                                i, i, i, i, i, i, i);
    len += (size_t)snprintf(line + len, sizeof line - len,
                            " | s: m0 m1 m2 m3 m4 m5 > n0 n1 n2 n3 n4 n5");
    for (int i = 0; i < 6; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " | v%d: n%d > c%d | w%d: n%d > d%d", i, i, i,
                                i, i, i);
    expect_way(line, 25, 0);
}

/* A cycle of two steps: the second one leads back. */
static void a_step_back_is_a_cutoff(void **state)
{
    (void)state;
    check_sizes("p* q | a: p > q | b: q > p", DEP_READ, 3, 2, 1);
}

/* Two readers of a place: copied under classic, each before or after the
 * other. */
static void readers_stay_concurrent_under_read(void **state)
{
    static const char line[] = "p* q* r* s t | a: q ? p > s | b: r ? p > t";

    (void)state;
    check_sizes(line, DEP_READ, 5, 2, 0);
    check_sizes(line, DEP_CLASSIC, 7, 4, 1);
}

static void deadlocks_are_found(void **state)
{
    const struct engine_limits limits = {0};
    struct answer answer;

    (void)state;
    run("p* q | a: p > q", DEP_READ, "deadlock", &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(answer.findings[0].run.len, 1);
    answer_finish(&answer);
    run("p* q | a: p > q | b: q > p", DEP_READ, "deadlock", &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_NO);
    answer_finish(&answer);
}

/* The process comes from a prefix of so many histories, or directly; steps: of
 * the run, NULL: there is none. */
static void check_question(const char *word, uint64_t histories,
                           const char *steps)
{
    static const char line[] =
        "p* q r | l: ? p > | a: p > q | m: ? q > | b: q > r | c: p r >";
    static const char names[] = "lambc";
    const struct engine_limits limits = {0};
    const struct answer_finding *finding;
    struct answer answer;
    char found[8] = "";

    run_from(line, DEP_READ, word, histories, 2, &limits, &answer);
    finding = &answer.findings[0];
    assert_int_equal(finding->verdict, steps ? VERDICT_YES : VERDICT_NO);
    for (uint32_t i = 0; i < finding->run.len; i++)
        found[i] = names[finding->run.at[i]];
    assert_string_equal(found, steps ? steps : "");
    if (!steps)
        assert_int_equal(figure(&answer.stats, "unfolded") > 0, histories > 0);
    answer_finish(&answer);
}

/* l and m consume nothing, so that the prefix counts how often they fire. */
static void a_small_prefix_answers_too(void **state)
{
    (void)state;
    for (uint64_t histories = 0; histories <= 100; histories += 100) {
        check_question("m", histories, "am");
        check_question("c", histories, NULL);
        check_question("b", histories, "ab");
    }
}

static void a_limit_on_events_ends_the_run(void **state)
{
    const struct engine_limits limits = {.max_events = 1};
    struct answer answer;

    (void)state;
    run("p* q r | a: p > q | b: q > r", DEP_READ, "deadlock", &limits, &answer);
    assert_int_equal(answer.stop, STOP_EVENTS);
    assert_int_equal(answer.findings[0].verdict, VERDICT_UNKNOWN);
    answer_finish(&answer);
}

/* Each of them needs all before it, so the solver is not asked. */
static void limits_are_met_without_the_solver(void **state)
{
    int yes = 1;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &yes};
    struct answer answer;
    char line[4000] = "p0*";
    size_t len = strlen(line);

    (void)state;
    for (int i = 1; i <= 120; i++)
        len += (size_t)snprintf(line + len, sizeof line - len, " p%d", i);
    for (int i = 1; i <= 120; i++)
        len += (size_t)snprintf(line + len, sizeof line - len,
                                " | t%d: p%d > p%d", i, i - 1, i);
    run_from(line, DEP_READ, NULL, 0, 0, &limits, &answer);
    assert_int_equal(answer.stop, STOP_INTERRUPTED);
    assert_in_range(figure(&answer.stats, "events"), 1, 119);
    answer_finish(&answer);
}

static void second_tokens_are_found(void **state)
{
    const struct engine_limits limits = {0};
    struct answer answer;

    (void)state;
    run("p* q* | a: p > q", DEP_READ, NULL, &limits, &answer);
    assert_int_equal(answer.stop, STOP_UNSAFE);
    assert_int_equal(answer.unsafe_trans, 0);
    assert_int_equal(answer.unsafe_place, 1);
    answer_finish(&answer);
}

MODULE(merged_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_in_a_row_are_merged),
        cmocka_unit_test(cycles_through_a_mutex_are_excluded_at_once),
        cmocka_unit_test(a_prefix_is_taken_unless_much_larger),
        cmocka_unit_test(a_step_back_is_a_cutoff),
        cmocka_unit_test(readers_stay_concurrent_under_read),
        cmocka_unit_test(deadlocks_are_found),
        cmocka_unit_test(a_small_prefix_answers_too),
        cmocka_unit_test(a_limit_on_events_ends_the_run),
        cmocka_unit_test(limits_are_met_without_the_solver),
        cmocka_unit_test(second_tokens_are_found),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
