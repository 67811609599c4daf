/* What is told while engines run. */
#include "api/run/api_verdicts.h"
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

static void note_final(void *data, const punfpor_found *what)
{
    struct told *const told = data;

    vec_push(&told->list, *what);
}

struct scene {
    struct net *net;
    struct engine engine;
    struct api_problem problem;
    struct api_safety safety;
    struct api_problem_request request;
    struct api_goals goals;
    struct api_verdicts verdicts;
    struct told told, final;
};

static void scene_init(struct scene *x)
{
    *x = (struct scene){.net = test_net(LINE)};
    x->problem.net = x->net;
    x->problem.found = note;
    x->problem.found_data = &x->told;
    x->problem.final = note_final;
    x->problem.final_data = &x->final;
}

static void scene_start_as(struct scene *x, bool races)
{
    api_goals_init(&x->goals, &x->problem.goals, x->net, false);
    x->engine =
        (struct engine){.name = "state", .traits = races ? ENGINE_RACES : 0};
    x->request = (struct api_problem_request){
        .problem = &x->problem, .engine = &x->engine, .safety = &x->safety};
    api_verdicts_init(&x->verdicts, &x->request, &x->goals, NULL);
}

static void scene_start(struct scene *x)
{
    scene_start_as(x, false);
}

static void scene_finish(struct scene *x)
{
    api_verdicts_finish(&x->verdicts);
    api_goals_finish(&x->goals);
    goal_list_free(&x->problem.goals);
    vec_free(&x->told.list);
    vec_free(&x->final.list);
    net_destroy(x->net);
}

static void tell(struct scene *x, uint32_t goal, enum answer_verdict verdict,
                 trans_id last, const char *engine)
{
    struct answer_finding finding = {.verdict = verdict};

    if (last != TRANS_NONE)
        vec_push(&finding.run, last);
    api_verdicts_tell(&x->verdicts, goal, &finding, engine);
    vec_free(&finding.run);
}

static void each_question_is_told_once(void **state)
{
    struct diag diag = {0};
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_true(goal_add_trans(&x.problem.goals, x.net, "a", &diag));
    goal_add_plain(&x.problem.goals, "deadlock");
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
    x.safety.shown = API_SAFETY_UNITS;
    goal_add_plain(&x.problem.goals, "deadlock");
    goal_add_plain(&x.problem.goals, "safe");
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
    goal_add_plain(&x.problem.goals, "quasi-live");
    goal_add_plain(&x.problem.goals, "dead-transitions");
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

static void the_first_dead_transition_ends_quasi_liveness(void **state)
{
    (void)state;
    for (uint32_t races = 0; races < 2; races++) {
        struct scene x;

        scene_init(&x);
        x.safety.shown = API_SAFETY_UNITS;
        goal_add_plain(&x.problem.goals, "quasi-live");
        scene_start_as(&x, races);
        tell(&x, A, VERDICT_YES, A, "por");
        assert_int_equal(x.told.list.len, 0);
        tell(&x, C, VERDICT_NO, TRANS_NONE, NULL);
        assert_int_equal(x.told.list.len, 1);
        assert_int_equal(x.told.list.at[0].verdict, PUNFPOR_NO);
        assert_int_equal(x.told.list.at[0].transition, C);
        /* A racer that is behind may find another one. */
        assert_int_equal(x.final.list.len, 1 - races);
        tell(&x, B, VERDICT_NO, TRANS_NONE, NULL);
        assert_int_equal(x.told.list.len, 1);
        scene_finish(&x);
    }
}

static void liveness_names_its_transition(void **state)
{
    struct answer_finding finding = {.verdict = VERDICT_YES, .trans = A};
    struct scene x;

    (void)state;
    scene_init(&x);
    goal_add_plain(&x.problem.goals, "live");
    scene_start(&x);
    api_verdicts_tell(&x.verdicts, 0, &finding, NULL); /* a is enabled there */
    assert_int_equal(x.told.list.len, 0);
    finding.trans = C;
    api_verdicts_tell(&x.verdicts, 0, &finding, NULL);
    assert_int_equal(x.told.list.len, 1);
    assert_int_equal(x.told.list.at[0].verdict, PUNFPOR_NO);
    assert_int_equal(x.told.list.at[0].transition, C);
    assert_true(x.told.list.at[0].if_safe);
    scene_finish(&x);
}

/* Alone, an engine may prove that the net is safe after a no that presumes it,
 * and changes nothing else. */
static void what_presumes_nothing_is_final(void **state)
{
    struct diag diag = {0};
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_true(goal_add_trans(&x.problem.goals, x.net, "a", &diag));
    goal_add_plain(&x.problem.goals, "deadlock");
    scene_start(&x);
    tell(&x, 1, VERDICT_NO, TRANS_NONE, NULL);
    assert_int_equal(x.final.list.len, 0);
    tell(&x, 0, VERDICT_YES, A, NULL);
    assert_int_equal(x.final.list.len, 1);
    assert_int_equal(x.final.list.at[0].q, 0);
    api_verdicts_settle(&x.verdicts, 0);
    api_verdicts_settle(&x.verdicts, 1);
    assert_int_equal(x.final.list.len, 1);
    scene_finish(&x);
}

/* In a race another engine may be first with a no or a second token. */
static void in_a_race_a_yes_is_final_once_it_is_settled(void **state)
{
    struct diag diag = {0};
    struct scene x;

    (void)state;
    scene_init(&x);
    assert_true(goal_add_trans(&x.problem.goals, x.net, "a", &diag));
    assert_true(goal_add_formula(&x.problem.goals, x.net, "AG p = 1", &diag));
    goal_add_plain(&x.problem.goals, "deadlock");
    scene_start_as(&x, true);
    tell(&x, 0, VERDICT_YES, A, "por");
    tell(&x, 1, VERDICT_YES, A, "state");
    tell(&x, 2, VERDICT_NO, TRANS_NONE, "prefix");
    assert_int_equal(x.told.list.len, 3);
    assert_int_equal(x.final.list.len, 0);
    for (uint32_t i = 0; i < 3; i++) /* by each racer */
        for (uint32_t g = 0; g < 3; g++)
            api_verdicts_settle(&x.verdicts, g);
    assert_int_equal(x.final.list.len, 2);
    assert_int_equal(x.final.list.at[0].verdict, PUNFPOR_YES);
    assert_int_equal(x.final.list.at[1].q, 1);
    assert_int_equal(x.final.list.at[1].verdict, PUNFPOR_NO);
    scene_finish(&x);
}

static void where_units_prove_safety_a_race_changes_nothing(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    x.safety.shown = API_SAFETY_UNITS;
    goal_add_plain(&x.problem.goals, "deadlock");
    scene_start_as(&x, true);
    tell(&x, 0, VERDICT_NO, TRANS_NONE, "state");
    assert_int_equal(x.final.list.len, 1);
    api_verdicts_settle(&x.verdicts, 0);
    assert_int_equal(x.final.list.len, 1);
    scene_finish(&x);
}

static void a_wrong_relation_can_end_a_race(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x);
    x.safety.shown = API_SAFETY_UNITS;
    x.problem.dep = dep_create(x.net, DEP_NONE);
    goal_add_plain(&x.problem.goals, "deadlock");
    scene_start_as(&x, true);
    tell(&x, 0, VERDICT_NO, TRANS_NONE, "prefix");
    assert_int_equal(x.final.list.len, 0);
    dep_destroy(x.problem.dep);
    scene_finish(&x);
}

MODULE(api_verdicts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_question_is_told_once),
        cmocka_unit_test(a_run_that_cannot_be_fired_is_not_told),
        cmocka_unit_test(units_prove_safety_for_all),
        cmocka_unit_test(quasi_liveness_waits_for_the_last_transition),
        cmocka_unit_test(the_first_dead_transition_ends_quasi_liveness),
        cmocka_unit_test(liveness_names_its_transition),
        cmocka_unit_test(what_presumes_nothing_is_final),
        cmocka_unit_test(in_a_race_a_yes_is_final_once_it_is_settled),
        cmocka_unit_test(where_units_prove_safety_a_race_changes_nothing),
        cmocka_unit_test(a_wrong_relation_can_end_a_race),
    };

    return cmocka_run_group_tests_name("api_verdicts", tests, NULL, NULL);
}
