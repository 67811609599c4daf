/* All markings by layers, against brute force: figures, and shortest runs. */
#include "test.h"

#include "engine/state/layers.h"
#include "net/marking.h"
#include "proof/witness.h"
#include "random.h"

struct scene {
    struct net *net;
    const struct exclusive *exclusive;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
    struct goal_search search;
};

static void scene_run(struct scene *x, uint32_t n_threads, uint32_t piece)
{
    x->problem = (struct engine_problem){.net = x->net,
                                         .exclusive = x->exclusive,
                                         .question.goals = x->goals.at,
                                         .question.n_goals = x->goals.len,
                                         .test.piece = piece};
    answer_init(&x->answer, x->goals.len);
    x->limits.threads = n_threads;
    goal_search_init(&x->search, &x->problem, &x->limits, &x->answer);
    assert_true(layers_run(&x->search));
}

static void scene_finish(struct scene *x)
{
    goal_search_finish(&x->search);
    answer_finish(&x->answer);
    goal_list_free(&x->goals);
    net_destroy(x->net);
}

/* By marking: the steps of its shortest run. */
static uint32_t *depths_of(const struct oracle *oracle)
{
    uint32_t *const depths = mem_alloc(oracle->n_markings, sizeof *depths);

    memset(depths, 0xff, oracle->n_markings * sizeof *depths);
    depths[0] = 0;
    for (uint32_t i = 0; i < oracle->graph.len; i++) {
        const struct oracle_edge edge = oracle->graph.at[i];

        if (depths[edge.to] == UINT32_MAX)
            depths[edge.to] = depths[edge.from] + 1;
    }
    return depths;
}

static void check_run(const struct scene *x, uint32_t g,
                      const struct oracle *oracle, const uint32_t *depths)
{
    const struct goal *const goal = &x->goals.at[g];
    const struct answer_finding *const finding = &x->answer.findings[g];
    uint32_t least = UINT32_MAX;
    struct diag diag = {0};

    for (uint32_t i = 0; i < oracle->n_markings; i++)
        if (depths[i] < least &&
            goal_holds(goal, x->net, oracle_marking(oracle, i)))
            least = depths[i];
    assert_int_equal(finding->verdict == VERDICT_YES, least != UINT32_MAX);
    if (finding->verdict != VERDICT_YES)
        return;
    assert_true(witness_replay(x->net, &finding->run, goal, &diag));
    assert_int_equal(finding->run.len, least + (goal->kind == GOAL_TRANSITION));
}

static void runs_are_shortest(void **state)
{
    struct random random;

    (void)state;
    random_init(&random, 5);
    for (uint32_t i = 0; i < 150; i++) {
        struct scene x = {.net = random_net(&random, RANDOM_CYCLIC,
                                            1 + random_below(&random, 4))};
        struct oracle oracle;
        uint32_t *depths;

        oracle_init(&oracle, x.net, 20000);
        depths = depths_of(&oracle);
        goal_add_all_trans(&x.goals, x.net);
        goal_add_plain(&x.goals, "deadlock");
        scene_run(&x, 2 + i % 2, 1 + i % 3);
        for (uint32_t g = 0; g < x.goals.len; g++)
            check_run(&x, g, &oracle, depths);
        mem_free(depths);
        oracle_finish(&oracle);
        scene_finish(&x);
    }
}

static void the_largest_value_has_a_shortest_run(void **state)
{
    struct diag diag = {0};
    struct scene x = {
        .net = test_net("p* q r u* v | a: p > q r | b: u > v | c: q v > v")};

    (void)state;
    assert_true(goal_add_bound(&x.goals, x.net, "q + r + v", &diag));
    scene_run(&x, 3, 1);
    assert_true(x.answer.findings[0].has_value);
    assert_int_equal(x.answer.findings[0].value, 3);
    assert_int_equal(x.answer.findings[0].run.len, 2);
    scene_finish(&x);
}

static void a_second_token_ends_the_search(void **state)
{
    struct scene x = {.net = test_net("p* q r* | a: p > q | b: q > r")};

    (void)state;
    scene_run(&x, 2, 1);
    assert_true(x.search.goals.refused);
    assert_int_equal(x.answer.stop, STOP_UNSAFE);
    assert_true(witness_unsafe(x.net, &x.answer.unsafe_run,
                               x.answer.unsafe_trans, x.answer.unsafe_place));
    scene_finish(&x);
}

/* One marking enables b, which is asked for, and c, which puts a second token
 * on r. */
static void a_second_token_beside_an_answer(void **state)
{
    struct scene x = {
        .net = test_net("p* q r* s | a: p > q | b: q > s | c: q > r")};

    (void)state;
    goal_add_all_trans(&x.goals, x.net);
    scene_run(&x, 2, 1);
    assert_int_equal(x.answer.stop, STOP_UNSAFE);
    assert_int_equal(x.answer.unsafe_run.len, 1);
    assert_true(witness_unsafe(x.net, &x.answer.unsafe_run,
                               x.answer.unsafe_trans, x.answer.unsafe_place));
    scene_finish(&x);
}

/* w, x and z exclude each other, so that three codes share a field.  Backwards
 * over t, the marking of y and z would have x and z, whose codes together are
 * that of w: the field alone takes this for the initial marking. */
static void a_step_back_compares_places(void **state)
{
    static const place_id places[] = {0, 1, 3};
    struct diag diag = {0};
    struct exclusive sets = {0};
    struct scene x = {
        .net = test_net("w* x y z | t: x > y | u: w > y z | v: y z > x"),
        .exclusive = &sets};

    (void)state;
    exclusive_add(&sets, places, 3, EXCLUSIVE_NONE);
    assert_true(goal_add_formula(&x.goals, x.net, "EF (y >= 1)", &diag));
    scene_run(&x, 2, 1);
    assert_int_equal(x.answer.findings[0].run.len, 1);
    assert_int_equal(x.answer.findings[0].run.at[0], 1);
    scene_finish(&x);
    exclusive_finish(&sets);
}

/* After the layer that goes beyond it. */
static void a_limit_ends_the_search(void **state)
{
    struct scene x = {
        .net = test_net("p* q r s | a: p > q | b: q > r | c: r > s")};

    (void)state;
    x.limits.max_events = 2;
    scene_run(&x, 2, 1);
    assert_int_equal(x.search.watch.reason, STOP_EVENTS);
    assert_int_equal(x.answer.stats.at[STATE_states], 3);
    scene_finish(&x);
}

MODULE(layers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_shortest),
        cmocka_unit_test(the_largest_value_has_a_shortest_run),
        cmocka_unit_test(a_second_token_ends_the_search),
        cmocka_unit_test(a_second_token_beside_an_answer),
        cmocka_unit_test(a_step_back_compares_places),
        cmocka_unit_test(a_limit_ends_the_search),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
