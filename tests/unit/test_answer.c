/* A new answer is unknown, and every outcome has a name. */
#include "test.h"

#include "answer/answer.h"

static void an_answer_begins_with_nothing_known(void **state)
{
    struct answer answer;

    (void)state;
    memset(&answer, 0xff, sizeof answer);
    answer_init(&answer, 3);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_int_equal(answer.n_findings, 3);
    for (uint32_t g = 0; g < 3; g++) {
        assert_int_equal(answer.findings[g].verdict, VERDICT_UNKNOWN);
        assert_int_equal(answer.findings[g].run.len, 0);
    }
    assert_int_equal(answer.unsafe_trans, TRANS_NONE);
    assert_int_equal(answer.unsafe_place, PLACE_NONE);
    assert_int_equal(answer.diag.code, DIAG_NONE);
    assert_null(answer.stats.figures);
    answer_finish(&answer);
}

/* The sanitizers and valgrind detect memory that is not freed. */
static void finish_gives_everything_back(void **state)
{
    struct answer answer;

    (void)state;
    answer_init(&answer, 2);
    vec_push(&answer.findings[1].run, 0);
    vec_push(&answer.unsafe_run, 0);
    vec_push(&answer.prefix.pool, 0);
    answer_finish(&answer);
    assert_null(answer.findings);
    assert_null(answer.unsafe_run.at);
    assert_null(answer.prefix.pool.at);
    assert_int_equal(answer.n_findings, 0);
    answer_finish(&answer);
}

static void no_question_is_an_answer_too(void **state)
{
    struct answer answer;

    (void)state;
    answer_init(&answer, 0);
    assert_int_equal(answer.n_findings, 0);
    answer_finish(&answer);
}

static void verdicts_have_names(void **state)
{
    (void)state;
    assert_string_equal(answer_verdict_name(VERDICT_UNKNOWN), "unknown");
    assert_string_equal(answer_verdict_name(VERDICT_YES), "reachable");
    assert_string_equal(answer_verdict_name(VERDICT_NO), "unreachable");
}

static void reasons_have_names_of_their_own(void **state)
{
    (void)state;
    assert_string_equal(answer_stop_name(STOP_TIME), "timeout");
    assert_string_equal(answer_stop_name(STOP_INTERRUPTED), "interrupted");
    for (int a = STOP_DONE; a <= STOP_SIZE; a++) {
        assert_true(*answer_stop_name((enum answer_stop)a) != '\0');
        for (int b = STOP_DONE; b < a; b++)
            assert_string_not_equal(answer_stop_name((enum answer_stop)a),
                                    answer_stop_name((enum answer_stop)b));
    }
}

MODULE(answer)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_begins_with_nothing_known),
        cmocka_unit_test(finish_gives_everything_back),
        cmocka_unit_test(no_question_is_an_answer_too),
        cmocka_unit_test(verdicts_have_names),
        cmocka_unit_test(reasons_have_names_of_their_own),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
