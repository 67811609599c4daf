#include "cli/outcome.h"
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

enum { A, B, DOUBLE };

/* p -a-> q -b-> r; double puts tokens on r. */
static struct net *line(void)
{
    struct draft_net *draft = draft_create("p* q r");

    draft_trans(draft, "a", "p", "q", "");
    draft_trans(draft, "b", "q", "r", "");
    draft_trans(draft, "double", "", "r", "");
    return draft_finish(draft);
}

/* A claim about the question whether b can fire. */
static bool believe(enum answer_verdict verdict, uint32_t n,
                    const trans_id *steps)
{
    struct net *net = line();
    struct diag diag = {0};
    goal_list goals = {0};
    struct answer answer;

    assert_true(goal_add_trans(&goals, net, "b", &diag));

    const struct engine_problem problem = {
        .net = net, .question.goals = goals.at, .question.n_goals = 1};

    answer_init(&answer, 1);
    answer.findings[0].verdict = verdict;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&answer.findings[0].run, steps[i]);

    const bool proved = outcome_prove(&problem, &answer, &diag);

    assert_int_equal(diag.code, proved ? DIAG_NONE : DIAG_INTERNAL);
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
    return proved;
}

static void only_runs_that_replay_are_believed(void **state)
{
    (void)state;
    assert_true(believe(VERDICT_YES, 2, (const trans_id[]){A, B}));
    assert_false(believe(VERDICT_YES, 1, (const trans_id[]){B}));
    assert_false(believe(VERDICT_YES, 1, (const trans_id[]){A}));
    assert_false(believe(VERDICT_YES, 0, NULL));
    assert_true(believe(VERDICT_NO, 0, NULL));
    assert_true(believe(VERDICT_UNKNOWN, 0, NULL));
}

static void second_tokens_are_proved_as_well(void **state)
{
    struct net *net = line();
    const struct engine_problem problem = {.net = net};
    struct diag diag = {0};
    struct answer answer;

    (void)state;
    answer_init(&answer, 0);
    answer.stop = STOP_UNSAFE;
    answer.unsafe_trans = DOUBLE;
    answer.unsafe_place = 2;
    assert_false(outcome_prove(&problem, &answer, &diag));
    assert_int_equal(diag.code, DIAG_INTERNAL);
    vec_push(&answer.unsafe_run, DOUBLE);
    assert_true(outcome_prove(&problem, &answer, &diag));
    answer_finish(&answer);
    net_destroy(net);
}

/* The exit code of these verdicts. */
static enum outcome_code code_of(enum answer_stop stop, uint32_t n,
                                 const enum answer_verdict *verdicts)
{
    struct answer answer;

    answer_init(&answer, n);
    answer.stop = stop;
    for (uint32_t i = 0; i < n; i++)
        answer.findings[i].verdict = verdicts[i];

    const enum outcome_code code = outcome_code(&answer);

    answer_finish(&answer);
    return code;
}

static void exit_codes_follow_the_verdicts(void **state)
{
    const enum answer_verdict yes = VERDICT_YES, no = VERDICT_NO;
    const enum answer_verdict unknown = VERDICT_UNKNOWN;

    (void)state;
    assert_int_equal(code_of(STOP_DONE, 0, NULL), 0);
    assert_int_equal(code_of(STOP_TIME, 0, NULL), 2);
    assert_int_equal(code_of(STOP_DONE, 1, &yes), 0);
    assert_int_equal(code_of(STOP_TIME, 1, &yes), 0);
    assert_int_equal(code_of(STOP_DONE, 1, &no), 1);
    assert_int_equal(code_of(STOP_TIME, 1, &unknown), 2);
    assert_int_equal(code_of(STOP_DONE, 2, (enum answer_verdict[]){no, no}), 0);
    assert_int_equal(
        code_of(STOP_TIME, 2, (enum answer_verdict[]){yes, unknown}), 2);
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_USAGE}), 3);
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_INPUT}), 4);
    assert_int_equal(outcome_failed(&(struct diag){.code = DIAG_INTERNAL}), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_runs_that_replay_are_believed),
        cmocka_unit_test(second_tokens_are_proved_as_well),
        cmocka_unit_test(exit_codes_follow_the_verdicts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
