/* The reverse search visits each maximal configuration once, in a tree that
 * depends on the net alone, and keeps one run in memory. */
#include "engine/race/engines.h"
#include "figure.h"
#include "net/termination.h"
#include "test.h"

/* n independent choices between two transitions. */
static struct net *choices(uint32_t n)
{
    char text[2000] = "";
    size_t len = 0;

    for (uint32_t i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "p%u* q%u r%u ",
                                i, i, i);
    for (uint32_t i = 0; i < n; i++)
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "| a%u: p%u > q%u | b%u: p%u > r%u ", i, i, i,
                                i, i, i);
    return test_net(text);
}

static void go(const struct net *net, enum dep_kind kind, uint32_t max_depth,
               bool weak, struct answer *answer)
{
    struct dep *const dep = dep_create(net, kind);
    const struct engine_problem problem = {
        .net = net, .dep = dep, .test.check = 1, .test.weak_order = weak};
    const struct engine_limits limits = {.max_depth = max_depth, .threads = 2};

    answer_init(answer, 0);
    reverse_engine.run(&problem, &limits, answer);
    dep_destroy(dep);
}

static void choices_multiply(void **state)
{
    (void)state;
    for (uint32_t weak = 0; weak < 2; weak++)
        for (uint32_t n = 1; n < 9; n++) {
            struct net *const net = choices(n);
            struct answer answer;

            go(net, DEP_READ, 0, weak, &answer);
            assert_int_equal(answer.stop, STOP_DONE);
            assert_true(answer.safe);
            assert_int_equal(figure(&answer.stats, "maximal_configurations"),
                             1u << n);
            assert_int_equal(figure(&answer.stats, "min_configuration"), n);
            assert_int_equal(figure(&answer.stats, "max_configuration"), n);
            assert_int_equal(figure(&answer.stats, "total_length"), n << n);
            answer_finish(&answer);
            net_destroy(net);
        }
}

static void under_none_runs_are_permutations(void **state)
{
    struct net *const net = choices(3);
    struct answer answer;

    (void)state;
    go(net, DEP_NONE, 0, false, &answer);
    assert_int_equal(figure(&answer.stats, "maximal_configurations"), 6 << 3);
    answer_finish(&answer);
    net_destroy(net);
}

static void a_bound_leaves_out_larger_events(void **state)
{
    struct net *const net = test_net("p* q | a: p > q | b: q > p | c: q > p");

    (void)state;
    for (uint32_t bound = 1; bound < 12; bound++) {
        struct answer answer;

        go(net, DEP_READ, bound, false, &answer);
        assert_int_equal(answer.stop, STOP_DEPTH);
        assert_int_equal(figure(&answer.stats, "maximal_configurations"),
                         1u << bound / 2);
        assert_int_equal(figure(&answer.stats, "max_configuration"), bound);
        answer_finish(&answer);
    }
    net_destroy(net);
}

/* A place that many transitions read, and one consumes. */
static struct net *gate(uint32_t n_readers)
{
    char text[4000] = "gate* shut ";
    size_t len = strlen(text);

    for (uint32_t i = 0; i < n_readers; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "p%u* ", i);
    len += (size_t)snprintf(text + len, sizeof text - len, "| t: gate > shut");
    for (uint32_t i = 0; i < n_readers; i++)
        len += (size_t)snprintf(text + len, sizeof text - len,
                                "| r%u: p%u ? gate > ", i, i);
    return test_net(text);
}

/* The consumer has 2^40 histories: not all can be stored, so the first maximal
 * configuration has no children.  Questions are answered by it. */
static void histories_that_are_too_many_wait(void **state)
{
    struct net *const net = gate(40);
    struct dep *const dep = dep_create(net, DEP_READ);
    struct goal goal = {.kind = GOAL_DEADLOCK};

    (void)state;
    for (uint32_t n_goals = 0; n_goals < 2; n_goals++)
        for (uint64_t most = 0; most < 30000; most += 20000) {
            const struct engine_problem problem = {
                .net = net, .dep = dep, .question = {&goal, n_goals}};
            const struct engine_limits limits = {.threads = 1,
                                                 .max_events = most};
            struct answer answer;

            answer_init(&answer, n_goals);
            reverse_engine.run(&problem, &limits, &answer);
            assert_int_equal(answer.stop, n_goals ? STOP_DONE
                                          : most  ? STOP_EVENTS
                                                  : STOP_MEMORY);
            assert_int_equal(figure(&answer.stats, "maximal_configurations"),
                             0);
            assert_true(!n_goals || answer.findings[0].verdict == VERDICT_YES);
            answer_finish(&answer);
        }
    dep_destroy(dep);
    net_destroy(net);
}

/* Each of the 2^9 histories is compared with many others, which is work: the
 * search hears of a limit before it has visited many configurations. */
static void a_limit_is_met_amid_many_histories(void **state)
{
    struct net *const net = gate(9);
    struct dep *const dep = dep_create(net, DEP_READ);
    int yes = 1;
    const struct engine_problem problem = {.net = net, .dep = dep};
    const struct engine_limits limits = {
        .threads = 1, .terminate = support_flag, .terminate_data = &yes};
    struct answer answer;

    (void)state;
    answer_init(&answer, 0);
    reverse_engine.run(&problem, &limits, &answer);
    assert_int_equal(answer.stop, STOP_INTERRUPTED);
    assert_in_range(figure(&answer.stats, "maximal_configurations"), 0, 5);
    answer_finish(&answer);
    dep_destroy(dep);
    net_destroy(net);
}

/* All of 2^8 are visited. */
static void histories_that_wait_are_visited(void **state)
{
    struct net *const net = gate(8);
    struct dep *const dep = dep_create(net, DEP_READ);

    (void)state;
    for (uint32_t postponed = 0; postponed < 10; postponed++) {
        const struct engine_problem problem = {.net = net,
                                               .dep = dep,
                                               .test.check = 1,
                                               .test.postponed = postponed};
        const struct engine_limits limits = {.threads = 2};
        struct answer answer;

        answer_init(&answer, 0);
        reverse_engine.run(&problem, &limits, &answer);
        assert_int_equal(answer.stop, STOP_DONE);
        assert_int_equal(figure(&answer.stats, "maximal_configurations"),
                         1 << 8);
        answer_finish(&answer);
    }
    dep_destroy(dep);
    net_destroy(net);
}

static trans_id endless(const char *text)
{
    struct net *const net = test_net(text);
    const trans_id t = termination_find_endless(net);

    net_destroy(net);
    return t;
}

/* One transition of each ring; of another one, one was there before. */
static void a_set_breaks_all_endless_runs(void **state)
{
    struct net *const net =
        test_net("p* q r* s u* v | a: p > q | b: q > p | c: r > s | d: s > r"
                 " | e: u > v | f: v > u");
    bool set[6] = {false, false, false, true, false, false};

    (void)state;
    termination_break(net, set);
    assert_true(set[0] != set[1] && set[4] != set[5]);
    assert_true(set[3] && !set[2]);
    net_destroy(net);
}

/* Of an unsafe net, nothing behind that is searched: t is not enabled where it
 * consumes the complement of p. */
static void what_is_found_at_the_beginning_ends_the_search(void **state)
{
    static const char *const markings[] = {"!p", "q"};
    struct net *const net = test_net("p* q* r | t: > p | u: q > r");
    struct dep *const dep = dep_create(net, DEP_READ);

    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        goal_list goals = {0};
        struct answer answer;
        struct diag diag = {0};

        assert_true(goal_add_marking(&goals, net, markings[i], false, &diag));

        const struct engine_problem problem = {
            .net = net, .dep = dep, .question = {goals.at, 1}, .test.check = 1};
        const struct engine_limits limits = {.max_depth = 3, .threads = 1};

        answer_init(&answer, 1);
        reverse_engine.run(&problem, &limits, &answer);
        assert_int_equal(answer.stop, i ? STOP_DONE : STOP_UNSAFE);
        assert_int_equal(answer.findings[0].verdict,
                         i ? VERDICT_YES : VERDICT_UNKNOWN);
        assert_int_equal(figure(&answer.stats, "pushes"), 0);
        answer_finish(&answer);
        goal_list_free(&goals);
    }
    dep_destroy(dep);
    net_destroy(net);
}

static void the_structure_shows_that_runs_end(void **state)
{
    (void)state;
    assert_int_equal(endless("p* q r | a: p > q | b: q > r"), TRANS_NONE);
    /* A lock is taken and given back, by those that go on. */
    assert_int_equal(endless("l* p* q r s* t u | a: p l > q | b: q > r l |"
                             "c: s l > t | d: t > u l"),
                     TRANS_NONE);
    /* Each step takes two tokens and adds one. */
    assert_int_equal(endless("p* q* r | a: p q > r | b: q r > p | c: r p > q"),
                     TRANS_NONE);
    assert_int_equal(endless("p* q | a: p > q | b: q > p"), 0);
    assert_int_equal(endless("p* q r* s | c: r > s | a: p > q | b: q > p"), 1);
    assert_int_equal(endless("p* q | a: p ? q > p"), 0);
    assert_int_equal(endless("p | a: > p"), 0);
    assert_int_equal(endless("p* q | a: p > p q"), 0);
}

MODULE(reverse_engine)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_breaks_all_endless_runs),
        cmocka_unit_test(choices_multiply),
        cmocka_unit_test(under_none_runs_are_permutations),
        cmocka_unit_test(a_bound_leaves_out_larger_events),
        cmocka_unit_test(histories_that_are_too_many_wait),
        cmocka_unit_test(a_limit_is_met_amid_many_histories),
        cmocka_unit_test(histories_that_wait_are_visited),
        cmocka_unit_test(what_is_found_at_the_beginning_ends_the_search),
        cmocka_unit_test(the_structure_shows_that_runs_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
