/* An incorrect answer is rejected. */
#include "api/run/api_verdicts.h"
#include "test.h"

enum { A, B, DOUBLE };

/* double puts a second token on r. */
#define LINE "p* q r | a: p > q | b: q > r | double: > r"

/* An answer to the question whether b can fire. */
static bool is_proved(enum answer_verdict verdict, uint32_t n,
                      const trans_id *steps)
{
    struct net *net = test_net(LINE);
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

    const bool proved = prove_answer(&problem, &answer, &diag);

    assert_int_equal(diag.code, proved ? DIAG_NONE : DIAG_INTERNAL);
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
    return proved;
}

static void runs_must_replay(void **state)
{
    (void)state;
    assert_true(is_proved(VERDICT_YES, 2, (const trans_id[]){A, B}));
    assert_false(is_proved(VERDICT_YES, 1, (const trans_id[]){B}));
    assert_false(is_proved(VERDICT_YES, 1, (const trans_id[]){A}));
    assert_false(is_proved(VERDICT_YES, 0, NULL));
    assert_true(is_proved(VERDICT_NO, 0, NULL));
    assert_true(is_proved(VERDICT_UNKNOWN, 0, NULL));
}

static void second_tokens_must_appear(void **state)
{
    struct net *net = test_net(LINE);
    const struct engine_problem problem = {.net = net};
    struct diag diag = {0};
    struct answer answer;

    (void)state;
    answer_init(&answer, 0);
    answer.stop = STOP_UNSAFE;
    answer.unsafe_trans = DOUBLE;
    answer.unsafe_place = 2;
    assert_false(prove_answer(&problem, &answer, &diag));
    assert_int_equal(diag.code, DIAG_INTERNAL);
    vec_push(&answer.unsafe_run, DOUBLE);
    assert_true(prove_answer(&problem, &answer, &diag));
    answer_finish(&answer);
    net_destroy(net);
}

/* This proof lacks that q stays empty. */
static void proofs_must_hold(void **state)
{
    struct net *net = test_net(LINE);
    struct diag diag = {0};
    goal_list goals = {0};
    struct answer answer;

    (void)state;
    assert_true(goal_add_trans(&goals, net, "b", &diag));

    const struct engine_problem problem = {
        .net = net, .question.goals = goals.at, .question.n_goals = 1};

    answer_init(&answer, 1);
    answer.findings[0].verdict = VERDICT_NO;
    answer.findings[0].proof = mem_zero(1, sizeof(struct proof));
    proof_add(answer.findings[0].proof, PROOF_LACKS, 1);
    assert_false(prove_answer(&problem, &answer, &diag));
    assert_int_equal(diag.code, DIAG_INTERNAL);
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(prove)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_must_replay),
        cmocka_unit_test(second_tokens_must_appear),
        cmocka_unit_test(proofs_must_hold),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
