#include "cli/result.h"
#include "handles.h"

/* c never fires. */
#define NET "p* q r | a: p > q | b: q > p | c: r >"

struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct result result;
};

static void scene_init(struct scene *scene, const char *line,
                       const char *engine)
{
    scene->net = handles_net(line);
    scene->problem = handles_problem(scene->net);
    assert_fine(punfpor_set(scene->problem, "engine", engine, NULL));
    (void)punfpor_solve(scene->problem, NULL);
    result_init(&scene->result, punfpor_questions(scene->problem));
    result_take(&scene->result, scene->problem, scene->net);
}

static void scene_finish(struct scene *scene)
{
    result_finish(&scene->result);
    punfpor_destroy(scene->problem);
    punfpor_net_destroy(scene->net);
}

static void a_result_has_the_verdicts(void **state)
{
    struct scene scene;
    const struct result *const result = &scene.result;

    (void)state;
    scene_init(&scene, NET, "por");
    assert_int_equal(result->stop, PUNFPOR_DONE);
    assert_int_equal(result->n_findings, 3);
    assert_int_equal(result->findings[1].verdict, PUNFPOR_YES);
    assert_int_equal(result->findings[2].verdict, PUNFPOR_NO);
    assert_null(result->findings[2].transition);
    assert_int_equal(result_count(result, PUNFPOR_YES), 2);
    assert_int_equal(result_count(result, PUNFPOR_NO), 1);
    assert_int_equal(result_count(result, PUNFPOR_UNKNOWN), 0);
    scene_finish(&scene);
}

static void figures_are_those_of_the_engine(void **state)
{
    struct scene scene;
    char *events;

    (void)state;
    scene_init(&scene, NET, "por");
    events = result_figure(scene.problem, "events");
    assert_string_equal(events, "2");
    mem_free(events);
    assert_null(result_figure(scene.problem, "states"));
    scene_finish(&scene);
}

static void a_second_token_is_kept(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, "p* q r | a: p > q | b: > q | c: r >", "prefix");
    assert_int_equal(scene.result.stop, PUNFPOR_UNSAFE);
    assert_string_equal(scene.result.unsafe_place, "q");
    assert_string_equal(scene.result.unsafe_transition, "b");
    assert_int_equal(scene.result.unsafe_run.len, 1);
    scene_finish(&scene);
}

MODULE(result)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_has_the_verdicts),
        cmocka_unit_test(figures_are_those_of_the_engine),
        cmocka_unit_test(a_second_token_is_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
