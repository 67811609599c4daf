/* The engine on markings: what it visits, proves and answers, under every
 * setting.  tests/diff compares it with brute force. */
#include "test.h"

#include "engine/race/engines.h"
#include "figure.h"
#include "proof/witness.h"
#include "proof_oracle.h"

struct scene {
    struct net *net;
    struct dep *dep;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
};

static void scene_init(struct scene *scene, const char *line)
{
    *scene = (struct scene){.net = test_net(line)};
    scene->dep = dep_create(scene->net, DEP_READ);
    scene->problem = (struct engine_problem){
        .net = scene->net, .dep = scene->dep, .state.interpolation = true};
}

static void run(struct scene *scene)
{
    scene->problem.question.goals = scene->goals.at;
    scene->problem.question.n_goals = scene->goals.len;
    answer_finish(&scene->answer);
    answer_init(&scene->answer, scene->goals.len);
    state_engine.run(&scene->problem, &scene->limits, &scene->answer);
}

static void scene_finish(struct scene *scene)
{
    answer_finish(&scene->answer);
    goal_list_free(&scene->goals);
    dep_destroy(scene->dep);
    net_destroy(scene->net);
}

static void ask(struct scene *scene, const char *marking)
{
    struct diag diag = {0};

    assert_true(
        goal_add_marking(&scene->goals, scene->net, marking, false, &diag));
}

/* Three independent processes; nothing produces on z. */
static const char apart[] = "a* b c* d e* f z | t: a > b | u: c > d |"
                            " v: e > f | w: z > a";

static void a_goal_that_nothing_makes_takes_one_marking(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, apart);
    ask(&scene, "z");
    run(&scene);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(figure(&scene.answer.stats, "states"), 1);
    assert_int_equal(figure(&scene.answer.stats, "fired"), 0);
    scene.problem.state.stubborn = STUBBORN_PERSISTENT;
    run(&scene);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(figure(&scene.answer.stats, "states"), 4);
    scene.problem.state.stubborn = STUBBORN_NONE;
    scene.problem.state.interpolation = false;
    run(&scene);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(figure(&scene.answer.stats, "states"), 8);
    assert_int_equal(figure(&scene.answer.stats, "fired"), 12);
    scene_finish(&scene);
}

/* The choice of x or y stays visible forever, but is irrelevant to the goal. */
static void cubes_prune_what_is_alike(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "p* m n q z | x: p > q m | y: p > q n | w: q z > p");
    ask(&scene, "z");
    scene.problem.state.stubborn = STUBBORN_NONE;
    run(&scene);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(figure(&scene.answer.stats, "states"), 2);
    assert_int_equal(figure(&scene.answer.stats, "covered"), 1);
    assert_int_equal(figure(&scene.answer.stats, "cubes"), 2);
    scene.problem.state.interpolation = false;
    run(&scene);
    assert_int_equal(figure(&scene.answer.stats, "states"), 3);
    assert_int_equal(figure(&scene.answer.stats, "cubes"), 0);
    scene_finish(&scene);
}

static void without_a_question_markings_are_counted(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, apart);
    run(&scene);
    assert_int_equal(scene.answer.stop, STOP_DONE);
    assert_int_equal(figure(&scene.answer.stats, "states"), 8);
    assert_int_equal(figure(&scene.answer.stats, "fired"), 12);
    assert_int_equal(figure(&scene.answer.stats, "deadlocks"), 1);
    scene.problem.state.stubborn = STUBBORN_PERSISTENT;
    run(&scene);
    assert_int_equal(figure(&scene.answer.stats, "states"), 4);
    assert_int_equal(figure(&scene.answer.stats, "deadlocks"), 1);
    scene_finish(&scene);
}

/* The cycle of t and u needs only these two transitions: a persistent set that
 * is never left would never fire v. */
static void a_persistent_set_does_not_put_the_answer_off(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "a* b c* d | t: a > b | u: b > a | v: c > d");
    ask(&scene, "d");
    for (uint32_t i = 0; i < 2; i++) {
        scene.problem.state.stubborn = STUBBORN_PERSISTENT;
        scene.problem.state.interpolation = i == 0;
        run(&scene);
        assert_int_equal(scene.answer.findings[0].verdict, VERDICT_YES);
        assert_true(figure(&scene.answer.stats, "widened") > 0);
    }
    scene_finish(&scene);
}

static void questions_are_answered_on_the_way(void **state)
{
    struct scene scene;
    struct diag diag = {0};

    (void)state;
    scene_init(&scene, "a* b c d | t: a > b | u: b > c | v: c > d");
    assert_true(goal_add_trans(&scene.goals, scene.net, "v", &diag));
    assert_true(goal_add_trans(&scene.goals, scene.net, "u", &diag));
    goal_add_plain(&scene.goals, "deadlock");
    run(&scene);
    assert_int_equal(scene.answer.stop, STOP_DONE);
    for (uint32_t g = 0; g < 3; g++) {
        assert_int_equal(scene.answer.findings[g].verdict, VERDICT_YES);
        assert_true(witness_replay(scene.net, &scene.answer.findings[g].run,
                                   &scene.goals.at[g], &diag));
    }
    assert_int_equal(scene.answer.findings[1].run.len, 2);
    assert_int_equal(figure(&scene.answer.stats, "fired"), 2 + 3);
    scene_finish(&scene);
}

static void a_no_is_proved_when_it_is_wanted(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "a* b l* r* s | t: a l > b | u: b > a l | v: r l > s |"
                       " w: s > r l");
    ask(&scene, "b s");
    goal_add_plain(&scene.goals, "deadlock");
    run(&scene);
    assert_null(scene.answer.findings[0].proof);
    scene.problem.output.proof = true;
    run(&scene);
    for (uint32_t g = 0; g < 2; g++) {
        assert_int_equal(scene.answer.findings[g].verdict, VERDICT_NO);
        assert_non_null(scene.answer.findings[g].proof);
        assert_null(proof_oracle_proof(scene.answer.findings[g].proof,
                                       scene.net, &scene.goals.at[g]));
    }
    scene.problem.state.stubborn = STUBBORN_NONE;
    run(&scene);
    assert_null(scene.answer.findings[0].proof);
    scene_finish(&scene);
}

static void limits_leave_questions_open(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, apart);
    ask(&scene, "b d f");
    scene.limits.max_events = 2;
    run(&scene);
    assert_int_equal(scene.answer.stop, STOP_EVENTS);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_UNKNOWN);
    scene.limits = (struct engine_limits){.max_depth = 2};
    run(&scene);
    assert_int_equal(scene.answer.stop, STOP_DEPTH);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_UNKNOWN);
    scene.limits.max_depth = 3;
    run(&scene);
    assert_int_equal(scene.answer.stop, STOP_DONE);
    assert_int_equal(scene.answer.findings[0].run.len, 3);
    scene_finish(&scene);
}

static void count_verdict(void *self, uint32_t goal,
                          const struct answer_finding *finding,
                          const char *engine)
{
    uint32_t *const n = self;

    (void)finding;
    (void)engine;
    n[goal]++;
}

/* The second question needs all markings, which answer the first one, too. */
static void a_question_is_answered_once(void **state)
{
    uint32_t n[2] = {0};
    struct scene scene;

    (void)state;
    scene_init(&scene, "a* b z | t: a > b | u: b > a");
    scene.limits.verdicts = (struct engine_verdicts){count_verdict, n};
    ask(&scene, "z");
    goal_add_plain(&scene.goals, "live");
    run(&scene);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(scene.answer.findings[1].verdict, VERDICT_NO);
    assert_int_equal(n[0], 1);
    assert_int_equal(n[1], 1);
    scene_finish(&scene);
}

static void a_second_token_is_bad_input(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "a* b* c d | t: a > c | u: b > c | v: c > d");
    for (uint32_t i = 0; i < 2; i++) {
        scene.problem.state.interpolation = i == 0;
        run(&scene);
        assert_int_equal(scene.answer.stop, STOP_UNSAFE);
        assert_true(witness_unsafe(scene.net, &scene.answer.unsafe_run,
                                   scene.answer.unsafe_trans,
                                   scene.answer.unsafe_place));
        if (i == 0)
            goal_add_plain(&scene.goals, "deadlock");
    }
    scene_finish(&scene);
}

MODULE(state_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_goal_that_nothing_makes_takes_one_marking),
        cmocka_unit_test(cubes_prune_what_is_alike),
        cmocka_unit_test(without_a_question_markings_are_counted),
        cmocka_unit_test(a_persistent_set_does_not_put_the_answer_off),
        cmocka_unit_test(questions_are_answered_on_the_way),
        cmocka_unit_test(a_no_is_proved_when_it_is_wanted),
        cmocka_unit_test(limits_leave_questions_open),
        cmocka_unit_test(a_question_is_answered_once),
        cmocka_unit_test(a_second_token_is_bad_input),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
