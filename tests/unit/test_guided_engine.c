/* The parts of a best-first search: relaxed plans, novelty, whole searches. */
#include "test.h"

#include "engine/guided/guided_search.h"
#include "engine/race/engines.h"
#include "net/marking.h"

/* The length of the plan from the initial marking; *n_helpful, which may be
 * NULL: how many transitions it begins with. */
static uint32_t plan_of(const struct net *net, const char *text,
                        uint32_t *n_helpful)
{
    goal_list goals = {0};
    struct diag diag = {0};
    struct relaxed_plan plan;
    struct relaxed_goal aim;
    bits_word m = 0;
    uint32_t length;

    assert_true(goal_add_formula(&goals, net, text, &diag));
    marking_initial(net, &m);
    relaxed_plan_init(&plan, net);
    assert_true(relaxed_goal_init(&aim, &plan, goals.at));
    length = relaxed_goal_plan(&aim, &m);
    assert_int_equal(relaxed_goal_plan(&aim, &m), length);
    if (n_helpful)
        *n_helpful = plan.helpful.len;
    relaxed_goal_finish(&aim);
    relaxed_plan_finish(&plan);
    goal_list_free(&goals);
    return length;
}

static void a_plan_counts_each_transition_once(void **state)
{
    struct net *net = test_net("p* q r s t u* | a: p > q | b: q ? p > r |"
                               " c: q > s | d: r s > t | e: u > ");
    uint32_t n_helpful;

    (void)state;
    assert_int_equal(plan_of(net, "EF q", &n_helpful), 1);
    assert_int_equal(n_helpful, 1);
    assert_int_equal(plan_of(net, "EF s", NULL), 2);
    /* a serves b and c; that it takes p from b is not looked at */
    assert_int_equal(plan_of(net, "EF t", &n_helpful), 4);
    assert_int_equal(n_helpful, 1);
    assert_int_equal(plan_of(net, "EF (t and not u)", &n_helpful), 5);
    assert_int_equal(n_helpful, 2);
    assert_int_equal(plan_of(net, "EF fireable(d)", NULL), 3);
    assert_int_equal(plan_of(net, "EF not fireable(a)", NULL), 1);
    net_destroy(net);
}

static void the_cheapest_part_is_taken(void **state)
{
    struct net *net =
        test_net("p* q r s x | a: p > q | b: q > r | c: r > s | d: x > x");

    (void)state;
    assert_int_equal(plan_of(net, "EF (s or q)", NULL), 1);
    assert_int_equal(plan_of(net, "EF (x or r)", NULL), 2);
    assert_int_equal(plan_of(net, "EF q + r + s >= 2", NULL), 2);
    assert_int_equal(plan_of(net, "EF q + 2*s + x >= 2", NULL), 3);
    assert_int_equal(plan_of(net, "EF q - p >= 1", NULL), 1);
    assert_int_equal(plan_of(net, "EF (x and q)", NULL), RELAXED_PLAN_NONE);
    assert_int_equal(plan_of(net, "EF q + x >= 2", NULL), RELAXED_PLAN_NONE);
    assert_int_equal(plan_of(net, "EF fireable(d)", NULL), RELAXED_PLAN_NONE);
    net_destroy(net);
}

static void a_marking_is_new_once(void **state)
{
    struct novelty novelty = {0};
    const place_id places[] = {0, 1, 2, 3};
    const struct net_place_span all = {places, 4};
    const bits_word seen[] = {3, 12, 5, 7, 5};
    const uint32_t ranks[] = {1, 1, 2, 2, 3};

    (void)state;
    for (uint32_t i = 0; i < 5; i++) {
        place_id marked[4];
        struct net_place_span fresh = {marked, 0};

        for (uint32_t k = 0; k < all.len; k++)
            if (bits_has(&seen[i], k))
                marked[fresh.len++] = k;
        assert_int_equal(novelty_rank(&novelty, 7, &seen[i], 4, fresh),
                         ranks[i]);
    }
    /* at another distance everything is */
    assert_int_equal(
        novelty_rank(&novelty, 8, seen, 4, (struct net_place_span){places, 2}),
        1);
    novelty_finish(&novelty);
}

/* Each of n bits is set by the one before it, and to set bit i clears all bits
 * before it: a counter, whose last bit needs 2^n - 1 steps. */
static void a_search_goes_far(void **state)
{
    struct net *net = test_net(
        "a* A b* B c* C d* D | a0: a > A | b0: A b > a B | c0: A B c > a b C |"
        " d0: A B C d > a b c D");
    goal_list goals = {0};
    struct diag diag = {0};
    struct answer answer;
    struct engine_problem problem = {.net = net};
    const struct engine_limits limits = {0};

    (void)state;
    assert_true(
        goal_add_formula(&goals, net, "EF (A and B and C and D)", &diag));
    assert_true(goal_add_trans(&goals, net, "d0", &diag));
    problem.question = (struct engine_question){goals.at, goals.len};
    answer_init(&answer, goals.len);
    guided_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.stop, STOP_DONE);
    assert_int_equal(answer.findings[0].run.len, 15);
    assert_int_equal(answer.findings[1].run.len, 8);
    for (uint32_t g = 0; g < goals.len; g++)
        assert_true(
            witness_replay(net, &answer.findings[g].run, &goals.at[g], &diag));
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
}

static enum answer_stop stop_of(const char *text, const char *formula)
{
    struct net *net = test_net(text);
    goal_list goals = {0};
    struct diag diag = {0};
    struct answer answer;
    struct engine_problem problem = {.net = net};
    const struct engine_limits limits = {0};
    enum answer_stop stop;

    assert_true(goal_add_formula(&goals, net, formula, &diag));
    problem.question = (struct engine_question){goals.at, goals.len};
    answer_init(&answer, goals.len);
    guided_engine.run(&problem, &limits, &answer);
    stop = answer.stop;
    if (stop == STOP_UNSAFE)
        assert_true(witness_unsafe(net, &answer.unsafe_run, answer.unsafe_trans,
                                   answer.unsafe_place));
    answer_finish(&answer);
    goal_list_free(&goals);
    net_destroy(net);
    return stop;
}

static void a_search_ends_without_a_no(void **state)
{
    (void)state;
    assert_int_equal(stop_of("p* q r | a: p > q | b: q > p", "EF r"),
                     STOP_OPEN);
    assert_int_equal(stop_of("p* q r | a: p > q | b: q > p", "EF (p and q)"),
                     STOP_OPEN);
    assert_int_equal(
        stop_of("p* q r s | a: p > q r | b: q > r | c: r > s", "EF (q and s)"),
        STOP_UNSAFE);
}

MODULE(guided_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_plan_counts_each_transition_once),
        cmocka_unit_test(the_cheapest_part_is_taken),
        cmocka_unit_test(a_marking_is_new_once),
        cmocka_unit_test(a_search_goes_far),
        cmocka_unit_test(a_search_ends_without_a_no),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
