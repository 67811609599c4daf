#include "cli/compare.h"
#include "test.h"

/* What made-up rows say about two questions. */

enum { N_ROWS = 3, N_GOALS = 2 };

struct scene {
    struct engine engine;
    struct goal goals[N_GOALS];
    struct engine_problem problem;
    struct row rows[N_ROWS];
    struct answer answer;
    struct diag diag;
};

static char first[] = "reach a", second[] = "reach b";

static void scene_init(struct scene *scene)
{
    static const char *const orders[N_ROWS] = {"size", "parikh", "foata"};

    *scene = (struct scene){.engine = {.name = "fake"}};
    scene->goals[0].text = first;
    scene->goals[1].text = second;
    scene->problem = (struct engine_problem){.question.goals = scene->goals,
                                             .question.n_goals = N_GOALS};
    for (uint32_t i = 0; i < N_ROWS; i++) {
        scene->rows[i] = (struct row){.relation = "read",
                                      .engine = &scene->engine,
                                      .order_name = orders[i]};
        answer_init(&scene->rows[i].answer, N_GOALS);
    }
    answer_init(&scene->answer, N_GOALS);
}

static void scene_finish(struct scene *scene)
{
    for (uint32_t i = 0; i < N_ROWS; i++)
        row_finish(&scene->rows[i]);
    answer_finish(&scene->answer);
}

static void says(struct scene *scene, uint32_t row, uint32_t goal,
                 enum answer_verdict verdict)
{
    scene->rows[row].answer.findings[goal].verdict = verdict;
}

static bool join(struct scene *scene)
{
    return compare_join(scene->rows, N_ROWS, &scene->problem, &scene->answer,
                        &scene->diag);
}

static void verdicts_that_differ_are_our_fault(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    says(&scene, 0, 0, VERDICT_YES);
    says(&scene, 1, 0, VERDICT_YES);
    says(&scene, 1, 1, VERDICT_NO);
    says(&scene, 2, 1, VERDICT_YES);
    assert_false(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_INTERNAL);
    assert_string_equal(scene.diag.text,
                        "the verdicts on 'reach b' differ: reachable under "
                        "read fake foata, unreachable under read fake parikh");
    scene_finish(&scene);
}

static void one_row_answers_for_all(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    says(&scene, 1, 0, VERDICT_YES);
    vec_push(&scene.rows[1].answer.findings[0].run, 42);
    says(&scene, 2, 1, VERDICT_NO);
    scene.rows[0].answer.stop = STOP_TIME;
    assert_true(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_NONE);
    assert_int_equal(scene.answer.stop, STOP_TIME);
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_YES);
    assert_int_equal(scene.answer.findings[0].run.len, 1);
    assert_int_equal(scene.answer.findings[0].run.at[0], 42);
    assert_int_equal(scene.answer.findings[1].verdict, VERDICT_NO);
    scene_finish(&scene);
}

static void a_crash_is_told_and_the_others_count(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    scene.rows[1].end = ROW_CRASHED;
    says(&scene, 0, 0, VERDICT_NO);
    assert_true(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_INTERNAL);
    assert_string_equal(scene.diag.text, "the row read fake parikh crashed");
    assert_int_equal(scene.answer.findings[0].verdict, VERDICT_NO);
    scene_finish(&scene);
}

static void bad_input_outweighs_limits(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    scene.rows[0].end = ROW_KILLED;
    scene.rows[1].end = ROW_MEMORY;
    scene.rows[2].answer.stop = STOP_UNSAFE;
    scene.rows[2].answer.unsafe_trans = 5;
    vec_push(&scene.rows[2].answer.unsafe_run, 6);
    assert_true(join(&scene));
    assert_int_equal(scene.answer.stop, STOP_UNSAFE);
    assert_int_equal(scene.answer.unsafe_trans, 5);
    assert_int_equal(scene.answer.unsafe_run.at[0], 6);
    scene_finish(&scene);
}

/* The rows of a net, as "relation engine order" in lines. */
static void expect_rows(const char *text, enum dep_kind kind,
                        enum engine_order order, const char *wanted)
{
    struct net *net = test_net(text);
    struct dep *dep = dep_create(net, kind);
    struct compare compare;
    char seen[1024] = "";
    size_t len = 0;

    compare_init(&compare, net, dep, order);
    for (uint32_t i = 0; i < compare.rows.len; i++) {
        const struct row *row = &compare.rows.at[i];

        len +=
            (size_t)snprintf(seen + len, sizeof seen - len, "%s %s %s\n",
                             row->relation, row->engine->name, row->order_name);
    }
    assert_string_equal(seen, wanted);
    compare_finish(&compare);
    dep_destroy(dep);
    net_destroy(net);
}

static void the_rows_are_those_that_apply(void **state)
{
    (void)state;
    expect_rows("p* q | a: p > q", DEP_READ, ORDER_FOATA,
                "classic por foata\nclassic prefix size\n"
                "classic prefix foata\n");
    expect_rows("p* q r* | a: p ? r > q", DEP_CLASSIC, ORDER_SIZE,
                "classic por size\nclassic prefix size\n"
                "classic prefix foata\nread por size\nread prefix size\n"
                "read prefix foata\n");
    expect_rows("p* q | a: p > q", DEP_NONE, ORDER_PARIKH,
                "classic por parikh\nclassic prefix size\n"
                "classic prefix parikh\nclassic prefix foata\n"
                "none por parikh\nnone prefix size\n"
                "none prefix parikh\nnone prefix foata\n");
}

/* The line of a row, blanks run together. */
static void expect_line(const struct row *row, const char *wanted)
{
    char seen[1024];
    FILE *file = tmpfile();
    size_t n;

    assert_non_null(file);
    compare_print_row(file, row);
    rewind(file);
    n = fread(seen, 1, sizeof seen - 1, file);
    fclose(file);
    seen[n] = '\0';

    char *to = seen;

    for (char *from = seen; *from; from++)
        if (*from != ' ' || from[1] != ' ')
            *to++ = *from;
    *to = '\0';
    assert_string_equal(seen, wanted);
}

static void what_a_row_lacks_is_a_dash(void **state)
{
    struct scene scene;
    struct row *row = &scene.rows[0];

    (void)state;
    scene_init(&scene);
    says(&scene, 0, 0, VERDICT_YES);
    row->answer.stop = STOP_TIME;
    row->answer.stats = (struct answer_stats){.events = 2,
                                              .conditions = 3,
                                              .cutoffs = 1,
                                              .maximal_configurations = 5,
                                              .max_configuration = 4,
                                              .seconds = 0.5,
                                              .peak_bytes = 2500000};
    expect_line(row, "read fake size 3 2 1 - - 0.500 2.5MB 1 reachable, "
                     "1 unknown (timeout)\n");
    scene.engine.visits = true;
    row->answer.n_findings = 1;
    expect_line(row, "read fake size 3 2 1 5 4 0.500 2.5MB reachable\n");
    row->answer.n_findings = 0;
    expect_line(row, "read fake size 3 2 1 5 4 0.500 2.5MB unknown "
                     "(timeout)\n");
    row->end = ROW_MEMORY;
    expect_line(row, "read fake size - - - - - 0.500 - unknown (out of "
                     "memory)\n");
    row->answer.n_findings = N_GOALS;
    scene_finish(&scene);
}

/* An engine that claims a run which cannot be fired. */
static void lie(const struct engine_problem *problem,
                const struct engine_limits *limits, struct answer *answer)
{
    (void)problem, (void)limits;
    answer->findings[0].verdict = VERDICT_YES;
    vec_push(&answer->findings[0].run, 0);
    vec_push(&answer->findings[0].run, 0);
}

static void runs_of_rows_are_proved(void **state)
{
    struct net *net = test_net("p* q | a: p > q");
    struct dep *dep = dep_create(net, DEP_CLASSIC);
    const struct engine liar = {.name = "liar", .run = lie};
    const struct engine_limits limits = {0};
    struct diag diag = {0};
    goal_list goals = {0};
    struct compare compare;

    (void)state;
    assert_true(goal_add_trans(&goals, net, "a", &diag));

    const struct engine_problem problem = {.net = net,
                                           .question.goals = goals.at,
                                           .question.n_goals = 1,
                                           .unfolding.cutoffs = true};

    compare_init(&compare, net, dep, ORDER_FOATA);
    compare.rows.at[0].engine = &liar;
    FILE *out = tmpfile();

    assert_non_null(out);
    assert_false(compare_run(&compare, &problem, &limits, out, &diag));
    assert_int_equal(diag.code, DIAG_INTERNAL);
    assert_int_equal(ftell(out), 0);
    fclose(out);
    compare_finish(&compare);
    goal_list_free(&goals);
    dep_destroy(dep);
    net_destroy(net);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_that_differ_are_our_fault),
        cmocka_unit_test(one_row_answers_for_all),
        cmocka_unit_test(a_crash_is_told_and_the_others_count),
        cmocka_unit_test(bad_input_outweighs_limits),
        cmocka_unit_test(the_rows_are_those_that_apply),
        cmocka_unit_test(what_a_row_lacks_is_a_dash),
        cmocka_unit_test(runs_of_rows_are_proved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
