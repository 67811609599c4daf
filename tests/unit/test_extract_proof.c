/* A finished family of cubes becomes a valid proof with just the cubes that the
 * first node needs. */
#include "test.h"

#include "engine/state/goal_search.h"
#include "net/marking.h"
#include "proof_oracle.h"
#include "whole_marking.h"

struct scene {
    struct net *net;
    goal_list goals;
    struct markings markings;
    struct interpolants family;
    struct enabled_set at;
    struct stubborn sets;
    struct engine_limits limits;
    struct answer_stats stats;
    struct watch watch;
};

/* a and b alternate; nothing produces on z, which the goal requires with b. */
static void scene_init(struct scene *scene)
{
    struct diag diag = {0};

    *scene = (struct scene){
        .net = test_net("a* b c* z | t: a > b | u: b > a | v: c z > c")};
    assert_true(
        goal_add_marking(&scene->goals, scene->net, "a !c", false, &diag));
    markings_init(&scene->markings, scene->net, NULL);
    interpolants_init(&scene->family, &scene->markings);
    enabled_set_init(&scene->at, scene->net);
    enabled_set_count_producers(&scene->at);
    stubborn_init(&scene->sets, scene->net, &scene->at);
    stubborn_seek(&scene->sets, &scene->goals.at[0]);
    watch_init(&scene->watch, &scene->limits, &scene->stats);
}

static void scene_finish(struct scene *scene)
{
    stubborn_finish(&scene->sets);
    enabled_set_finish(&scene->at);
    interpolants_finish(&scene->family);
    markings_finish(&scene->markings);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

static uint32_t explore(struct scene *scene, bits_word m)
{
    const uint32_t node = interpolants_add(
        &scene->family, markings_add(&scene->markings, &m), INTERPOLANTS_NONE);
    net_place_list own = {0};

    enabled_set_move(&scene->at, &m);
    stubborn_property(&scene->sets);
    stubborn_literals(&scene->sets, &own);
    for (uint32_t i = 0; i < own.len; i++)
        literals_add(&scene->family.literals, node, own.at[i]);
    vec_free(&own);
    return node;
}

static void what_the_first_node_rests_on_is_proved(void **state)
{
    struct scene scene;
    struct proof *proof;

    (void)state;
    scene_init(&scene);

    const uint32_t other = explore(&scene, 2 | 4); /* b c: unreachable */
    const uint32_t first = explore(&scene, 1 | 4); /* a c */

    interpolants_close(&scene.family, other);
    interpolants_close(&scene.family, first);
    interpolants_settle(&scene.family, &scene.watch);
    proof = extract_proof_of(&scene.family, first, &scene.sets, &scene.at,
                             &scene.watch);
    assert_int_equal(proof->cubes.len, 1);
    assert_int_equal(proof->initial, 0);
    assert_null(proof_oracle_proof(proof, scene.net, &scene.goals.at[0]));
    proof_destroy(proof);
    scene.watch.reason = STOP_TIME;
    assert_null(extract_proof_of(&scene.family, first, &scene.sets, &scene.at,
                                 &scene.watch));
    scene_finish(&scene);
}

MODULE(extract_proof)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_first_node_rests_on_is_proved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
