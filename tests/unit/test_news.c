/* What is told while engines run. */
#include "api/news.h"
#include "test.h"

enum { A, B, C };

#define LINE "p* q | a: p > q | b: q > p | c: p q > "

struct told {
    VEC(punfpor_found) list;
};

static void note(void *data, const punfpor_found *what)
{
    struct told *const told = data;

    vec_push(&told->list, *what);
}

struct scene {
    struct net *net;
    struct punfpor problem;
    struct members members;
    struct news news;
    struct told told;
};

static void scene_init(struct scene *x)
{
    *x = (struct scene){.net = test_net(LINE)};
    x->problem.net = x->net;
    x->problem.found = note;
    x->problem.found_data = &x->told;
}

static void scene_start(struct scene *x)
{
    members_init(&x->members, &x->problem.goals, x->net);
    news_init(&x->news, &x->problem, &x->members, "state");
}

static void scene_finish(struct scene *x)
{
    news_finish(&x->news);
    members_finish(&x->members);
    goal_list_free(&x->problem.goals);
    vec_free(&x->told.list);
    net_destroy(x->net);
}

static void tell(struct scene *x, uint32_t goal, enum answer_verdict verdict,
                 trans_id last, const char *engine)
{
    struct answer_finding finding = {.verdict = verdict};

    if (last != TRANS_NONE)
        vec_push(&finding.run, last);
    news_tell(&x->news, goal, &finding, engine);
    vec_free(&finding.run);
}

static void each_question_is_told_once(void **state)
{
    struct diag diag = {0};
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_true(goal_add_trans(&x.problem.goals, x.net, "a", &diag));
    goal_add_deadlock(&x.problem.goals);
    scene_start(&x);
    tell(&x, 0, VERDICT_YES, A, "prefix");
    tell(&x, 0, VERDICT_YES, A, NULL);
    tell(&x, 1, VERDICT_NO, TRANS_NONE, NULL);
    assert_int_equal(x.told.list.len, 2);
    assert_int_equal(x.told.list.at[0].verdict, PUNFPOR_YES);
    assert_string_equal(x.told.list.at[0].engine, "prefix");
    assert_false(x.told.list.at[0].if_safe);
    assert_int_equal(x.told.list.at[1].q, 1);
    assert_int_equal(x.told.list.at[1].verdict, PUNFPOR_NO);
    assert_true(x.told.list.at[1].if_safe);
    assert_int_equal(x.told.list.at[1].transition, PUNFPOR_NONE);
    assert_string_equal(x.told.list.at[1].engine, "state");
    scene_finish(&x);
}

static void a_run_that_cannot_be_fired_is_not_told(void **state)
{
    struct diag diag = {0};
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_true(goal_add_trans(&x.problem.goals, x.net, "b", &diag));
    scene_start(&x);
    tell(&x, 0, VERDICT_YES, B, NULL);
    assert_int_equal(x.told.list.len, 0);
    scene_finish(&x);
}

static void units_prove_safety_for_all(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    x.problem.unit_safe = true;
    goal_add_deadlock(&x.problem.goals);
    goal_add_safe(&x.problem.goals);
    scene_start(&x);
    tell(&x, 0, VERDICT_NO, TRANS_NONE, NULL);
    tell(&x, 1, VERDICT_NO, TRANS_NONE, "units");
    assert_int_equal(x.told.list.len, 2);
    assert_false(x.told.list.at[0].if_safe);
    assert_int_equal(x.told.list.at[1].verdict, PUNFPOR_YES);
    scene_finish(&x);
}

static void quasi_liveness_waits_for_the_last_transition(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    goal_add_quasi_live(&x.problem.goals);
    goal_add_dead(&x.problem.goals);
    scene_start(&x);
    tell(&x, C, VERDICT_NO, TRANS_NONE, NULL);
    tell(&x, A, VERDICT_YES, A, "por");
    tell(&x, A, VERDICT_YES, A, "prefix"); /* the same again */
    assert_int_equal(x.told.list.len, 0);
    tell(&x, B, VERDICT_NO, TRANS_NONE, NULL);
    assert_int_equal(x.told.list.len, 2);
    assert_int_equal(x.told.list.at[0].q, 0);
    assert_int_equal(x.told.list.at[0].verdict, PUNFPOR_NO);
    assert_int_equal(x.told.list.at[0].transition, B);
    assert_true(x.told.list.at[0].if_safe);
    assert_int_equal(x.told.list.at[1].verdict, PUNFPOR_YES);
    assert_true(x.told.list.at[1].if_safe);
    assert_string_equal(x.told.list.at[1].engine, "several");
    scene_finish(&x);
}

static void liveness_names_its_transition(void **state)
{
    struct answer_finding finding = {.verdict = VERDICT_YES, .trans = A};
    struct scene x;

    (void)state;
    scene_init(&x);
    goal_add_live(&x.problem.goals);
    scene_start(&x);
    news_tell(&x.news, 0, &finding, NULL); /* a is enabled there */
    assert_int_equal(x.told.list.len, 0);
    finding.trans = C;
    news_tell(&x.news, 0, &finding, NULL);
    assert_int_equal(x.told.list.len, 1);
    assert_int_equal(x.told.list.at[0].verdict, PUNFPOR_NO);
    assert_int_equal(x.told.list.at[0].transition, C);
    assert_false(x.told.list.at[0].if_safe);
    scene_finish(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_question_is_told_once),
        cmocka_unit_test(a_run_that_cannot_be_fired_is_not_told),
        cmocka_unit_test(units_prove_safety_for_all),
        cmocka_unit_test(quasi_liveness_waits_for_the_last_transition),
        cmocka_unit_test(liveness_names_its_transition),
    };

    return cmocka_run_group_tests_name("news", tests, NULL, NULL);
}
