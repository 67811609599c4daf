/* Closed sets are closed, and as small as possible. */
#include "test.h"

#include "checks.h"
#include "engine/state/stubborn_closure.h"
#include "net/marking.h"
#include "oracle.h"
#include "random.h"

/* Net, marking and closure of a line; see test_net(). */
struct scene {
    struct net *net;
    struct enabled_set at;
    struct stubborn_closure closure;
};

static void scene_init(struct scene *scene, struct net *net)
{
    bits_word *m;

    scene->net = net;
    enabled_set_init(&scene->at, net);
    enabled_set_count_producers(&scene->at);
    stubborn_closure_init(&scene->closure, net, &scene->at);
    m = mem_zero(scene->at.words, sizeof *m);
    marking_initial(net, m);
    enabled_set_move(&scene->at, m);
    mem_free(m);
}

static void scene_finish(struct scene *scene)
{
    stubborn_closure_finish(&scene->closure);
    enabled_set_finish(&scene->at);
    net_destroy(scene->net);
}

static void closures_are_closed_at_all_markings(void **state)
{
    struct random random;
    uint32_t n_tried = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct scene scene;
        struct oracle oracle;

        random_init(&random, seed);
        scene_init(&scene, random_net(&random, RANDOM_CYCLIC, 4));
        oracle_init(&oracle, scene.net, 100);
        for (uint32_t i = 0; i < oracle.n_markings; i++) {
            enabled_set_move(&scene.at, oracle_marking(&oracle, i));
            stubborn_closure_start(&scene.closure);
            stubborn_closure_add(
                &scene.closure,
                random_below(&random, net_trans_count(scene.net)));
            stubborn_closure_add_producers(
                &scene.closure,
                random_below(&random, net_place_count(scene.net)));
            assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
            stubborn_closure_check(&scene.closure, &scene.closure.set);
            n_tried++;
        }
        oracle_finish(&oracle);
        scene_finish(&scene);
    }
    assert_true(n_tried > 1000);
}

static void consumers_and_readers_of_what_is_consumed_come_in(void **state)
{
    struct scene scene;

    (void)state;
    /* t consumes p and reads r; u consumes p, v reads p, w consumes r, x reads
     * r. */
    scene_init(&scene, test_net("p* r* s* | t: p ? r > | u: p > | v: s ? p > |"
                                " w: r > | x: s ? r >"));
    stubborn_closure_start(&scene.closure);
    stubborn_closure_add(&scene.closure, 0);
    assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
    assert_true(stubborn_closure_has(&scene.closure, 1));
    assert_true(stubborn_closure_has(&scene.closure, 2));
    assert_true(stubborn_closure_has(&scene.closure, 3));
    assert_true(stubborn_closure_has(&scene.closure,
                                     4)); /* since w consumes what t reads */
    assert_int_equal(scene.closure.set.active.len, 5);
    scene_finish(&scene);
    scene_init(&scene, test_net("p* r* s* | t: p ? r > | x: s ? r >"));
    stubborn_closure_start(&scene.closure);
    stubborn_closure_add(&scene.closure, 0);
    assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
    assert_false(
        stubborn_closure_has(&scene.closure, 1)); /* both only read r */
    scene_finish(&scene);
}

static void the_scapegoat_is_what_costs_least(void **state)
{
    struct scene scene;

    (void)state;
    /* t lacks p, on which two enabled transitions produce, and q, which has no
     * producer. */
    scene_init(&scene, test_net("a* b* p q | t: p q > | u: a > p | v: b > p"));
    stubborn_closure_start(&scene.closure);
    stubborn_closure_add(&scene.closure, 0);
    assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
    assert_int_equal(scene.closure.set.active.len, 0);
    assert_int_equal(scene.closure.set.blocked.len, 1);
    assert_int_equal(scene.closure.set.scapegoats.at[0], 3);
    assert_int_equal(stubborn_closure_outside(&scene.closure, 2), 2);
    stubborn_closure_start(&scene.closure);
    stubborn_closure_add_producers(&scene.closure, 2);
    stubborn_closure_add(&scene.closure, 0);
    assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
    assert_int_equal(scene.closure.set.scapegoats.at[0], 2);
    assert_int_equal(stubborn_closure_outside(&scene.closure, 2), 0);
    assert_false(stubborn_closure_run(&scene.closure, 2));
    scene_finish(&scene);
}

static void a_set_of_everything_is_closed(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene, test_net("a* b p | t: p b > | u: a > p | v: b > p"));
    stubborn_closure_start(&scene.closure);
    stubborn_closure_fill(&scene.closure, true);
    assert_int_equal(scene.closure.set.active.len, 1);
    assert_int_equal(scene.closure.set.blocked.len, 2);
    stubborn_closure_check(&scene.closure, &scene.closure.set);
    stubborn_closure_start(&scene.closure);
    stubborn_closure_fill(&scene.closure, false);
    assert_int_equal(scene.closure.set.blocked.len, 0);
    scene_finish(&scene);
}

static void stamps_of_closures_may_run_out(void **state)
{
    struct scene scene;
    struct stubborn_closure *const closure = &scene.closure;

    (void)state;
    scene_init(&scene, test_net("a* p | u: a > p | v: p > a"));
    for (uint32_t i = 0; i < 4; i++) {
        stubborn_closure_start(&scene.closure);
        if (i == 1)
            closure->members.last = closure->produced.last =
                closure->consumed.last = closure->counted.last = UINT32_MAX;
        stubborn_closure_add(&scene.closure, 1);
        assert_true(stubborn_closure_run(&scene.closure, UINT32_MAX));
        assert_int_equal(scene.closure.set.active.len, 1);
        stubborn_closure_check(&scene.closure, &scene.closure.set);
    }
    assert_int_equal(closure->members.last, 2);
    scene_finish(&scene);
}

MODULE(stubborn_closure)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_are_closed_at_all_markings),
        cmocka_unit_test(consumers_and_readers_of_what_is_consumed_come_in),
        cmocka_unit_test(the_scapegoat_is_what_costs_least),
        cmocka_unit_test(a_set_of_everything_is_closed),
        cmocka_unit_test(stamps_of_closures_may_run_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
