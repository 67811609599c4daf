/* A search ends at an answer, at its budget, or when everything that the
 * question needs was explored. */
#include "test.h"

#include "engine/state/goal_search.h"
#include "figure.h"
#include "net/dep.h"

struct scene {
    struct net *net;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
    struct goal_search search;
};

/* Two counters of three places; `never` needs both ends of the first. */
static const char counters[] = "a0* a1 a2 b0* b1 b2 | a: a0 > a1 | "
                               "aa: a1 > a2 | b: b0 > b1 | bb: b1 > b2 | "
                               "both: a2 b2 > a2 | never: a0 a2 >";

enum { N_MARKINGS = 10 }; /* 9 before `both`, and one after it */

static void scene_init(struct scene *scene, const char *const *names,
                       uint32_t n)
{
    struct diag diag = {0};

    *scene = (struct scene){.net = test_net(counters)};
    for (uint32_t i = 0; i < n; i++)
        assert_true(goal_add_trans(&scene->goals, scene->net, names[i], &diag));
    scene->problem = (struct engine_problem){
        .net = scene->net,
        .question = {.goals = scene->goals.at, .n_goals = n}};
    scene->problem.state.stubborn = STUBBORN_NONE;
    answer_init(&scene->answer, n);
}

static void scene_begin(struct scene *scene)
{
    goal_search_init(&scene->search, &scene->problem, &scene->limits,
                     &scene->answer);
}

/* Leaves the search before its end. */
static void seek(struct scene *scene, uint32_t g)
{
    struct goal_search *const x = &scene->search;

    x->goals.goal = g;
    x->budget_end = x->watch.work + x->budget;
    stubborn_seek(&x->sets, g == UINT32_MAX ? NULL : &scene->goals.at[g]);
    goal_search_start(x);
    goal_search_run(x);
}

static void scene_finish(struct scene *scene)
{
    goal_search_finish(&scene->search);
    answer_finish(&scene->answer);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

static enum answer_verdict verdict(const struct scene *scene, uint32_t g)
{
    return scene->answer.findings[g].verdict;
}

static const char *const questions[] = {"both", "never", "b"};

static void an_answer_ends_it(void **state)
{
    (void)state;
    for (uint32_t learns = 0; learns < 2; learns++) {
        struct scene scene;

        scene_init(&scene, questions, 3);
        scene.problem.state.interpolation = learns;
        scene_begin(&scene);
        seek(&scene, 2);
        assert_true(marking_goals_over(&scene.search.goals));
        assert_int_equal(verdict(&scene, 2), VERDICT_YES);
        assert_int_equal(scene.answer.findings[2].run.len, 1);
        assert_int_equal(verdict(&scene, 1), VERDICT_UNKNOWN);
        assert_true(figure(&scene.answer.stats, "states") < N_MARKINGS);
        goal_search_end(&scene.search);
        scene_finish(&scene);
    }
}

static void without_an_answer_everything_is_explored(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, questions, 2);
    scene_begin(&scene);
    assert_true(goal_search_lists_all(&scene.search));
    seek(&scene, 1);
    assert_false(marking_goals_over(&scene.search.goals));
    assert_false(goal_search_gives_up(&scene.search));
    assert_false(scene.search.too_deep);
    assert_int_equal(scene.search.frames.len, 0);
    assert_int_equal(figure(&scene.answer.stats, "states"), N_MARKINGS);
    /* It is for the caller to say no. */
    assert_int_equal(verdict(&scene, 1), VERDICT_UNKNOWN);
    goal_search_end(&scene.search);
    scene_finish(&scene);
}

/* Stubborn sets and cubes leave out what the question does not need. */
static void what_a_question_does_not_need_is_left_out(void **state)
{
    (void)state;
    for (uint32_t learns = 0; learns < 2; learns++) {
        struct scene scene;

        scene_init(&scene, questions, 2);
        scene.problem.state.interpolation = learns;
        scene.problem.state.stubborn = STUBBORN_PROPERTY;
        scene_begin(&scene);
        assert_false(goal_search_lists_all(&scene.search));
        seek(&scene, 1);
        assert_true(figure(&scene.answer.stats, "states") < N_MARKINGS);
        assert_int_equal(scene.search.frames.len, 0);
        if (learns)
            goal_search_check(&scene.search, true);
        goal_search_end(&scene.search);
        scene_finish(&scene);
    }
}

static void everything_is_sought_at_once(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, questions, 3);
    scene_begin(&scene);
    seek(&scene, UINT32_MAX);
    assert_int_equal(verdict(&scene, 0), VERDICT_YES);
    assert_int_equal(verdict(&scene, 1), VERDICT_UNKNOWN);
    assert_int_equal(verdict(&scene, 2), VERDICT_YES);
    assert_int_equal(figure(&scene.answer.stats, "states"), N_MARKINGS);
    goal_search_end(&scene.search);
    scene_finish(&scene);
}

static void a_budget_ends_it(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, questions, 2);
    scene_begin(&scene);
    scene.search.budget = 1;
    seek(&scene, 1);
    assert_true(goal_search_gives_up(&scene.search));
    assert_int_equal(scene.search.watch.reason, STOP_DONE);
    assert_true(figure(&scene.answer.stats, "states") < N_MARKINGS);
    goal_search_end(&scene.search);
    scene_finish(&scene);
}

/* The next search finds what it would have found alone. */
static void a_search_leaves_nothing_to_the_next(void **state)
{
    (void)state;
    for (uint32_t learns = 0; learns < 2; learns++) {
        struct scene alone, after;

        scene_init(&alone, questions, 2);
        alone.problem.state.interpolation = learns;
        scene_begin(&alone);
        seek(&alone, 1);
        goal_search_end(&alone.search);
        scene_init(&after, questions, 2);
        after.problem.state.interpolation = learns;
        scene_begin(&after);
        after.search.budget = 1;
        seek(&after, 1);
        goal_search_end(&after.search);
        assert_int_equal(after.search.frames.len, 0);
        after.search.budget = 0;
        for (uint32_t again = 0; again < 2; again++) {
            const uint64_t n = figure(&after.answer.stats, "states");

            seek(&after, 1);
            goal_search_end(&after.search);
            assert_int_equal(figure(&after.answer.stats, "states") - n,
                             figure(&alone.answer.stats, "states"));
        }
        scene_finish(&alone);
        scene_finish(&after);
    }
}

static void the_depth_is_bounded(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, questions, 1);
    scene.limits.max_depth = 4; /* `both` is the fifth step */
    scene_begin(&scene);
    seek(&scene, 0);
    assert_int_equal(verdict(&scene, 0), VERDICT_YES);
    goal_search_end(&scene.search);
    scene_finish(&scene);
    scene_init(&scene, questions, 1);
    scene.limits.max_depth = 3;
    scene_begin(&scene);
    seek(&scene, 0);
    assert_int_equal(verdict(&scene, 0), VERDICT_UNKNOWN);
    assert_true(scene.search.too_deep);
    goal_search_end(&scene.search);
    scene_finish(&scene);
}

MODULE(goal_search)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_ends_it),
        cmocka_unit_test(without_an_answer_everything_is_explored),
        cmocka_unit_test(what_a_question_does_not_need_is_left_out),
        cmocka_unit_test(everything_is_sought_at_once),
        cmocka_unit_test(a_budget_ends_it),
        cmocka_unit_test(a_search_leaves_nothing_to_the_next),
        cmocka_unit_test(the_depth_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
