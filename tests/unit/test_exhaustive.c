/* All markings of random nets, by their numbers and by brute force. */
#include "test.h"

#include "checks.h"
#include "engine/state/layers.h"
#include "net/marking.h"
#include "proof/witness.h"
#include "random.h"

struct scene {
    struct net *net;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
    struct goal_search search;
};

/* Asks for each transition and a deadlock, or for nothing. */
static void scene_init(struct scene *x, struct net *net, bool asks,
                       uint32_t max_depth)
{
    *x = (struct scene){.net = net};
    if (asks) {
        goal_add_all_trans(&x->goals, net);
        goal_add_plain(&x->goals, "deadlock");
    }
    x->problem = (struct engine_problem){.net = net,
                                         .question.goals = x->goals.at,
                                         .question.n_goals = x->goals.len};
    answer_init(&x->answer, x->goals.len);
    x->limits.max_depth = max_depth;
    goal_search_init(&x->search, &x->problem, &x->limits, &x->answer);
}

static void scene_finish(struct scene *x)
{
    goal_search_finish(&x->search);
    answer_finish(&x->answer);
    goal_list_free(&x->goals);
    net_destroy(x->net);
}

static size_t run(struct scene *x)
{
    return exhaustive_run(&x->search, false);
}

static void all_markings_are_listed(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 11);
    for (uint32_t i = 0; i < 300; i++) {
        struct net *const net =
            random_net(&random, RANDOM_CYCLIC, 1 + random_below(&random, 4));
        struct oracle oracle;
        struct scene x;

        oracle_init(&oracle, net, 100000);
        scene_init(&x, net, false, 0);
        assert_true(run(&x) > 0 && !x.search.too_deep);
        assert_int_equal(x.answer.stats.at[STATE_states], oracle.n_markings);
        assert_int_equal(x.answer.stats.at[STATE_fired], oracle.edges);
        assert_int_equal(x.answer.stats.at[STATE_deadlocks], oracle.deadlocks);
        assert_int_equal(x.answer.stats.at[STATE_met_again],
                         oracle.edges + 1 - oracle.n_markings);
        enabled_set_check(&x.search.at);
        oracle_finish(&oracle);
        scene_finish(&x);
    }
}

static void answers_are_those_of_the_oracle(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 12);
    for (uint32_t i = 0; i < 200; i++) {
        struct net *const net =
            random_net(&random, RANDOM_CYCLIC, 1 + random_below(&random, 3));
        struct oracle oracle;
        struct scene x;

        oracle_init(&oracle, net, 100000);
        scene_init(&x, net, true, 0);
        (void)run(&x);
        for (uint32_t g = 0; g < x.goals.len; g++) {
            const struct goal *const goal = &x.goals.at[g];
            const struct answer_finding *const finding = &x.answer.findings[g];
            const bool yes = goal->kind == GOAL_DEADLOCK
                                 ? oracle.deadlocks > 0
                                 : bits_has(oracle.fireable, goal->trans);
            struct diag diag = {0};

            assert_int_equal(finding->verdict == VERDICT_YES, yes);
            assert_true(!yes ||
                        witness_replay(net, &finding->run, goal, &diag));
        }
        oracle_finish(&oracle);
        scene_finish(&x);
    }
}

static void a_second_token_ends_the_search(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, test_net("p* q* r | a: p > r | b: q > r"), false, 0);
    (void)run(&x);
    assert_true(x.search.goals.refused);
    assert_int_equal(x.answer.stop, STOP_UNSAFE);
    assert_true(witness_unsafe(x.net, &x.answer.unsafe_run,
                               x.answer.unsafe_trans, x.answer.unsafe_place));
    scene_finish(&x);
}

static void the_depth_is_bounded(void **state)
{
    struct scene x;

    (void)state;
    scene_init(&x, test_net("p* q r | a: p > q | b: q > r"), false, 1);
    (void)run(&x);
    assert_true(x.search.too_deep);
    assert_int_equal(x.answer.stats.at[STATE_states], 2);
    scene_finish(&x);
}

MODULE(exhaustive)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_markings_are_listed),
        cmocka_unit_test(answers_are_those_of_the_oracle),
        cmocka_unit_test(a_second_token_ends_the_search),
        cmocka_unit_test(the_depth_is_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
