/* What engine por looks for in markings, and the answers to formulas that it
 * has from there. */
#include "engine/race/engines.h"
#include "engine/por/cube_goals.h"
#include "figure.h"
#include "run.h"

#define NET "p* q r* s | t: p ? q > r | v: q r > s | w: p > s"

static void ask_formula(struct run *r, const char *text)
{
    struct diag diag = {0};

    assert_true(goal_add_formula(&r->goals, r->net, text, &diag));
}

static void begin(struct run *r)
{
    const struct engine_problem problem = {.unfolding.cutoffs = true,
                                           .por.table = true};

    run_begin(r, test_net(NET), DEP_READ, problem);
}

static void assert_verdicts(const struct run *r, const char *wanted)
{
    static const char letters[] = {
        [VERDICT_UNKNOWN] = '?', [VERDICT_YES] = 'y', [VERDICT_NO] = 'n'};

    assert_int_equal(r->answer.n_findings, strlen(wanted));
    assert_int_equal(r->answer.stop, STOP_DONE);
    for (uint32_t g = 0; wanted[g]; g++)
        assert_int_equal(letters[r->answer.findings[g].verdict], wanted[g]);
}

static void a_formula_is_its_cubes(void **state)
{
    struct cube_goals split;
    struct run r;

    (void)state;
    begin(&r);
    ask_trans(&r, "t");
    ask_formula(&r, "EF (p or q) and s");
    ask_marking(&r, "s");
    ask_formula(&r, "EF deadlock");
    ask_formula(&r, "EF false");
    r.problem.question.goals = r.goals.at;
    r.problem.question.n_goals = r.goals.len;
    r.problem.net = r.net;
    cube_goals_init(&split, &r.problem);
    assert_int_equal(split.goals.len, 4);
    assert_int_equal(split.question.at[0], 1);
    assert_int_equal(split.question.at[1], 1);
    assert_int_equal(split.question.at[2], 2);
    assert_int_equal(split.question.at[3], 3);
    assert_int_equal(split.goals.at[0].marked.len, 2);
    assert_int_equal(split.goals.at[3].kind, GOAL_DEADLOCK);
    cube_goals_finish(&split, &r.problem);
    run_go(&r, &por_engine);
    run_end(&r);
}

static void a_formula_has_the_answer_of_its_cubes(void **state)
{
    struct run r;

    (void)state;
    begin(&r);
    ask_formula(&r, "EF q or (q and p)");
    ask_formula(&r, "EF q or (s and r)");
    ask_formula(&r, "EF (s and r) or q");
    ask_formula(&r, "EF deadlock");
    ask_formula(&r, "EF false");
    ask_formula(&r, "EF true");
    ask_trans(&r, "t");
    run_go(&r, &por_engine);
    assert_verdicts(&r, "nyyynyn");
    assert_int_equal(r.answer.findings[1].run.len, 1);
    assert_int_equal(r.answer.findings[1].run.at[0], 2);
    run_end(&r);
}

/* A no to one of the members answers for all of them.  None of them is a cube.
 */
static void cubes_are_not_joint(void **state)
{
    struct run r;

    (void)state;
    begin(&r);
    ask_formula(&r, "EF q or (q and p)");
    ask_trans(&r, "t");
    ask_trans(&r, "v");
    ask_trans(&r, "w");
    r.limits.joint = (struct engine_joint){1, 3};
    run_go(&r, &por_engine);
    assert_verdicts(&r, "nn?y");
    run_end(&r);
}

/* Nothing is left to explore for. */
static void the_first_cube_ends_the_exploration(void **state)
{
    struct run r;

    (void)state;
    begin(&r);
    ask_formula(&r, "EF r or q");
    run_go(&r, &por_engine);
    assert_verdicts(&r, "y");
    assert_int_equal(figure(&r.answer.stats, "pushes"), 0);
    run_end(&r);
}

static void some_formulas_do_not_split(void **state)
{
    struct net *const net = test_net(NET);
    goal_list goals = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(goal_add_formula(&goals, net, "EF deadlock and p", &diag));
    assert_false(cube_goals_fits(goals.at[0].formula, net));
    goal_list_free(&goals);
    net_destroy(net);
}

MODULE(cube_goals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_formula_is_its_cubes),
        cmocka_unit_test(a_formula_has_the_answer_of_its_cubes),
        cmocka_unit_test(cubes_are_not_joint),
        cmocka_unit_test(the_first_cube_ends_the_exploration),
        cmocka_unit_test(some_formulas_do_not_split),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
