#include "cli/result.h"
#include "handles.h"

/* c never fires. */
#define NET "p* q r | a: p > q | b: q > p | c: r >"

static struct result solved(const char *line, const char *engine)
{
    punfpor_net *net = handles_net(line);
    punfpor *problem = handles_problem(net);
    struct result result;
    punfpor_error error;

    assert_fine(punfpor_set(problem, "engine", engine, NULL));

    const enum punfpor_status status = punfpor_solve(problem, &error);

    result_init(&result, punfpor_questions(problem));
    result_take(&result, problem, status, &error);
    assert_int_equal(result.figures.len, punfpor_figure_count(problem));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return result;
}

static void a_result_outlives_its_problem(void **state)
{
    struct result result = solved(NET, "por");
    uint64_t value;

    (void)state;
    assert_int_equal(result.status, PUNFPOR_OK);
    assert_int_equal(result.stop, PUNFPOR_DONE);
    assert_int_equal(result.n_findings, 3);
    assert_int_equal(result.findings[1].verdict, PUNFPOR_YES);
    assert_int_equal(result.findings[1].run.len, 2);
    assert_int_equal(result.findings[1].run.at[0], 0);
    assert_int_equal(result.findings[1].run.at[1], 1);
    assert_string_equal(result.findings[1].engine, "por");
    assert_int_equal(result.findings[2].verdict, PUNFPOR_NO);
    assert_int_equal(result_count(&result, PUNFPOR_YES), 2);
    assert_int_equal(result_count(&result, PUNFPOR_NO), 1);
    assert_int_equal(result_count(&result, PUNFPOR_UNKNOWN), 0);
    assert_string_equal(result.engine, "por");
    assert_true(result_find(&result, "events", &value) && value == 2);
    assert_false(result_find(&result, "states", &value));
    assert_true(result.work > 0 && result.peak_bytes > 0);
    result_finish(&result);
}

static void figures_are_those_of_the_engine(void **state)
{
    struct result result = solved(NET, "state");
    uint64_t value;

    (void)state;
    assert_string_equal(result.engine, "state");
    assert_true(result_find(&result, "states", &value));
    assert_false(result_find(&result, "events", &value));
    result_finish(&result);
}

static void a_second_token_is_kept(void **state)
{
    struct result result =
        solved("p* q r | a: p > q | b: > q | c: r >", "prefix");

    (void)state;
    assert_int_equal(result.status, PUNFPOR_INPUT);
    assert_int_equal(result.stop, PUNFPOR_UNSAFE);
    assert_non_null(strstr(result.error.text, "not safe"));
    assert_int_equal(result.unsafe_place, 1);
    assert_true(result.unsafe_run.len > 0);
    result_finish(&result);
}

MODULE(result)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_outlives_its_problem),
        cmocka_unit_test(figures_are_those_of_the_engine),
        cmocka_unit_test(a_second_token_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
