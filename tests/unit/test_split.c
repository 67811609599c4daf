/* A formula is asked as its cubes, and has the answer that they have
 * together. */
#include "por/split.h"
#include "test.h"

#define NET "p* q r* s | t: p ? q > r | v: q r > s"

/* Stands in for an engine: answers as the text of the first goal says, with one
 * letter a goal (y, n, ?), and with runs that tell the goals apart. */
static void follow_script(const struct engine_problem *problem,
                          const struct engine_limits *limits,
                          struct answer *answer)
{
    const char *const script = problem->question.goals[0].text;

    assert_int_equal(answer->n_findings, problem->question.n_goals);
    assert_int_equal(strlen(script), problem->question.n_goals);
    for (uint32_t g = 0; g < answer->n_findings; g++) {
        assert_int_not_equal(problem->question.goals[g].kind, GOAL_FORMULA);
        answer->findings[g].verdict = script[g] == 'y'   ? VERDICT_YES
                                      : script[g] == 'n' ? VERDICT_NO
                                                         : VERDICT_UNKNOWN;
        answer->findings[g].seconds = g;
        if (script[g] == 'y')
            vec_push(&answer->findings[g].run, g);
        if (script[g] != '?')
            limits->news.tell(limits->news.self, g, &answer->findings[g], NULL);
    }
}

/* Appends the question of which a verdict is told. */
static void note(void *self, uint32_t goal,
                 const struct answer_finding *finding, const char *engine)
{
    char *const told = self;

    assert_int_equal(finding->verdict, VERDICT_YES);
    assert_null(engine);
    assert_true(strlen(told) < 2);
    told[strlen(told)] = (char)('0' + goal);
}

/* Each yes is told once, as one about its question. */
static void assert_told(const struct answer *answer, const char *told)
{
    for (uint32_t g = 0; g < 2; g++)
        assert_int_equal(strchr(told, (int)('0' + g)) != NULL,
                         answer->findings[g].verdict == VERDICT_YES);
}

/* Asks the formula, then t, with this script; fills the answer, which the
 * caller finishes. */
static void ask(const char *formula, const char *script, struct answer *answer)
{
    struct net *const net = test_net(NET);
    goal_list goals = {0};
    struct diag diag = {0};
    char told[8] = "";
    const struct engine_limits limits = {.news = {note, told}};

    assert_true(goal_add_formula(&goals, net, formula, &diag));
    assert_true(goal_add_trans(&goals, net, "t", &diag));
    mem_free(goals.at[0].text);
    goals.at[0].text = mem_text(script);

    const struct engine_problem problem = {
        .net = net,
        .question.goals = goals.at,
        .question.n_goals = goals.len,
    };

    assert_true(split_is_needed(&problem));
    assert_true(split_fits(goals.at[0].formula, net));
    answer_init(answer, 2);
    split_run(&problem, &limits, answer, follow_script);
    assert_int_equal(answer->n_findings, 2);
    assert_told(answer, told);
    goal_list_free(&goals);
    net_destroy(net);
}

static void assert_verdicts(const char *script, enum answer_verdict formula,
                            enum answer_verdict other)
{
    struct answer answer;

    ask("EF (p or q) and s", script, &answer);
    assert_int_equal(answer.findings[0].verdict, formula);
    assert_int_equal(answer.findings[1].verdict, other);
    answer_finish(&answer);
}

static void a_formula_has_the_answer_of_its_cubes(void **state)
{
    (void)state;
    assert_verdicts("nny", VERDICT_NO, VERDICT_YES);
    assert_verdicts("nyn", VERDICT_YES, VERDICT_NO);
    assert_verdicts("y?n", VERDICT_YES, VERDICT_NO);
    assert_verdicts("?y?", VERDICT_YES, VERDICT_UNKNOWN);
    assert_verdicts("?nn", VERDICT_UNKNOWN, VERDICT_NO);
    assert_verdicts("n?n", VERDICT_UNKNOWN, VERDICT_NO);
}

static void the_run_is_that_of_the_cube(void **state)
{
    struct answer answer;

    (void)state;
    ask("EF (p or q) and s", "nyy", &answer);
    assert_int_equal(answer.findings[0].run.len, 1);
    assert_int_equal(answer.findings[0].run.at[0], 1);
    assert_int_equal(answer.findings[1].run.at[0], 2);
    answer_finish(&answer);
}

static void a_no_is_known_when_the_last_cube_is(void **state)
{
    struct answer answer;

    (void)state;
    ask("EF (p or q) and s", "nnn", &answer);
    assert_true(answer.findings[0].seconds == 1);
    answer_finish(&answer);
}

static void a_deadlock_is_one_question(void **state)
{
    struct answer answer;

    (void)state;
    ask("EF deadlock", "ny", &answer);
    assert_int_equal(answer.findings[0].verdict, VERDICT_NO);
    assert_int_equal(answer.findings[1].verdict, VERDICT_YES);
    answer_finish(&answer);
}

static void some_formulas_do_not_split(void **state)
{
    struct net *const net = test_net(NET);
    goal_list goals = {0};
    struct diag diag = {0};

    (void)state;
    assert_true(goal_add_formula(&goals, net, "EF deadlock and p", &diag));
    assert_false(split_fits(goals.at[0].formula, net));
    goal_list_free(&goals);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_formula_has_the_answer_of_its_cubes),
        cmocka_unit_test(the_run_is_that_of_the_cube),
        cmocka_unit_test(a_no_is_known_when_the_last_cube_is),
        cmocka_unit_test(a_deadlock_is_one_question),
        cmocka_unit_test(some_formulas_do_not_split),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
