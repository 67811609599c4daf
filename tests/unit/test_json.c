#include "cli/json.h"
#include "handles.h"

#include <jansson.h>

#include <unistd.h>

/* A transition with a name that is not UTF-8, and three questions. */
struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct result result;
    const struct compare *compare;
};

static punfpor_net *latin_net(void)
{
    punfpor_builder *builder = punfpor_builder_create(NULL, NULL);

    assert_fine(punfpor_builder_place(builder, "p", NULL, 1, NULL, NULL));
    assert_fine(punfpor_builder_place(builder, "q", NULL, 0, NULL, NULL));
    assert_fine(
        punfpor_builder_transition(builder, "caf\xe9", NULL, NULL, NULL));
    assert_fine(punfpor_builder_transition(builder, "look", NULL, NULL, NULL));
    assert_fine(punfpor_builder_consume(builder, 0, 0, NULL));
    assert_fine(punfpor_builder_read(builder, 1, 1, NULL));

    punfpor_net *net = punfpor_builder_finish(builder, NULL);

    assert_non_null(net);
    return net;
}

static void scene_init(struct scene *scene)
{
    *scene = (struct scene){.net = latin_net()};
    scene->problem = handles_problem(scene->net);
    assert_fine(punfpor_ask_deadlock(scene->problem, NULL, NULL));
    assert_fine(punfpor_set(scene->problem, "engine", "por", NULL));
    assert_fine(punfpor_set(scene->problem, "max-events",
                            "18446744073709551615", NULL));
    result_init(&scene->result, 3);
    scene->result.stop = PUNFPOR_TIME_LIMIT;
    scene->result.findings[0].verdict = PUNFPOR_YES;
    vec_push(&scene->result.findings[0].run, 0);
    strcpy(scene->result.findings[0].engine, "prefix");
    scene->result.findings[0].seconds = 0.125;
    scene->result.findings[1].verdict = PUNFPOR_NO;
    strcpy(scene->result.findings[1].engine, "por");
    strcpy(scene->result.engine, "por");
    vec_push(&scene->result.figures, ((struct result_figure){"events", 7}));
    scene->result.seconds = 0.25;
}

static void scene_finish(struct scene *scene)
{
    result_finish(&scene->result);
    punfpor_destroy(scene->problem);
    punfpor_net_destroy(scene->net);
}

/* The output for the scene, as jansson reads it. */
static json_t *write_and_load(const struct scene *scene)
{
    const struct json_run run = {
        .file = "n.pnml",
        .net = scene->net,
        .problem = scene->problem,
        .result = &scene->result,
        .compare = scene->compare,
    };
    struct diag diag = {0};
    char path[64];

    snprintf(path, sizeof path, "test_json.%ld.json", (long)getpid());
    assert_true(json_write(&run, path, &diag));

    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);

    remove(path);
    assert_non_null(root);
    return root;
}

static void the_schema_is_kept(void **state)
{
    struct scene scene;
    const char *version, *file, *engine, *dependency, *order;
    int places, transitions, arcs, reads, cutoffs, events;
    double deepening, seconds;

    (void)state;
    scene_init(&scene);

    json_t *root = write_and_load(&scene);

    assert_int_equal(
        json_unpack(root,
                    "{s:s,s:{s:s,s:i,s:i,s:i,s:i !},s:o,s:o,s:s,s:n,s:n,"
                    "s:n,s:o,s:n !}",
                    "version", &version, "net", "file", &file, "places",
                    &places, "transitions", &transitions, "arcs", &arcs,
                    "read_arcs", &reads, "options", &(json_t *){0}, "queries",
                    &(json_t *){0}, "stop", &(const char *){0}, "safe",
                    "unsafe", "reduced", "stats", &(json_t *){0}, "comparison"),
        0);
    assert_string_equal(version, punfpor_version());
    assert_string_equal(file, "n.pnml");
    assert_true(places == 2 && transitions == 2 && arcs == 1 && reads == 1);
    assert_int_equal(json_unpack(root, "{s:{s:s,s:s,s:s,s:b,s:F,s:n,s:n}}",
                                 "options", "engine", &engine, "dependency",
                                 &dependency, "order", &order, "cutoffs",
                                 &cutoffs, "deepening", &deepening, "timeout",
                                 "table_limit"),
                     0);
    assert_string_equal(dependency, "read");
    assert_true(deepening == 1.5 && cutoffs);
    assert_int_equal(json_unpack(root, "{s:{s:i,s:F}}", "stats", "events",
                                 &events, "seconds", &seconds),
                     0);
    assert_true(events == 7 && seconds == 0.25);
    json_decref(root);
    scene_finish(&scene);
}

static void queries_hold_verdict_reason_and_run(void **state)
{
    struct scene scene;
    const char *query, *verdict, *reason, *engine, *step;
    int if_safe;
    double seconds;

    (void)state;
    scene_init(&scene);

    json_t *root = write_and_load(&scene);
    json_t *queries = json_object_get(root, "queries");

    assert_int_equal(json_array_size(queries), 3);
    assert_int_equal(json_unpack(json_array_get(queries, 0),
                                 "{s:s,s:s,s:n,s:b,s:s,s:F,s:[s!] !}", "query",
                                 &query, "verdict", &verdict, "reason",
                                 "if_safe", &if_safe, "engine", &engine,
                                 "seconds", &seconds, "witness", &step),
                     0);
    assert_string_equal(query, "reach caf\xc3\xa9");
    assert_string_equal(verdict, "reachable");
    assert_string_equal(step, "caf\xc3\xa9");
    assert_string_equal(engine, "prefix");
    assert_true(seconds == 0.125);
    assert_int_equal(json_unpack(json_array_get(queries, 1),
                                 "{s:s,s:s,s:n,s:b,s:s,s:F,s:n !}", "query",
                                 &query, "verdict", &verdict, "reason",
                                 "if_safe", &if_safe, "engine", &engine,
                                 "seconds", &seconds, "witness"),
                     0);
    assert_string_equal(engine, "por");
    assert_string_equal(verdict, "unreachable");
    assert_int_equal(if_safe, scene.result.findings[1].if_safe);
    assert_int_equal(json_unpack(json_array_get(queries, 2),
                                 "{s:s,s:s,s:s,s:n,s:n,s:n,s:n !}", "query",
                                 &query, "verdict", &verdict, "reason", &reason,
                                 "if_safe", "engine", "seconds", "witness"),
                     0);
    assert_string_equal(query, "deadlock");
    assert_string_equal(reason, "timeout");
    json_decref(root);
    scene_finish(&scene);
}

/* The entry of this option, as jansson reads it. */
static json_t *option(const char *name, const char *value, const char *key)
{
    struct scene scene;
    json_t *root, *found;

    scene_init(&scene);
    assert_fine(punfpor_set(scene.problem, name, value, NULL));
    root = write_and_load(&scene);
    found = json_incref(json_object_get(json_object_get(root, "options"), key));
    assert_non_null(found);
    json_decref(root);
    scene_finish(&scene);
    return found;
}

static void expect_number(const char *name, const char *value, const char *key,
                          double wanted)
{
    json_t *found = option(name, value, key);

    assert_true(json_is_number(found));
    assert_true(json_number_value(found) == wanted);
    json_decref(found);
}

static void expect_type(const char *name, const char *value, const char *key,
                        json_type wanted)
{
    json_t *found = option(name, value, key);

    assert_int_equal(json_typeof(found), wanted);
    json_decref(found);
}

static void options_have_their_types(void **state)
{
    (void)state;
    expect_type("cutoffs", "off", "cutoffs", JSON_FALSE);
    expect_type("cutoffs", "off", "table", JSON_FALSE);
    expect_type("cutoffs", "off", "deepening", JSON_NULL);
    expect_type("table", "on", "table", JSON_TRUE);
    expect_type("table", "off", "table", JSON_FALSE);
    expect_type("table", "2K", "table", JSON_TRUE);
    expect_number("table", "2K", "table_limit", 2048);
    expect_type("cache", "unlimited", "cache", JSON_NULL);
    expect_number("cache", "none", "cache", 0);
    expect_number("cache", "1M", "cache", 1048576);
    expect_number("alternatives", "0", "alternatives", 0);
    expect_number("alternatives", "3", "alternatives", 3);
    expect_type("deepening", "off", "deepening", JSON_NULL);
    expect_number("deepening", "2", "deepening", 2);
    expect_type("interpolation", "off", "interpolation", JSON_FALSE);
    expect_number("check", "2", "check", 2);
    expect_type("timeout", "0", "timeout", JSON_NULL);
    expect_number("timeout", ".5", "timeout", 0.5);
    expect_number("max-depth", "7", "max_depth", 7);
    expect_type("max-memory", "0", "max_memory", JSON_NULL);
    expect_number("max-events", "18446744073709551615", "max_events",
                  (double)INT64_MAX);
}

/* Figures that the engines por and reverse have. */
enum { SHARED_FIGURES = 3 };

/* Figures of the engine are numbers and all others null: the list of names in
 * json.c has all figures of the library. */
static void check_figures(const char *engine, const char *other,
                          const char *third)
{
    struct scene scene;
    struct result of_other, of_third, of_walk, of_reverse;
    uint32_t n_numbers = 0;
    const char *key;
    json_t *value;

    scene_init(&scene);
    result_init(&of_other, 3);
    result_init(&of_third, 3);
    result_init(&of_walk, 3);
    result_init(&of_reverse, 3);
    assert_fine(punfpor_set(scene.problem, "engine", other, NULL));
    assert_fine(punfpor_solve(scene.problem, NULL));
    result_take(&of_other, scene.problem, PUNFPOR_OK, NULL);

    /* Not every engine takes the options of the scene. */
    punfpor *const plain = handles_problem(scene.net);

    assert_fine(punfpor_ask_deadlock(plain, NULL, NULL));
    assert_fine(punfpor_set(plain, "engine", third, NULL));
    assert_fine(punfpor_solve(plain, NULL));
    result_take(&of_third, plain, PUNFPOR_OK, NULL);
    assert_fine(punfpor_set(plain, "engine", "walk", NULL));
    assert_fine(punfpor_set(plain, "max-events", "1000", NULL));
    assert_fine(punfpor_solve(plain, NULL));
    result_take(&of_walk, plain, PUNFPOR_OK, NULL);
    assert_fine(punfpor_set(plain, "engine", "reverse", NULL));
    assert_fine(punfpor_set(plain, "max-depth", "9", NULL));
    assert_fine(punfpor_solve(plain, NULL));
    result_take(&of_reverse, plain, PUNFPOR_OK, NULL);
    punfpor_destroy(plain);
    assert_fine(punfpor_set(scene.problem, "engine", engine, NULL));
    assert_fine(punfpor_solve(scene.problem, NULL));
    result_finish(&scene.result);
    result_init(&scene.result, 3);
    result_take(&scene.result, scene.problem, PUNFPOR_OK, NULL);

    json_t *root = write_and_load(&scene);
    json_t *stats = json_object_get(root, "stats");
    const uint32_t n_figures = scene.result.figures.len;

    for (uint32_t i = 0; i < n_figures; i++)
        assert_true(json_is_integer(
            json_object_get(stats, scene.result.figures.at[i].name)));
    for (uint32_t i = 0; i < of_other.figures.len; i++)
        assert_true(
            json_is_null(json_object_get(stats, of_other.figures.at[i].name)));
    json_object_foreach(stats, key, value) n_numbers += json_is_number(value);
    assert_int_equal(n_numbers, n_figures + 3);
    assert_int_equal(json_object_size(stats),
                     4 + n_figures + of_other.figures.len +
                         of_third.figures.len + of_walk.figures.len +
                         of_reverse.figures.len - SHARED_FIGURES);
    json_decref(root);
    result_finish(&of_other);
    result_finish(&of_third);
    result_finish(&of_walk);
    result_finish(&of_reverse);
    scene_finish(&scene);
}

static void every_figure_is_there(void **state)
{
    (void)state;
    check_figures("por", "state", "equation");
    check_figures("state", "por", "equation");
}

/* A comparison of two rows, one of which crashed. */
static void rows_hold_what_they_have(void **state)
{
    struct compare compare = {0};
    struct compare_row first = {
        .relation = "read", .engine = "fake", .order = "size"};
    struct compare_row second = {.relation = "none",
                                 .engine = "fake",
                                 .order = "foata",
                                 .end = SUBPROCESS_CRASHED};
    struct scene scene;
    const char *relation, *order, *stop, *verdict;
    int events;

    (void)state;
    scene_init(&scene);
    first.result = scene.result;
    result_init(&second.result, 0);
    vec_push(&first.result.figures, ((struct result_figure){"conditions", 8}));
    vec_push(&first.result.figures, ((struct result_figure){"cutoffs", 1}));
    scene.result = first.result; /* the vector may have moved */
    vec_push(&compare.rows, first);
    vec_push(&compare.rows, second);
    scene.compare = &compare;

    json_t *root = write_and_load(&scene);
    json_t *array = json_object_get(root, "comparison");

    assert_true(json_is_null(json_object_get(root, "stats")));
    assert_true(json_is_null(
        json_object_get(json_object_get(root, "options"), "engine")));
    assert_int_equal(json_array_size(array), 2);
    assert_int_equal(
        json_unpack(
            json_array_get(array, 0),
            "{s:s,s:s,s:s,s:i,s:i,s:n,s:i,s:n,s:n,s:F,s:i,s:s,s:[s,s,s!]!}",
            "relation", &relation, "engine", &(const char *){0}, "order",
            &order, "conditions", &(int){0}, "events", &events, "histories",
            "cutoffs", &(int){0}, "maximal_configurations", "max_configuration",
            "seconds", &(double){0}, "peak_bytes", &(int){0}, "stop", &stop,
            "verdicts", &verdict, &(const char *){0}, &(const char *){0}),
        0);
    assert_string_equal(relation, "read");
    assert_string_equal(order, "size");
    assert_string_equal(stop, "timeout");
    assert_string_equal(verdict, "reachable");
    assert_int_equal(events, 7);
    assert_int_equal(json_unpack(json_array_get(array, 1),
                                 "{s:n,s:n,s:s,s:[!]}", "events", "peak_bytes",
                                 "stop", &stop, "verdicts"),
                     0);
    assert_string_equal(stop, "crashed");
    json_decref(root);
    result_finish(&compare.rows.at[1].result);
    vec_free(&compare.rows);
    scene_finish(&scene);
}

MODULE(json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_is_kept),
        cmocka_unit_test(queries_hold_verdict_reason_and_run),
        cmocka_unit_test(options_have_their_types),
        cmocka_unit_test(every_figure_is_there),
        cmocka_unit_test(rows_hold_what_they_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
