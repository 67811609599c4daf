/* The cubes of a question are its answers, as far as nothing is excluded. */
#include "test.h"

#include "base/bits.h"
#include "engine/ic3/skeleton.h"

/* A question about a net of at most eight places. */
struct scene {
    struct net *net;
    goal_list goals;
    struct engine_limits limits;
    struct answer_stats stats;
    struct watch watch;
    struct skeleton skeleton;
};

/* No question: a deadlock. */
static void scene_init(struct scene *scene, const char *line,
                       const char *formula)
{
    struct diag diag = {0};

    *scene = (struct scene){.net = test_net(line)};
    if (formula)
        assert_true(
            goal_add_formula(&scene->goals, scene->net, formula, &diag));
    else
        goal_add_plain(&scene->goals, "deadlock");
    watch_init(&scene->watch, &scene->limits, &scene->stats);
    skeleton_init(&scene->skeleton, scene->net, scene->goals.at,
                  SKELETON_BY_GOAL, &scene->watch, NULL);
}

static void scene_finish(struct scene *scene)
{
    skeleton_finish(&scene->skeleton);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

/* Has the marking the places of the cube? */
static bool agrees(const struct skeleton *skeleton, bits_word m)
{
    for (uint32_t i = 0; i < skeleton->places.len; i++) {
        const place_id p = skeleton->places.at[i];

        if (bits_has(&m, p) != (skeleton->literal[p] == SKELETON_MARKED))
            return false;
    }
    return true;
}

/* The cube as a list of literals; returns their number. */
static uint32_t literals(const struct skeleton *skeleton, int *cube)
{
    for (uint32_t i = 0; i < skeleton->places.len; i++) {
        const int var = (int)skeleton->places.at[i] + 1;

        cube[i] = skeleton->literal[var - 1] == SKELETON_MARKED ? var : -var;
    }
    return skeleton->places.len;
}

static const char net_line[] = "p* q r* s | a: p r > q s | b: q ? r > p |"
                               " c: s > r";

/* Every marking of a cube answers, every answer is in a cube. */
static void the_cubes_are_the_answers(void **state)
{
    static const char *const questions[] = {
        NULL,
        "EF fireable(a, c)",
        "EF not fireable(b) and (p >= 1 or s <= 0)",
        "EF not deadlock and q >= 1",
        "EF (deadlock or p >= 1) and r <= 0",
        "EF true",
        "EF false",
    };

    (void)state;
    for (uint32_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        uint32_t n_cubes = 0;
        bool in_cube[16] = {false};
        struct scene scene;
        int cube[4];

        scene_init(&scene, net_line, questions[i]);
        while (skeleton_next(&scene.skeleton) == CADICAL_YES) {
            assert_int_equal(scene.skeleton.comparisons.len, 0);
            for (bits_word m = 0; m < 16; m++)
                if (agrees(&scene.skeleton, m)) {
                    assert_true(goal_holds(scene.goals.at, scene.net, &m));
                    in_cube[m] = true;
                }
            skeleton_exclude_to(&scene.skeleton, 0, cube,
                                literals(&scene.skeleton, cube));
            assert_true(++n_cubes <= 16);
        }
        for (bits_word m = 0; m < 16; m++)
            assert_int_equal(in_cube[m],
                             goal_holds(scene.goals.at, scene.net, &m));
        scene_finish(&scene);
    }
}

static void a_cube_is_excluded_up_to_its_level(void **state)
{
    static const int p = 1;
    struct scene scene;

    (void)state;
    scene_init(&scene, net_line, "EF p = 1");
    skeleton_exclude_to(&scene.skeleton, 2, &p, 1);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    for (uint32_t level = 1; level <= 3; level++) {
        scene.skeleton.level = level;
        assert_int_equal(skeleton_next(&scene.skeleton),
                         level <= 2 ? CADICAL_NO : CADICAL_YES);
    }
    scene.skeleton.level = 2;
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_NO);
    scene.skeleton.level = 0; /* as at first */
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    skeleton_exclude_to(&scene.skeleton, 0, &p, 1);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_NO);
    scene_finish(&scene);
}

static void some_place_of_a_trap_is_marked(void **state)
{
    net_place_lists pair = {0};
    struct scene scene;
    uint32_t n = 0;

    (void)state;
    vec_push(&pair.all, 0);
    vec_push(&pair.all, 1);
    vecs_close(&pair);
    scene_init(&scene, net_line, "EF p = 0");
    skeleton_demand(&scene.skeleton, &pair, &n);
    assert_int_equal(n, 1);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    assert_true(skeleton_marked(&scene.skeleton, 1));
    scene_finish(&scene);
    scene_init(&scene, net_line, "EF p = 0 and q = 0");
    skeleton_demand(&scene.skeleton, &pair, &n);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    n = 0;
    skeleton_demand(&scene.skeleton, &pair, &n);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_NO);
    scene_finish(&scene);
    vecs_free(&pair);
}

/* What makes a comparison false is excluded until it holds at all markings of
 * the cube. */
static void comparisons_are_settled(void **state)
{
    struct scene scene;
    struct farkas why = {0};
    uint32_t n_excluded = 0, n_answers = 0;

    (void)state;
    scene_init(&scene, net_line, "EF 2*p - q - s >= 1 and r = 0");
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    while (!skeleton_settle(&scene.skeleton, &why)) {
        assert_int_equal(why.comparisons.len, 1);
        skeleton_exclude(&scene.skeleton, &why);
        farkas_clear(&why);
        n_excluded++;
        assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    }
    for (bits_word m = 0; m < 16; m++)
        if (agrees(&scene.skeleton, m)) {
            assert_true(goal_holds(scene.goals.at, scene.net, &m));
            n_answers++;
        }
    assert_true(n_excluded > 0 && n_answers > 0);
    farkas_finish(&why);
    scene_finish(&scene);
}

static void a_cube_of_places_has_a_solution_or_none(void **state)
{
    static const int none[] = {2, 1}, some[] = {1, -2, 4};
    struct scene scene;

    (void)state;
    scene_init(&scene, net_line, "EF p >= 1 and not (p >= 1 and q >= 1)");
    assert_int_equal(skeleton_has(&scene.skeleton, none, 2), CADICAL_NO);
    assert_int_equal(skeleton_has(&scene.skeleton, some, 3), CADICAL_YES);
    assert_true(skeleton_marked(&scene.skeleton, 3));
    scene_finish(&scene);
}

static uint32_t count_marked(const struct scene *scene)
{
    uint32_t n = 0;

    for (place_id p = 0; p < net_place_count(scene->net); p++)
        n += skeleton_marked(&scene->skeleton, p);
    return n;
}

/* Nothing is marked at the first deadlock, or so much that no other place can
 * be; and at the first marking of a formula all that can be. */
static void few_or_many_places_are_marked_first(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, net_line, NULL);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    assert_int_equal(count_marked(&scene), 0);
    skeleton_finish(&scene.skeleton);
    skeleton_init(&scene.skeleton, scene.net, scene.goals.at,
                  SKELETON_MANY_FIRST, &scene.watch, NULL);
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    assert_int_equal(count_marked(&scene), 1);
    assert_true(skeleton_marked(&scene.skeleton, 2));
    scene_finish(&scene);
    scene_init(&scene, net_line, "EF q = 0");
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_YES);
    assert_int_equal(count_marked(&scene), 3);
    scene_finish(&scene);
}

static void an_interruption_leaves_it_open(void **state)
{
    int yes = 1;
    struct scene scene;

    (void)state;
    scene_init(&scene, net_line, "EF p = 1");
    scene.limits.terminate = support_flag;
    scene.limits.terminate_data = &yes;
    assert_true(watch_look(&scene.watch));
    assert_int_equal(skeleton_next(&scene.skeleton), CADICAL_UNKNOWN);
    scene_finish(&scene);
}

MODULE(skeleton)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cubes_are_the_answers),
        cmocka_unit_test(a_cube_is_excluded_up_to_its_level),
        cmocka_unit_test(some_place_of_a_trap_is_marked),
        cmocka_unit_test(comparisons_are_settled),
        cmocka_unit_test(a_cube_of_places_has_a_solution_or_none),
        cmocka_unit_test(few_or_many_places_are_marked_first),
        cmocka_unit_test(an_interruption_leaves_it_open),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
