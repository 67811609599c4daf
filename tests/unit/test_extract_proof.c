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
    struct goal_search search;
    struct engine_limits limits;
    struct answer_stats stats;
};

/* a and b alternate; nothing produces on z, which the goal requires with b. */
static void scene_init(struct scene *scene)
{
    struct goal_search *const search = &scene->search;
    struct diag diag = {0};

    *scene = (struct scene){
        .net = test_net("a* b c* z | t: a > b | u: b > a | v: c z > c")};
    assert_true(
        goal_add_marking(&scene->goals, scene->net, "a !c", false, &diag));
    search->net = scene->net;
    markings_init(&search->markings, scene->net, NULL);
    interpolants_init(&search->interpolants, &search->markings);
    enabled_set_init(&search->at, scene->net);
    enabled_set_count_producers(&search->at);
    stubborn_init(&search->sets, scene->net, &search->at);
    stubborn_seek(&search->sets, &scene->goals.at[0]);
    watch_init(&search->watch, &scene->limits, &scene->stats);
}

static void scene_finish(struct scene *scene)
{
    stubborn_finish(&scene->search.sets);
    enabled_set_finish(&scene->search.at);
    interpolants_finish(&scene->search.interpolants);
    markings_finish(&scene->search.markings);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

static uint32_t explore(struct goal_search *search, bits_word m)
{
    const uint32_t node = interpolants_add(&search->interpolants,
                                           markings_add(&search->markings, &m),
                                           INTERPOLANTS_NONE);
    net_place_list own = {0};

    enabled_set_move(&search->at, &m);
    stubborn_property(&search->sets);
    stubborn_literals(&search->sets, &own);
    for (uint32_t i = 0; i < own.len; i++)
        literals_add(&search->interpolants.literals, node, own.at[i]);
    vec_free(&own);
    return node;
}

static void what_the_first_node_rests_on_is_proved(void **state)
{
    struct scene scene;
    struct goal_search *const search = &scene.search;
    struct proof *proof;

    (void)state;
    scene_init(&scene);

    const uint32_t other = explore(search, 2 | 4); /* b c: unreachable */
    const uint32_t first = explore(search, 1 | 4); /* a c */

    interpolants_close(&search->interpolants, other);
    interpolants_close(&search->interpolants, first);
    interpolants_settle(&search->interpolants, &search->watch);
    proof = extract_proof_of(search, first);
    assert_int_equal(proof->cubes.len, 1);
    assert_int_equal(proof->initial, 0);
    assert_null(proof_oracle_proof(proof, scene.net, &scene.goals.at[0]));
    proof_destroy(proof);
    search->watch.reason = STOP_TIME;
    assert_null(extract_proof_of(search, first));
    scene_finish(&scene);
}

MODULE(extract_proof)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_first_node_rests_on_is_proved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
