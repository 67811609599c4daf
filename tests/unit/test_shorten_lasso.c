#include "marking/shorten.h"
#include "question/goal.h"
#include "temporal/ltl.h"
#include "test.h"

struct row {
    const char *net, *formula, *run;
    uint32_t loop;
    const char *shorter;
    uint32_t shorter_loop;
};

static const struct row rows[] = {
    /* equal markings of the stem, and of the loop */
    {"p* q | t: p > q | u: q > p", "E G F q", "t u t u t u", 4, "t u", 0},
    {"p* q | t: p > q | u: q > p", "E G F q", "t u t u t u", 0, "t u", 0},
    /* what the formula wants to see before the loop stays */
    {"p* q r | t: p > q | u: q > p | v: q > r | w: r > r", "E (F q and F G r)",
     "t u t v w w", 4, "t v w", 2},
    /* another part of the net */
    {"p* q a* b | t: p > q | u: q > p | x: a > b | y: b > a", "E G F q",
     "x t y u x t y u", 0, "t u", 0},
    /* to a deadlock: all of it matters but for ways round */
    {"p* q r | t: p > q | u: q > p | v: q > r", "E F G r", "t u t v", 4, "t v",
     2},
    /* a beginning */
    {"p* q r a* b | t: p > q | v: q > r | w: r > p | x: a > b | y: b > a",
     "E F (q and F r)", "x t y v", LTL_OPEN, "t v", LTL_OPEN},
};

static void add_run(const struct net *net, const char *text, witness_run *run)
{
    char *const copy = mem_text(text);
    struct diag ignored = {0};

    for (char *rest = copy; *rest;) {
        char *const name = rest;

        rest = test_cut(name, " ");
        vec_push(run, net_find_trans(net, name, &ignored));
    }
    mem_free(copy);
}

static bool is_as_expected(const struct row *row)
{
    struct net *const net = test_net(row->net);
    goal_list goals = {0};
    witness_run run = {0}, shorter = {0};
    uint32_t loop = row->loop;
    struct diag diag = {0};
    bool good;

    assert_true(goal_add_formula(&goals, net, row->formula, &diag));
    assert_int_equal(goals.at[0].kind, GOAL_LASSO);
    add_run(net, row->run, &run);
    add_run(net, row->shorter, &shorter);
    assert_true(temporal_holds(goals.at[0].temporal, net, run.at, run.len, loop,
                               &diag));
    (void)shorten_lasso(net, goals.at, &run, &loop);
    good = loop == row->shorter_loop && run.len == shorter.len &&
           !memcmp(run.at, shorter.at, run.len * sizeof *run.at);
    if (!good)
        print_message("%s of %s: %u steps, loop %u\n", row->run, row->formula,
                      run.len, loop);
    vec_free(&run);
    vec_free(&shorter);
    goal_list_free(&goals);
    net_destroy(net);
    return good;
}

static void what_the_formula_does_not_need_goes(void **state)
{
    uint32_t n_wrong = 0;

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        n_wrong += !is_as_expected(&rows[i]);
    assert_int_equal(n_wrong, 0);
}

MODULE(shorten_lasso)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_formula_does_not_need_goes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
