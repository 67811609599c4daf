/* Questions about all transitions become one a transition, and back. */
#include "api/run/api_goals.h"
#include "test.h"

enum { A, B, C };

#define LINE "p* q | a: p > q | b: q > p | c: q > "

static void members_stand_behind_the_others(void **state)
{
    struct net *net = test_net(LINE);
    goal_list asked = {0};
    struct api_goals goals;

    (void)state;
    goal_add_plain(&asked, "quasi-live");
    goal_add_plain(&asked, "deadlock");
    goal_add_plain(&asked, "dead-transitions");
    goal_add_plain(&asked, "safe");
    api_goals_init(&goals, &asked, net, false);
    assert_int_equal(goals.first, 2);
    assert_int_equal(goals.n, 3);
    assert_int_equal(goals.list.len, 5);
    assert_int_equal(goals.question.at[0], 1);
    assert_int_equal(goals.question.at[1], 3);
    assert_int_equal(goals.list.at[0].kind, GOAL_DEADLOCK);
    for (uint32_t g = 2; g < 5; g++) {
        assert_int_equal(goals.list.at[g].kind, GOAL_TRANSITION);
        assert_int_equal(goals.list.at[g].trans, g - 2);
    }
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static void without_them_nothing_changes(void **state)
{
    struct net *net = test_net(LINE);
    goal_list asked = {0};
    struct api_goals goals;
    struct answer answer;

    (void)state;
    goal_add_plain(&asked, "deadlock");
    api_goals_init(&goals, &asked, net, false);
    assert_int_equal(goals.n, 0);
    assert_int_equal(goals.list.len, 1);
    answer_init(&answer, 1);
    answer.findings[0].verdict = VERDICT_NO;
    assert_null(api_goals_fold(&goals, &answer));
    assert_int_equal(answer.n_findings, 1);
    assert_int_equal(answer.findings[0].verdict, VERDICT_NO);
    answer_finish(&answer);
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static void a_safe_net_is_not_asked_whether_it_is(void **state)
{
    struct net *net = test_net(LINE);
    goal_list asked = {0};
    struct api_goals goals;
    struct answer answer;

    (void)state;
    goal_add_plain(&asked, "safe");
    api_goals_init(&goals, &asked, net, true);
    assert_int_equal(goals.list.len, 1);
    api_goals_finish(&goals);
    goal_add_plain(&asked, "deadlock");
    api_goals_init(&goals, &asked, net, true);
    assert_true(goals.safe);
    assert_int_equal(goals.list.len, 1);
    assert_int_equal(goals.question.at[0], 1);
    answer_init(&answer, 1);
    answer.findings[0].verdict = VERDICT_YES;
    assert_null(api_goals_fold(&goals, &answer));
    assert_int_equal(answer.n_findings, 2);
    assert_int_equal(answer.findings[0].verdict, VERDICT_UNKNOWN);
    assert_int_equal(answer.findings[1].verdict, VERDICT_YES);
    answer_finish(&answer);
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static void a_goal_is_open_without_a_verdict(void **state)
{
    struct net *net = test_net(LINE);
    struct answer_finding findings[4] = {{.verdict = VERDICT_YES}};
    goal_list asked = {0};
    struct api_goals goals;

    (void)state;
    goal_add_plain(&asked, "deadlock");
    goal_add_plain(&asked, "quasi-live");
    api_goals_init(&goals, &asked, net, false);
    assert_ptr_equal(api_goals_open(&goals, findings), &goals.list.at[1]);
    findings[2].verdict = VERDICT_NO;
    assert_null(api_goals_open(&goals, findings));
    findings[0].verdict = VERDICT_UNKNOWN;
    assert_ptr_equal(api_goals_open(&goals, findings), &goals.list.at[0]);
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static void only_quasi_liveness_ends_with_a_no(void **state)
{
    struct net *net = test_net(LINE);
    goal_list asked = {0};
    struct api_goals goals;

    (void)state;
    goal_add_plain(&asked, "deadlock");
    goal_add_plain(&asked, "quasi-live");
    api_goals_init(&goals, &asked, net, false);
    assert_int_equal(api_goals_joint(&goals).first, 1);
    assert_int_equal(api_goals_joint(&goals).n, 3);
    api_goals_finish(&goals);
    goal_add_plain(&asked, "dead-transitions");
    api_goals_init(&goals, &asked, net, false);
    assert_int_equal(api_goals_joint(&goals).n, 0);
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static void findings_return_to_their_questions(void **state)
{
    struct net *net = test_net(LINE);
    goal_list asked = {0};
    struct api_goals goals;
    struct answer answer;
    struct answer_finding *of;

    (void)state;
    goal_add_plain(&asked, "dead-transitions");
    goal_add_plain(&asked, "deadlock");
    api_goals_init(&goals, &asked, net, false);
    answer_init(&answer, 4);
    answer.findings[0].verdict = VERDICT_YES; /* deadlock */
    vec_push(&answer.findings[0].run, A);
    for (uint32_t t = 0; t < 3; t++)
        answer.findings[1 + t].verdict = t == C ? VERDICT_NO : VERDICT_YES;
    vec_push(&answer.findings[1].run, A);
    of = api_goals_fold(&goals, &answer);
    assert_int_equal(answer.n_findings, 2);
    assert_int_equal(answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(answer.findings[0].run.len, 0);
    assert_int_equal(answer.findings[1].run.len, 1);
    assert_int_equal(of[A].run.len, 1);
    assert_int_equal(of[C].verdict, VERDICT_NO);
    vec_free(&of[A].run);
    mem_free(of);
    answer_finish(&answer);
    api_goals_finish(&goals);
    goal_list_free(&asked);
    net_destroy(net);
}

static const char one[] = "one", two[] = "two";

static struct answer_finding conclude(const char *word, enum answer_verdict a,
                                      enum answer_verdict b,
                                      enum answer_verdict c)
{
    const struct answer_finding of[] = {
        {.verdict = a, .engine = one, .seconds = 1},
        {.verdict = b, .engine = one, .seconds = 3, .safe = true},
        {.verdict = c, .engine = two, .seconds = 2}};

    return api_goals_conclude(question_find(word), of, 3);
}

static void one_dead_transition_suffices(void **state)
{
    const struct answer_finding found =
        conclude("quasi-live", VERDICT_UNKNOWN, VERDICT_NO, VERDICT_NO);

    (void)state;
    assert_int_equal(found.verdict, VERDICT_NO);
    assert_int_equal(found.trans, B);
    assert_true(found.safe && found.engine == one && found.seconds > 2);
}

static void all_must_be_known_for_a_yes(void **state)
{
    struct answer_finding found =
        conclude("quasi-live", VERDICT_YES, VERDICT_UNKNOWN, VERDICT_YES);

    (void)state;
    assert_int_equal(found.verdict, VERDICT_UNKNOWN);
    found = conclude("quasi-live", VERDICT_YES, VERDICT_YES, VERDICT_YES);
    assert_int_equal(found.verdict, VERDICT_YES);
    assert_int_equal(found.trans, TRANS_NONE);
    assert_string_equal(found.engine, "several");
    assert_true(found.seconds > 2 && found.safe);
}

static void a_list_is_complete_or_unknown(void **state)
{
    struct answer_finding found =
        conclude("dead-transitions", VERDICT_NO, VERDICT_UNKNOWN, VERDICT_YES);

    (void)state;
    assert_int_equal(found.verdict, VERDICT_UNKNOWN);
    found = conclude("dead-transitions", VERDICT_YES, VERDICT_NO, VERDICT_YES);
    assert_int_equal(found.verdict, VERDICT_YES);
    assert_true(found.safe);
    found = conclude("dead-transitions", VERDICT_NO, VERDICT_NO, VERDICT_YES);
    assert_int_equal(found.verdict, VERDICT_YES);
    assert_false(found.safe);
}

MODULE(api_goals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_stand_behind_the_others),
        cmocka_unit_test(without_them_nothing_changes),
        cmocka_unit_test(a_safe_net_is_not_asked_whether_it_is),
        cmocka_unit_test(a_goal_is_open_without_a_verdict),
        cmocka_unit_test(only_quasi_liveness_ends_with_a_no),
        cmocka_unit_test(findings_return_to_their_questions),
        cmocka_unit_test(one_dead_transition_suffices),
        cmocka_unit_test(all_must_be_known_for_a_yes),
        cmocka_unit_test(a_list_is_complete_or_unknown),
    };

    return cmocka_run_group_tests_name("members", tests, NULL, NULL);
}
