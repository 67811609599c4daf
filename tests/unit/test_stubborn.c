/* Where an answer is reachable, firing some enabled member shortens a shortest
 * run to it.  The correctness of the search depends on this alone. */
#include "test.h"

#include "checks.h"
#include "engine/state/stubborn.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"

#define FAR_OFF UINT32_MAX

enum { LIMIT = 300 };

struct scene {
    struct net *net;
    struct oracle oracle;
    struct enabled_set at;
    struct stubborn sets;
    uint32_t *distance; /* by marking: steps to an answer, or FAR_OFF */
    bits_word *m;
};

static void scene_init(struct scene *scene, struct net *net)
{
    scene->net = net;
    oracle_init(&scene->oracle, net, LIMIT);
    enabled_set_init(&scene->at, net);
    enabled_set_count_producers(&scene->at);
    stubborn_init(&scene->sets, net, &scene->at);
    scene->distance = mem_alloc(scene->oracle.n_markings, sizeof(uint32_t));
    scene->m = mem_zero(scene->at.words, sizeof *scene->m);
}

static void scene_finish(struct scene *scene)
{
    stubborn_finish(&scene->sets);
    enabled_set_finish(&scene->at);
    oracle_finish(&scene->oracle);
    mem_free(scene->distance);
    mem_free(scene->m);
    net_destroy(scene->net);
}

static uint32_t find(const struct scene *scene, const bits_word *m)
{
    for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
        if (bits_equal(oracle_marking(&scene->oracle, i), m,
                       scene->oracle.words))
            return i;
    fail();
    return 0;
}

/* The distance after firing t at marking i. */
static uint32_t distance_after(struct scene *scene, uint32_t i, trans_id t)
{
    bits_copy(scene->m, oracle_marking(&scene->oracle, i), scene->oracle.words);
    marking_fire(scene->net, scene->m, t);
    return scene->distance[find(scene, scene->m)];
}

static bool improve(struct scene *scene, uint32_t i)
{
    bool better = false;

    for (trans_id t = 0; t < net_trans_count(scene->net); t++) {
        if (!marking_enabled(scene->net, oracle_marking(&scene->oracle, i), t))
            continue;

        const uint32_t d = distance_after(scene, i, t);

        if (d != FAR_OFF && d + 1 < scene->distance[i]) {
            scene->distance[i] = d + 1;
            better = true;
        }
    }
    return better;
}

static void measure(struct scene *scene, const struct goal *goal)
{
    bool better = true;

    for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
        scene->distance[i] =
            goal_holds(goal, scene->net, oracle_marking(&scene->oracle, i))
                ? 0
                : FAR_OFF;
    while (better) {
        better = false;
        for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
            better |= improve(scene, i);
    }
}

static bool comes_nearer(struct scene *scene, uint32_t i)
{
    const net_trans_list *const active = &scene->sets.best.active;

    for (uint32_t k = 0; k < active->len; k++)
        if (distance_after(scene, i, active->at[k]) == scene->distance[i] - 1)
            return true;
    return false;
}

/* Returns how many enabled transitions were omitted. */
static uint32_t try_marking(struct scene *scene, uint32_t i)
{
    uint32_t n;

    enabled_set_move(&scene->at, oracle_marking(&scene->oracle, i));
    if (scene->distance[i] == 0)
        return 0;
    stubborn_property(&scene->sets);
    stubborn_closure_check(&scene->sets.closure, &scene->sets.best);
    n = scene->at.n_enabled - scene->sets.best.active.len;
    if (scene->distance[i] != FAR_OFF)
        assert_true(comes_nearer(scene, i));
    stubborn_everything(&scene->sets, true);
    stubborn_closure_check(&scene->sets.closure, &scene->sets.best);
    assert_int_equal(scene->sets.best.active.len, scene->at.n_enabled);
    return n;
}

static uint32_t try_goals(struct scene *scene, const goal_list *goals)
{
    uint32_t n_left_out = 0;

    for (uint32_t g = 0; g < goals->len; g++) {
        measure(scene, &goals->at[g]);
        stubborn_seek(&scene->sets, &goals->at[g]);
        for (uint32_t i = 0; i < scene->oracle.n_markings; i++)
            n_left_out += try_marking(scene, i);
    }
    return n_left_out;
}

static void add_marking(goal_list *goals, struct random *random,
                        const struct scene *scene)
{
    struct goal goal = {.kind = GOAL_MARKING, .trans = TRANS_NONE};
    const uint32_t i = random_below(random, scene->oracle.n_markings);

    for (place_id p = 0; p < net_place_count(scene->net); p++) {
        if (!random_chance(random, 40))
            continue;
        if (bits_has(oracle_marking(&scene->oracle, i), p))
            vec_push(&goal.marked, p);
        else
            vec_push(&goal.empty, p);
    }
    goal.text = mem_text("marking");
    vec_push(goals, goal);
}

static void members_bring_an_answer_nearer(void **state)
{
    struct random random;
    uint32_t n_left_out = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct scene scene;
        goal_list goals = {0};

        random_init(&random, seed);
        scene_init(&scene, random_net(&random, RANDOM_CYCLIC, 3));
        if (scene.oracle.complete) {
            goal_add_all_trans(&goals, scene.net);
            goal_add_plain(&goals, "deadlock");
            for (uint32_t k = 0; k < 8; k++)
                add_marking(&goals, &random, &scene);
            n_left_out += try_goals(&scene, &goals);
        }
        goal_list_free(&goals);
        scene_finish(&scene);
    }
    assert_true(n_left_out > 1000);
}

/* For every question: a run without members commutes with all enabled
 * members. */
static void persistent_sets_are_closed_around_what_is_enabled(void **state)
{
    struct scene scene;
    goal_list goals = {0};
    struct diag diag = {0};

    (void)state;
    scene_init(&scene, test_net("a* b* c d | t: a > c | u: b > d | v: c > a"));
    assert_true(goal_add_marking(&goals, scene.net, "a d", false, &diag));
    stubborn_seek(&scene.sets, &goals.at[0]);
    enabled_set_move(&scene.at, oracle_marking(&scene.oracle, 0));
    stubborn_persistent(&scene.sets);
    assert_int_equal(scene.sets.best.active.len, 1);
    assert_int_equal(scene.sets.best.active.at[0], 0);
    assert_int_equal(scene.sets.best.reason, PROOF_LACKS);
    assert_int_equal(scene.sets.best.node, 3);
    assert_true(stubborn_hinders(&scene.sets, 0));  /* consumes from a */
    assert_false(stubborn_hinders(&scene.sets, 1)); /* produces on d */
    stubborn_property(&scene.sets);
    assert_int_equal(scene.sets.best.active.at[0], 1);
    goal_list_free(&goals);
    scene_finish(&scene);
}

static void what_produces_on_a_refused_place_hinders(void **state)
{
    struct scene scene;
    goal_list goals = {0};
    struct diag diag = {0};

    (void)state;
    scene_init(&scene, test_net("a* b c | t: a > b | u: a > c | v: b > c"));
    assert_true(goal_add_marking(&goals, scene.net, "c !b", false, &diag));
    goal_add_plain(&goals, "deadlock");
    stubborn_seek(&scene.sets, &goals.at[0]);
    assert_true(stubborn_hinders(&scene.sets, 0));
    assert_false(stubborn_hinders(&scene.sets, 1));
    assert_false(stubborn_hinders(&scene.sets, 2));
    stubborn_seek(&scene.sets, &goals.at[1]);
    assert_false(stubborn_hinders(&scene.sets, 0));
    goal_list_free(&goals);
    scene_finish(&scene);
}

MODULE(stubborn)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_bring_an_answer_nearer),
        cmocka_unit_test(persistent_sets_are_closed_around_what_is_enabled),
        cmocka_unit_test(what_produces_on_a_refused_place_hinders),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
