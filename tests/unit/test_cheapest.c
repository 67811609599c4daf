/* Runs of least cost in small nets whose costs are known. */
#include "engine/cheapest/cheapest.h"

#include "net/marking.h"
#include "test.h"

struct row {
    const char *net, *question; /* a transition or "EF ..." */
    uint32_t cost[6];           /* by transition */
    enum cheapest_verdict verdict;
    uint32_t sum;
    const char *run; /* first letters of its steps; NULL: there are several */
};

/* Two ways from p to r, of two steps and of one. */
#define WAYS "p* q r | a: p > q | b: q > r | c: p > r"

static const struct row rows[] = {
    /* the longer way costs less, the same, or more */
    {WAYS, "EF r", {1, 2, 4}, CHEAPEST_FOUND, 3, "ab"},
    {WAYS, "EF r", {1, 2, 3}, CHEAPEST_FOUND, 3, NULL},
    {WAYS, "EF r", {2, 2, 3}, CHEAPEST_FOUND, 3, "c"},
    /* for nothing */
    {WAYS, "EF r", {0, 0, 1}, CHEAPEST_FOUND, 0, "ab"},
    {WAYS, "EF r", {0, 0, 0}, CHEAPEST_FOUND, 0, NULL},
    {"p* q r | a: p > q | b: q > p | c: q > r",
     "EF r",
     {0, 0, 5},
     CHEAPEST_FOUND,
     5,
     NULL},
    /* it holds initially: no step, whatever it costs */
    {WAYS, "EF p", {7, 7, 7}, CHEAPEST_FOUND, 0, ""},
    /* a transition is the last step, and costs, too */
    {WAYS, "b", {1, 2, 4}, CHEAPEST_FOUND, 3, "ab"},
    {WAYS, "c", {0, 0, 9}, CHEAPEST_FOUND, 9, "c"},
    /* one of two; and both, by transitions that are apart */
    {"p* q r* s | a: p > q | b: r > s",
     "EF (q || s)",
     {3, 2},
     CHEAPEST_FOUND,
     2,
     "b"},
    {"p* q r* s | a: p > q | b: r > s",
     "EF (q && s)",
     {3, 2},
     CHEAPEST_FOUND,
     5,
     NULL},
    /* four markings wait; the first step that reaches it is not the best */
    {"p* a b c d | u: p > a | v: p > b | w: p > c | x: p > d | y: b > a",
     "EF a",
     {5, 3, 1, 6, 1},
     CHEAPEST_FOUND,
     4,
     "vy"},
    /* what looks cheap takes what is needed later */
    {"p* c* q r s | a: p c > q | b: p > q | d: q c > r",
     "EF r",
     {1, 5, 1},
     CHEAPEST_FOUND,
     6,
     "bd"},
    /* a loop must be gone through for the token beside it */
    {"p* q t u | a: p > q | b: q > p t | c: p t > u",
     "c",
     {2, 3, 1},
     CHEAPEST_FOUND,
     6,
     "abc"},
    /* costs that an int does not hold */
    {"p* q r | a: p > q | b: q > r",
     "EF r",
     {4000000000u, 200000000},
     CHEAPEST_FOUND,
     4200000000u,
     "ab"},
    /* never */
    {WAYS, "EF (q && r)", {1, 1, 1}, CHEAPEST_NONE, 0, NULL},
    {"p* q | a: p > q | n: p q > ", "n", {0, 0}, CHEAPEST_NONE, 0, NULL},
    /* what is read stays, and what takes it comes last */
    {"p* q r* s t* | a: p r > s | b: r > q | c: p s > | d: t ? q > s",
     "c",
     {1, 2, 4, 8},
     CHEAPEST_FOUND,
     14,
     "bdc"},
    /* a second token on the way */
    {"p* q r* s t | a: p > q | b: q > r s | c: s > t",
     "c",
     {1, 9, 1},
     CHEAPEST_UNSAFE,
     0,
     NULL},
    {"p* q r* s | a: p > q | b: q > r s",
     "EF s",
     {1, 9},
     CHEAPEST_UNSAFE,
     0,
     NULL},
};

static void ask(const struct net *net, const char *question, goal_list *goals)
{
    struct diag diag = {0};

    assert_true(strchr(question, ' ')
                    ? goal_add_formula(goals, net, question, &diag)
                    : goal_add_trans(goals, net, question, &diag));
}

static void assert_run(const struct row *row, const struct net *net,
                       const struct goal *goal, const struct cheapest *found)
{
    struct diag diag = {0};
    uint64_t sum = 0;

    for (uint32_t i = 0; i < found->run.len; i++) {
        sum += row->cost[found->run.at[i]];
        if (row->run)
            assert_int_equal(net_trans_label(net, found->run.at[i])[0],
                             row->run[i]);
    }
    if (row->run)
        assert_int_equal(found->run.len, strlen(row->run));
    assert_true(found->cost == row->sum && sum == row->sum);
    assert_true(witness_replay(net, &found->run, goal, &diag));
}

static void check(const struct row *row, const struct lp_scope *scope)
{
    const struct cheapest_limits limits = {NULL, 1000};
    struct net *const net = test_net(row->net);
    struct cheapest found = {0};
    goal_list goals = {0};

    ask(net, row->question, &goals);
    assert_int_equal(
        cheapest_find(net, goals.at, row->cost, scope, &limits, &found),
        row->verdict);
    if (row->verdict == CHEAPEST_FOUND)
        assert_run(row, net, goals.at, &found);
    if (row->verdict == CHEAPEST_UNSAFE) {
        bits_word *const m = mem_zero(marking_words(net), sizeof *m);

        marking_after(net, found.run.at, found.run.len, m);
        assert_true(marking_enabled(net, m, found.unsafe));
        assert_int_not_equal(marking_unsafe(net, m, found.unsafe), PLACE_NONE);
        mem_free(m);
    }
    vec_free(&found.run);
    goal_list_free(&goals);
    net_destroy(net);
}

static void runs_cost_the_least(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i], NULL);
}

static void programs_change_no_cost(void **state)
{
    struct lp_scope scope;

    (void)state;
    if (!lp_enter(&scope))
        skip();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i], &scope);
    lp_leave(&scope);
}

static void check_on_prefix(const struct row *row, enum dep_kind kind)
{
    const struct cheapest_limits limits = {NULL, 1000};
    struct net *const net = test_net(row->net);
    struct dep *const dep = dep_create(net, kind);
    struct cheapest found = {0};
    goal_list goals = {0};

    ask(net, row->question, &goals);
    if (goals.at->kind == GOAL_TRANSITION) {
        assert_int_equal(cheapest_prefix_find(net, dep, goals.at, row->cost,
                                              ORDER_FOATA, &limits, &found),
                         row->verdict);
        if (row->verdict == CHEAPEST_FOUND)
            assert_run(row, net, goals.at, &found);
        if (row->verdict == CHEAPEST_UNSAFE)
            assert_int_not_equal(found.unsafe, TRANS_NONE);
    }
    vec_free(&found.run);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

static void prefixes_cost_the_least(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_on_prefix(&rows[i], DEP_NONE);
        check_on_prefix(&rows[i], DEP_CLASSIC);
        check_on_prefix(&rows[i], DEP_READ);
    }
}

/* Ten switches, of which the last is asked for behind all others. */
static void it_gives_up_at_the_limit(void **state)
{
    static const char text[] =
        "a* b c* d e* f g* h i* j z | A: a > b | B: c > d | C: e > f | "
        "D: g > h | E: i > j | F: b d f h j > z";
    static const uint32_t cost[] = {1, 1, 1, 1, 1, 1};
    struct cheapest_limits limits = {NULL, 3};
    struct net *const net = test_net(text);
    struct cheapest found = {0};
    goal_list goals = {0};

    (void)state;
    ask(net, "EF (b && d && f && h && j)", &goals);
    assert_int_equal(cheapest_find(net, goals.at, cost, NULL, &limits, &found),
                     CHEAPEST_LIMIT);
    vec_free(&found.run);
    found = (struct cheapest){0};
    limits.most = 100;
    assert_int_equal(cheapest_find(net, goals.at, cost, NULL, &limits, &found),
                     CHEAPEST_FOUND);
    assert_int_equal(found.cost, 5);
    vec_free(&found.run);
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(cheapest)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_cost_the_least),
        cmocka_unit_test(programs_change_no_cost),
        cmocka_unit_test(prefixes_cost_the_least),
        cmocka_unit_test(it_gives_up_at_the_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
