#include "cli/compare.h"
#include "cli/json.h"
#include "handles.h"

/* Invented rows with verdicts on two questions. */

enum { N_ROWS = 3, N_QUESTIONS = 2 };

struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct compare compare;
    struct result result;
    struct diag diag;
};

static void scene_init(struct scene *scene)
{
    static const char *const orders[N_ROWS] = {"size", "parikh", "foata"};

    json_prepare();
    *scene = (struct scene){.net = handles_net("p* | a: p > | b: p >")};
    scene->problem = handles_problem(scene->net);
    for (uint32_t i = 0; i < N_ROWS; i++)
        vec_push(&scene->compare.rows,
                 ((struct compare_row){
                     .relation = "read",
                     .engine = "fake",
                     .order = orders[i],
                     .line = json_pack("{s:[{s:s},{s:s}],s:s,s:{}}", "queries",
                                       "verdict", "unknown", "verdict",
                                       "unknown", "stop", "done", "stats"),
                 }));
    result_init(&scene->result, N_QUESTIONS);
}

static void scene_finish(struct scene *scene)
{
    compare_finish(&scene->compare);
    result_finish(&scene->result);
    punfpor_destroy(scene->problem);
    punfpor_net_destroy(scene->net);
}

static json_t *line_of(struct scene *scene, uint32_t row)
{
    return scene->compare.rows.at[row].line;
}

static void says(struct scene *scene, uint32_t row, uint32_t q,
                 enum punfpor_verdict verdict)
{
    json_t *const query =
        json_array_get(json_object_get(line_of(scene, row), "queries"), q);

    json_object_set_new(
        query, "verdict",
        json_string(punfpor_answer_text(scene->problem, q, verdict)));
}

static void stops(struct scene *scene, uint32_t row, enum punfpor_stop stop)
{
    json_object_set_new(line_of(scene, row), "stop_number", json_integer(stop));
    json_object_set_new(line_of(scene, row), "stop",
                        json_string(punfpor_stop_text(stop)));
}

/* The row has no line. */
static void ends(struct scene *scene, uint32_t row, enum child_end end)
{
    json_decref(line_of(scene, row));
    scene->compare.rows.at[row].line = NULL;
    scene->compare.rows.at[row].end = end;
}

static bool join(struct scene *scene)
{
    return compare_join(&scene->compare, scene->problem, &scene->result,
                        &scene->diag);
}

static void verdicts_that_differ_are_an_internal_error(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    says(&scene, 0, 0, PUNFPOR_YES);
    says(&scene, 1, 0, PUNFPOR_YES);
    says(&scene, 1, 1, PUNFPOR_NO);
    says(&scene, 2, 1, PUNFPOR_YES);
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
    says(&scene, 1, 0, PUNFPOR_YES);
    says(&scene, 2, 1, PUNFPOR_NO);
    stops(&scene, 0, PUNFPOR_TIME_LIMIT);
    assert_true(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_NONE);
    assert_int_equal(scene.result.stop, PUNFPOR_TIME_LIMIT);
    assert_int_equal(scene.result.findings[0].verdict, PUNFPOR_YES);
    assert_int_equal(scene.result.findings[1].verdict, PUNFPOR_NO);
    assert_ptr_equal(
        json_array_get(scene.compare.answers, 0),
        json_array_get(json_object_get(line_of(&scene, 1), "queries"), 0));
    scene_finish(&scene);
}

static void a_crash_is_told_and_the_others_count(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    ends(&scene, 1, CHILD_CRASHED);
    says(&scene, 0, 0, PUNFPOR_NO);
    assert_true(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_INTERNAL);
    assert_string_equal(scene.diag.text, "the row read fake parikh crashed");
    assert_int_equal(scene.result.findings[0].verdict, PUNFPOR_NO);
    scene_finish(&scene);
}

static void bad_input_outweighs_limits(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    ends(&scene, 0, CHILD_KILLED);
    ends(&scene, 1, CHILD_EMPTY);
    stops(&scene, 2, PUNFPOR_UNSAFE);
    json_object_set_new(line_of(&scene, 2), "unsafe",
                        json_pack("{s:[s],s:s,s:s}", "run", "a", "transition",
                                  "b", "place", "p"));
    assert_true(join(&scene));
    assert_int_equal(scene.result.stop, PUNFPOR_UNSAFE);
    assert_string_equal(scene.result.unsafe_transition, "b");
    assert_string_equal(scene.result.unsafe_place, "p");
    assert_string_equal(scene.result.unsafe_run.at[0], "a");
    scene_finish(&scene);
}

static void a_row_that_fails_says_why(void **state)
{
    struct scene scene;

    (void)state;
    scene_init(&scene);
    json_object_set_new(line_of(&scene, 0), "report",
                        json_pack("{s:i,s:s,s:i,s:i,s:s}", "code", DIAG_INPUT,
                                  "file", "f", "line", 4, "column", 5, "text",
                                  "said"));
    assert_false(join(&scene));
    assert_int_equal(scene.diag.code, DIAG_INPUT);
    assert_string_equal(scene.diag.file, "f");
    assert_int_equal(scene.diag.column, 5);
    assert_report(&scene.diag, 4, "said");
    scene_finish(&scene);
}

static void a_lost_row_is_a_limit(void **state)
{
    const struct compare_row *rows;
    struct scene scene;

    (void)state;
    scene_init(&scene);
    rows = scene.compare.rows.at;
    ends(&scene, 1, CHILD_STARVED);
    ends(&scene, 2, CHILD_KILLED);
    assert_true(join(&scene));
    assert_int_equal(scene.result.stop, PUNFPOR_MEMORY_LIMIT);
    assert_string_equal(compare_row_stop(&rows[0]), "done");
    assert_string_equal(compare_row_stop(&rows[1]), "out of memory");
    assert_string_equal(compare_row_stop(&rows[2]), "timeout");
    ends(&scene, 2, CHILD_CRASHED);
    assert_string_equal(compare_row_stop(&rows[2]), "crashed");
    scene_finish(&scene);
}

/* The rows of a net, one "relation engine order" a line; without cutoffs when
 * no order is given. */
static void expect_filtered(const char *text, const char *dependency,
                            const char *order, const struct options *options,
                            const char *wanted)
{
    punfpor_net *net = handles_net(text);
    punfpor *problem = punfpor_create(net, NULL);
    struct compare compare;
    char seen[1024] = "";
    size_t len = 0;

    assert_fine(punfpor_set(problem, "dependency", dependency, NULL));
    if (order)
        assert_fine(punfpor_set(problem, "order", order, NULL));
    else
        assert_fine(punfpor_set(problem, "cutoffs", "off", NULL));
    compare_init(&compare, net, problem, options);
    for (uint32_t i = 0; i < compare.rows.len; i++) {
        const struct compare_row *row = &compare.rows.at[i];

        len += (size_t)snprintf(seen + len, sizeof seen - len, "%s %s %s\n",
                                row->relation, row->engine, row->order);
        assert_int_equal(row->visits, !strcmp(row->engine, "por"));
    }
    assert_string_equal(seen, wanted);
    compare_finish(&compare);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
}

static void expect_rows(const char *text, const char *dependency,
                        const char *order, const char *wanted)
{
    expect_filtered(text, dependency, order, &(struct options){0}, wanted);
}

static void the_rows_are_those_that_apply(void **state)
{
    (void)state;
    expect_rows("p* q | a: p > q", "read", "foata",
                "classic por foata\nclassic prefix size\n"
                "classic prefix foata\nclassic from-prefix foata\n"
                "classic merged foata\n");
    expect_rows("p* q r* | a: p ? r > q", "classic", "size",
                "classic por size\nclassic prefix size\n"
                "classic prefix foata\nclassic from-prefix size\n"
                "classic merged size\n"
                "read por size\nread prefix size\n"
                "read prefix foata\nread from-prefix size\n"
                "read merged size\n");
    expect_rows("p* q | a: p > q", "none", "parikh",
                "classic por parikh\nclassic prefix size\n"
                "classic prefix parikh\nclassic prefix foata\n"
                "classic from-prefix parikh\nclassic merged parikh\n"
                "none por parikh\nnone prefix size\n"
                "none prefix parikh\nnone prefix foata\n"
                "none from-prefix parikh\n");
    expect_rows("p* q | a: p > q", "classic", NULL,
                "classic por foata\nclassic prefix foata\n"
                "classic from-prefix foata\n");
}

/* The problem already has the relation of the file. */
static void a_relation_of_the_users_has_rows(void **state)
{
    FILE *file = fopen("test_compare.indep", "w");

    (void)state;
    assert_non_null(file);
    fclose(file);
    expect_rows("p* q | a: p > q", "test_compare.indep", "foata",
                "classic por foata\nclassic prefix size\n"
                "classic prefix foata\nclassic from-prefix foata\n"
                "classic merged foata\n"
                "user por foata\nuser prefix size\n"
                "user prefix foata\nuser from-prefix foata\n");
    remove("test_compare.indep");
}

/* The line of a row, with runs of blanks collapsed. */
static void expect_line(const struct compare_row *row, uint32_t n_questions,
                        const char *wanted)
{
    char seen[1024];
    FILE *file = tmpfile();
    size_t n;

    assert_non_null(file);
    compare_row_print(file, row, n_questions);
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
    struct compare_row *row;

    (void)state;
    scene_init(&scene);
    row = &scene.compare.rows.at[0];
    says(&scene, 0, 0, PUNFPOR_YES);
    stops(&scene, 0, PUNFPOR_TIME_LIMIT);
    json_object_set_new(row->line, "stats",
                        json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:f,s:i}",
                                  "histories", 6, "events", 2, "conditions", 3,
                                  "cutoffs", 1, "maximal_configurations", 5,
                                  "max_configuration", 4, "seconds", 0.5,
                                  "peak_bytes", 2500000));
    expect_line(row, 2,
                "read fake size 3 2 1 - - 0.500 2.5MB 1 reachable, "
                "1 unknown (timeout)\n");
    row->reads = true;
    expect_line(row, 2,
                "read fake size 3 2 6 1 - - 0.500 2.5MB 1 reachable, "
                "1 unknown (timeout)\n");
    row->engine = "from-prefix";
    row->is_merged = true;
    expect_line(row, 2,
                "read from-prefix size 3 2 - 1 - - 0.500 2.5MB 1 reachable, "
                "1 unknown (timeout)\n");
    row->engine = "fake";
    row->reads = false;
    row->visits = true;
    expect_line(row, 1, "read fake size 3 2 1 5 4 0.500 2.5MB reachable\n");
    expect_line(row, 0,
                "read fake size 3 2 1 5 4 0.500 2.5MB unknown (timeout)\n");
    ends(&scene, 0, CHILD_EMPTY);
    row->seconds = 0.5;
    expect_line(row, 0,
                "read fake size - - - - - 0.500 - unknown (out of memory)\n");
    expect_line(row, 2,
                "read fake size - - - - - 0.500 - 2 unknown (out of "
                "memory)\n");
    scene_finish(&scene);
}

static void rows_as_json_hold_what_they_have(void **state)
{
    struct scene scene;
    const char *stop, *verdict, *other;
    json_t *table;
    int events;

    (void)state;
    scene_init(&scene);
    says(&scene, 0, 0, PUNFPOR_YES);
    json_object_set_new(line_of(&scene, 0), "stats",
                        json_pack("{s:i,s:i,s:i,s:f,s:i}", "conditions", 8,
                                  "events", 7, "cutoffs", 1, "seconds", 0.5,
                                  "peak_bytes", 9));
    ends(&scene, 1, CHILD_CRASHED);
    assert_true(join(&scene));
    table = scene.compare.table;
    assert_int_equal(json_array_size(table), N_ROWS);
    assert_int_equal(
        json_unpack(json_array_get(table, 0),
                    "{s:s,s:s,s:s,s:i,s:i,s:n,s:i,s:n,s:n,s:F,s:i,s:s,s:[s,s!]"
                    "!}",
                    "relation", &other, "engine", &other, "order", &other,
                    "conditions", &events, "events", &events, "histories",
                    "cutoffs", &(int){0}, "maximal_configurations",
                    "max_configuration", "seconds", &(double){0}, "peak_bytes",
                    &(int){0}, "stop", &stop, "verdicts", &verdict, &other),
        0);
    assert_string_equal(stop, "done");
    assert_string_equal(verdict, "reachable");
    assert_string_equal(other, "unknown");
    assert_int_equal(events, 7);
    assert_int_equal(json_unpack(json_array_get(table, 1),
                                 "{s:n,s:n,s:s,s:[s,s!]}", "events",
                                 "peak_bytes", "stop", &stop, "verdicts",
                                 &verdict, &other),
                     0);
    assert_string_equal(stop, "crashed");
    assert_string_equal(verdict, "unknown");
    scene_finish(&scene);
}

/* --- rows that are run --------------------------------------------------- */

/* Compares with this option set; returns how many rows ran. */
static uint32_t run_all(const char *line, const char *option, const char *value,
                        struct result *result)
{
    punfpor_net *net = handles_net(line);
    punfpor *problem = handles_problem(net);
    const struct compare_task task = {.problem = problem, .net = net};
    struct compare compare;
    struct diag diag = {0};
    FILE *out = tmpfile();

    json_prepare();
    assert_non_null(out);
    if (option)
        assert_fine(punfpor_set(problem, option, value, NULL));
    result_init(result, punfpor_questions(problem));
    compare_init(&compare, net, problem, &(struct options){0});
    assert_true(compare_run(&compare, &task, out, &diag));
    assert_true(compare_join(&compare, problem, result, &diag));
    assert_int_equal(diag.code, DIAG_NONE);

    const uint32_t n_rows = compare.rows.len;

    for (uint32_t i = 0; i < n_rows; i++)
        assert_int_equal(compare.rows.at[i].end, CHILD_DONE);
    assert_string_equal(punfpor_get(problem, "engine"), "auto");
    fclose(out);
    compare_finish(&compare);
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return n_rows;
}

static void rows_run_their_engine(void **state)
{
    struct result result;

    (void)state;
    assert_int_equal(run_all("p* q r | a: p > q | c: r >", NULL, NULL, &result),
                     5);
    assert_int_equal(result.stop, PUNFPOR_DONE);
    assert_int_equal(result.findings[0].verdict, PUNFPOR_YES);
    assert_int_equal(result.findings[1].verdict, PUNFPOR_NO);
    result_finish(&result);
}

/* Options of por do not affect the rows of prefix. */
static void rows_leave_out_options_of_others(void **state)
{
    struct result result;

    (void)state;
    assert_int_equal(run_all("p* q | a: p > q", "table", "off", &result), 5);
    assert_int_equal(result.stop, PUNFPOR_DONE);
    result_finish(&result);
}

static void bad_input_ends_the_table(void **state)
{
    struct result result;

    (void)state;
    assert_int_equal(
        run_all("p* q r | a: p > q | b: > q | c: r >", NULL, NULL, &result), 1);
    assert_int_equal(result.stop, PUNFPOR_UNSAFE);
    result_finish(&result);
}

static void given_options_say_which_rows_there_are(void **state)
{
    const char *const net = "p* q r* | a: p ? r > q";

    (void)state;
    expect_filtered(net, "read", "foata", &(struct options){.engine = "prefix"},
                    "classic prefix size\nclassic prefix foata\n"
                    "classic from-prefix foata\n"
                    "read prefix size\nread prefix foata\n"
                    "read from-prefix foata\n");
    expect_filtered(net, "read", "parikh",
                    &(struct options){.engine = "por",
                                      .dependency = "read",
                                      .order = "parikh"},
                    "read por parikh\n");
    expect_filtered(net, "none", "size",
                    &(struct options){.dependency = "none", .order = "size"},
                    "none por size\nnone prefix size\nnone from-prefix size\n");
    expect_filtered("p* q | a: p > q", "read", "size",
                    &(struct options){.engine = "por", .dependency = "read"},
                    "read por size\n");
}

static void options_that_no_row_uses_are_refused(void **state)
{
    struct options options = {.table = "off", .order = "size"};
    struct diag diag = {0};

    (void)state;
    assert_true(compare_fits(&options, &diag));
    options.stubborn = "none";
    assert_false(compare_fits(&options, &diag));
    assert_int_equal(diag.code, DIAG_USAGE);
    assert_non_null(strstr(diag.text, "stubborn"));
    options.stubborn = NULL;
    options.engine = "por";
    assert_true(compare_fits(&options, &diag));
    options.engine = "prefix";
    diag = (struct diag){0};
    assert_false(compare_fits(&options, &diag));
    assert_non_null(strstr(diag.text, "'table'"));
    options = (struct options){.engine = "state"};
    diag = (struct diag){0};
    assert_false(compare_fits(&options, &diag));
    assert_non_null(strstr(diag.text, "not of 'state'"));
}

MODULE(compare)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_that_differ_are_an_internal_error),
        cmocka_unit_test(one_row_answers_for_all),
        cmocka_unit_test(a_crash_is_told_and_the_others_count),
        cmocka_unit_test(bad_input_outweighs_limits),
        cmocka_unit_test(a_row_that_fails_says_why),
        cmocka_unit_test(a_lost_row_is_a_limit),
        cmocka_unit_test(the_rows_are_those_that_apply),
        cmocka_unit_test(a_relation_of_the_users_has_rows),
        cmocka_unit_test(what_a_row_lacks_is_a_dash),
        cmocka_unit_test(rows_as_json_hold_what_they_have),
        cmocka_unit_test(rows_run_their_engine),
        cmocka_unit_test(rows_leave_out_options_of_others),
        cmocka_unit_test(bad_input_ends_the_table),
        cmocka_unit_test(given_options_say_which_rows_there_are),
        cmocka_unit_test(options_that_no_row_uses_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
