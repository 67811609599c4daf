/* The engine symbolic where there is nothing to be random about: numbers beyond
 * 64 bits, nets without places. */
#include "test.h"

#include "engine/race/engines.h"
#include "figure.h"

static void run(const char *line, const char *word,
                const struct engine_limits *limits, struct answer *answer)
{
    struct net *net = test_net(line);
    goal_list goals = {0};
    struct engine_problem problem = {.net = net, .test.check = 1};

    if (word)
        goal_add_plain(&goals, word);
    problem.question = (struct engine_question){goals.at, goals.len};
    answer_init(answer, goals.len);
    symbolic_engine.run(&problem, limits, answer);
    goal_list_free(&goals);
    net_destroy(net);
}

static uint64_t figure_of(const char *line, const char *name)
{
    const struct engine_limits limits = {0};
    struct answer answer;
    uint64_t value;

    run(line, NULL, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    value = figure(&answer.stats, name);
    answer_finish(&answer);
    return value;
}

static void nets_may_have_no_places(void **state)
{
    (void)state;
    assert_int_equal(figure_of("", "states"), 1);
    assert_int_equal(figure_of("", "fired"), 0);
    assert_int_equal(figure_of("p* | a: > | b: p >", "states"), 2);
    assert_int_equal(figure_of("p* | a: > | b: p >", "fired"), 3);
    assert_int_equal(figure_of("p | a: p >", "most_tokens"), 0);
}

/* A transition without arcs is a step from each marking to itself. */
static void a_step_without_arcs_is_no_deadlock(void **state)
{
    const struct engine_limits limits = {0};
    struct answer answer;

    (void)state;
    run("p* | a: > | b: p >", "deadlock", &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_NO);
    answer_finish(&answer);
    run("p* | b: p >", "deadlock", &limits, &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(answer.findings[0].run.len, 1);
    answer_finish(&answer);
}

/* 64 places that lose their tokens one by one: 2^64 markings. */
static void large_numbers_are_there_as_text(void **state)
{
    const struct engine_limits limits = {0};
    char line[4096] = "";
    struct answer answer;

    (void)state;
    for (int i = 0; i < 64; i++)
        (void)snprintf(line + strlen(line), 20, "p%d* ", i);
    for (int i = 0; i < 64; i++)
        (void)snprintf(line + strlen(line), 20, "| t%d: p%d > ", i, i);
    run(line, NULL, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_true(figure(&answer.stats, "states") == UINT64_MAX);
    assert_string_equal(answer.exact[0], "18446744073709551616");
    assert_string_equal(answer.exact[1], "590295810358705651712");
    assert_int_equal(figure(&answer.stats, "most_tokens"), 64);
    assert_int_equal(figure(&answer.stats, "nodes"), 64);
    answer_finish(&answer);
}

MODULE(symbolic_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nets_may_have_no_places),
        cmocka_unit_test(a_step_without_arcs_is_no_deadlock),
        cmocka_unit_test(large_numbers_are_there_as_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
