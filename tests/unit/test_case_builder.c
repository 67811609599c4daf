/* Clauses that contradict a question become a proof by cases, which the checker
 * accepts, and which has only what it needs. */
#include "test.h"

#include "engine/ic3/case_builder.h"
#include "proof/verify.h"

struct scene {
    struct net *net;
    goal_list goals;
    net_place_lists traps;
    farkas_list combinations;
    struct case_proof *proof;
};

static void scene_init(struct scene *scene, const char *line,
                       const char *marking)
{
    struct diag diag = {0};

    *scene = (struct scene){.net = test_net(line)};
    assert_true(
        goal_add_marking(&scene->goals, scene->net, marking, false, &diag));
}

static void scene_finish(struct scene *scene)
{
    for (uint32_t i = 0; i < scene->combinations.len; i++)
        farkas_finish(&scene->combinations.at[i]);
    vec_free(&scene->combinations);
    vecs_free(&scene->traps);
    case_proof_destroy(scene->proof);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

/* Two places that are never marked at once: their sum never grows. */
static void add_pair(struct scene *scene, place_id p, place_id q)
{
    struct farkas pair = {0};
    const struct formula_term terms[] = {{.place = p, .factor = 1},
                                         {.place = q, .factor = 1}};

    for (uint32_t i = 0; i < 2; i++) {
        vec_push(&pair.marked, terms[i].place);
        vec_push(&pair.weights, terms[i]);
    }
    vec_push(&scene->combinations, pair);
}

static void add_trap(struct scene *scene, place_id p, place_id q)
{
    vec_push(&scene->traps.all, p);
    vec_push(&scene->traps.all, q);
    vecs_close(&scene->traps);
}

static enum case_builder_verdict derive(struct scene *scene, uint32_t largest,
                                        const struct engine_limits *limits)
{
    const struct case_builder_premises premises = {.net = scene->net,
                                                   .traps = &scene->traps,
                                                   .combinations =
                                                       &scene->combinations};
    struct answer_stats stats = {0};
    struct watch watch;

    watch_init(&watch, limits, &stats);
    if (limits->terminate)
        (void)watch_look(&watch);
    return case_builder_of(&premises, scene->goals.at, largest, &watch,
                           &scene->proof);
}

static void expect_proof(struct scene *scene, uint32_t n_traps,
                         uint32_t n_combinations)
{
    const struct engine_limits limits = {0};
    struct fault fault;

    assert_int_equal(derive(scene, CASE_BUILDER_LARGEST, &limits),
                     CASE_BUILDER_DONE);
    assert_int_equal(vecs_count(&scene->proof->traps), n_traps);
    assert_int_equal(scene->proof->combinations.len, n_combinations);
    assert_true(verify_cases_proof(scene->net, scene->goals.at, scene->proof,
                                   NULL, &fault));
}

/* Two cycles, each of two places. */
static const char cycles[] = "p* q r* s | a: p > q | b: q > p | c: r > s |"
                             " d: s > r";

static void combinations_refute_it(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, cycles, "p q");
    add_pair(&scene, 0, 1);
    expect_proof(&scene, 0, 1);
    assert_int_equal(scene.combinations.at[0].marked.len, 0); /* taken */
    scene_finish(&scene);
}

static void traps_refute_it(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, cycles, "!p !q");
    add_trap(&scene, 0, 1);
    expect_proof(&scene, 1, 0);
    scene_finish(&scene);
}

static void what_is_not_needed_is_left_out(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, cycles, "r s");
    add_trap(&scene, 0, 1);
    add_trap(&scene, 2, 3);
    add_pair(&scene, 0, 1);
    add_pair(&scene, 2, 3);
    expect_proof(&scene, 0, 1);
    assert_int_equal(scene.proof->combinations.at[0].marked.at[0], 2);
    assert_int_equal(scene.combinations.at[0].marked.len, 2); /* not taken */
    scene_finish(&scene);
}

/* Unit propagation alone does not refute it. */
static void init_choice(struct scene *scene)
{
    struct diag diag = {0};

    *scene = (struct scene){.net = test_net(cycles)};
    assert_true(goal_add_formula(
        &scene->goals, scene->net,
        "EF (p >= 1 or s >= 1) and (q >= 1 or s >= 1) and "
        "(r >= 1 or p <= 0) and (r >= 1 or q <= 0) and (p >= 1 or q >= 1)",
        &diag));
    add_pair(scene, 0, 1);
    add_pair(scene, 2, 3);
}

static void what_needs_a_choice_becomes_cases(void **state)
{
    struct scene scene;
    struct fault fault;

    (void)state;
    init_choice(&scene);
    expect_proof(&scene, 0, 2);
    assert_true(vecs_count(&scene.proof->cases) > 0);
    vecs_clear(&scene.proof->cases);
    assert_false(verify_cases_proof(scene.net, scene.goals.at, scene.proof,
                                    NULL, &fault));
    scene_finish(&scene);
}

static void a_small_bound_is_kept(void **state)
{
    const struct engine_limits limits = {0};
    struct scene scene;

    (void)state;
    init_choice(&scene);
    assert_int_equal(derive(&scene, 1, &limits), CASE_BUILDER_TOO_LARGE);
    assert_null(scene.proof);
    scene_finish(&scene);
}

static void what_does_not_contradict_it_fails(void **state)
{
    const struct engine_limits limits = {0};
    struct scene scene;

    (void)state;
    scene_init(&scene, cycles, "p q");
    add_pair(&scene, 2, 3);
    assert_int_equal(derive(&scene, CASE_BUILDER_LARGEST, &limits),
                     CASE_BUILDER_FAILED);
    assert_null(scene.proof);
    scene_finish(&scene);
}

static void a_watch_stops_it(void **state)
{
    int yes = 1;
    const struct engine_limits limits = {.terminate = support_flag,
                                         .terminate_data = &yes};
    struct scene scene;

    (void)state;
    scene_init(&scene, cycles, "p q");
    add_pair(&scene, 0, 1);
    assert_int_equal(derive(&scene, CASE_BUILDER_LARGEST, &limits),
                     CASE_BUILDER_STOPPED);
    assert_null(scene.proof);
    scene_finish(&scene);
}

MODULE(case_builder)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combinations_refute_it),
        cmocka_unit_test(traps_refute_it),
        cmocka_unit_test(what_is_not_needed_is_left_out),
        cmocka_unit_test(what_needs_a_choice_becomes_cases),
        cmocka_unit_test(a_small_bound_is_kept),
        cmocka_unit_test(what_does_not_contradict_it_fails),
        cmocka_unit_test(a_watch_stops_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
