#include "cli/result.h"
#include "cli/outcome.h"
#include "handles.h"

/* The exit code for these verdicts. */
static enum outcome_code code_of(enum punfpor_stop stop, uint32_t n,
                                 const enum punfpor_verdict *verdicts)
{
    struct result result;

    result_init(&result, n);
    result.stop = stop;
    for (uint32_t i = 0; i < n; i++)
        result.findings[i].verdict = verdicts[i];

    const enum outcome_code code = outcome_code(&result);

    result_finish(&result);
    return code;
}

static void exit_codes_follow_the_verdicts(void **state)
{
    const enum punfpor_verdict yes = PUNFPOR_YES, no = PUNFPOR_NO;
    const enum punfpor_verdict unknown = PUNFPOR_UNKNOWN;
    const enum punfpor_verdict all_no[] = {no, no}, one_open[] = {yes, unknown};

    (void)state;
    assert_int_equal(code_of(PUNFPOR_DONE, 0, NULL), 0);
    assert_int_equal(code_of(PUNFPOR_REPLAYED, 0, NULL), 0);
    assert_int_equal(code_of(PUNFPOR_TIME_LIMIT, 0, NULL), 2);
    assert_int_equal(code_of(PUNFPOR_DONE, 1, &yes), 0);
    assert_int_equal(code_of(PUNFPOR_TIME_LIMIT, 1, &yes), 0);
    assert_int_equal(code_of(PUNFPOR_DONE, 1, &no), 1);
    assert_int_equal(code_of(PUNFPOR_TIME_LIMIT, 1, &unknown), 2);
    assert_int_equal(code_of(PUNFPOR_DONE, 2, all_no), 0);
    assert_int_equal(code_of(PUNFPOR_TIME_LIMIT, 2, one_open), 2);
}

static void exit_codes_follow_the_report(void **state)
{
    (void)state;
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_USAGE}), 3);
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_INPUT}), 4);
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_INTERNAL}), 5);
}

static void errors_of_the_library_have_exit_codes(void **state)
{
    static const struct {
        enum punfpor_status status;
        enum outcome_code code;
    } cases[] = {
        {PUNFPOR_USAGE, OUTCOME_USAGE},
        {PUNFPOR_INPUT, OUTCOME_INPUT},
        {PUNFPOR_OUTPUT, OUTCOME_INTERNAL},
        {PUNFPOR_OUT_OF_MEMORY, OUTCOME_INTERNAL},
        {PUNFPOR_INTERNAL, OUTCOME_INTERNAL},
    };
    punfpor_error error = {
        .file = "f", .line = 2, .column = 3, .text = "100 %s"};
    struct diag diag = {0};

    (void)state;
    assert_true(result_is_ok(&error, &diag));
    assert_int_equal(diag.code, DIAG_NONE);
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        diag = (struct diag){0};
        error.status = cases[i].status;
        assert_false(result_is_ok(&error, &diag));
        assert_int_equal(outcome_failed(&diag), cases[i].code);
        assert_report(&diag, 2, "100 %s");
        assert_int_equal(diag.column, 3);
        assert_string_equal(diag.file, "f");
    }
}

/* Under none, an engine adds conditions on an own place. */
static void drawings_are_counted(void **state)
{
    punfpor_net *net = handles_net("p* q r s | a: p > q | b: q > r s");
    punfpor *problem = punfpor_create(net, NULL);

    (void)state;
    assert_fine(punfpor_set(problem, "prefix", "on", NULL));
    assert_fine(punfpor_set(problem, "dependency", "none", NULL));
    assert_fine(punfpor_solve(problem, NULL));
    assert_true(punfpor_condition_count(problem) > 4);
    assert_int_equal(outcome_nodes(problem, false),
                     punfpor_event_count(problem));
    assert_int_equal(outcome_nodes(problem, true),
                     punfpor_event_count(problem) + 4);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

MODULE(outcome)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exit_codes_follow_the_verdicts),
        cmocka_unit_test(exit_codes_follow_the_report),
        cmocka_unit_test(drawings_are_counted),
        cmocka_unit_test(errors_of_the_library_have_exit_codes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
