#include "cli/compare.h"
#include "cli/outcome.h"
#include "handles.h"

#include <unistd.h>

/* A transition with a name that is not UTF-8, and three questions. */
struct scene {
    punfpor_net *net;
    punfpor *problem;
    struct result result;
    json_t *comparison, *answers;
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
    json_prepare();
    *scene = (struct scene){.net = latin_net()};
    scene->problem = handles_problem(scene->net);
    assert_fine(punfpor_ask_deadlock(scene->problem, NULL, NULL));
    assert_fine(punfpor_set(scene->problem, "engine", "por", NULL));
    assert_fine(punfpor_set(scene->problem, "max-events",
                            "18446744073709551615", NULL));
    assert_fine(punfpor_solve(scene->problem, NULL));
    result_init(&scene->result, 3);
    result_take(&scene->result, scene->problem, scene->net);
    scene->result.stop = PUNFPOR_TIME_LIMIT;
    scene->result.is_safe = false;
    scene->result.findings[2].verdict = PUNFPOR_UNKNOWN;
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
    char path[64];
    const struct options options = {.net = "n.pnml", .json = path};
    const struct compare compare = {.table = scene->comparison,
                                    .answers = scene->answers};
    const struct outcome outcome = {
        .options = &options,
        .net = scene->net,
        .problem = scene->problem,
        .has_result = true,
        .result = scene->result,
        .compare = scene->comparison ? &compare : NULL,
    };
    struct diag diag = {0};

    snprintf(path, sizeof path, "test_json.%ld.json", (long)getpid());
    assert_true(json_run_write(&outcome, &diag));

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
    assert_true(events == 1 && seconds >= 0);
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
    assert_string_equal(engine, "por");
    assert_true(seconds >= 0);
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

/* The names of the figures of all engines are in the line, and those of the
 * engine are numbers. */
static void check_figures(const char *engine)
{
    struct scene scene;
    uint32_t n_names = 0, n_numbers = 0;
    const char *key;
    json_t *value;

    scene_init(&scene);
    assert_fine(punfpor_set(scene.problem, "engine", engine, NULL));
    assert_fine(punfpor_solve(scene.problem, NULL));
    while (punfpor_figure_name(NULL, n_names))
        n_names++;

    json_t *const root = write_and_load(&scene);
    json_t *const stats = json_object_get(root, "stats");
    const uint32_t n_figures = punfpor_figure_count(scene.problem);

    for (uint32_t i = 0; i < n_figures; i++)
        assert_true(json_is_integer(
            json_object_get(stats, punfpor_figure_name(scene.problem, i))));
    json_object_foreach(stats, key, value) n_numbers += json_is_number(value);
    assert_int_equal(n_numbers, n_figures + 3);
    assert_int_equal(json_object_size(stats), 4 + n_names);
    json_decref(root);
    scene_finish(&scene);
}

static void every_figure_is_there(void **state)
{
    (void)state;
    check_figures("por");
    check_figures("state");
}

/* A comparison has no figures of its own, and runs of its rows. */
static void a_comparison_has_the_runs_of_its_rows(void **state)
{
    struct scene scene;
    const char *step;

    (void)state;
    scene_init(&scene);
    scene.comparison = json_pack("[{s:s}]", "relation", "read");
    scene.answers = json_pack("[{s:[s]},n,n]", "witness", "t");

    json_t *root = write_and_load(&scene);

    assert_true(
        json_equal(json_object_get(root, "comparison"), scene.comparison));
    assert_true(json_is_null(json_object_get(root, "stats")));
    assert_true(json_is_null(
        json_object_get(json_object_get(root, "options"), "engine")));
    assert_int_equal(
        json_unpack(root, "{s:[{s:[s!]}]}", "queries", "witness", &step), 0);
    assert_string_equal(step, "t");
    json_decref(root);
    json_decref(scene.comparison);
    json_decref(scene.answers);
    scene_finish(&scene);
}

/* All bytes, in lines of other processes. */
static void bytes_come_back(void **state)
{
    char bytes[256];
    text_buffer back = {0};
    json_t *object;
    char *text;

    (void)state;
    json_prepare();
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    object = json_pack("{s:o}", "out", json_bytes(bytes, sizeof bytes));
    text = json_text(object);
    json_decref(object);
    assert_null(strchr(text, '\n'));
    object = json_receive(text, strlen(text));
    json_take_bytes(json_object_get(object, "out"), &back);
    assert_int_equal(back.len, sizeof bytes);
    assert_memory_equal(back.at, bytes, sizeof bytes);
    json_take_bytes(json_object_get(object, "err"), &back);
    assert_int_equal(back.len, 0);
    json_decref(object);
    for (size_t n = strlen(text); n-- > 0;)
        assert_null(json_receive(text, n));
    assert_null(json_receive("[1]", 3));
    mem_free(text);
    vec_free(&back);
}

MODULE(json)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_is_kept),
        cmocka_unit_test(queries_hold_verdict_reason_and_run),
        cmocka_unit_test(options_have_their_types),
        cmocka_unit_test(every_figure_is_there),
        cmocka_unit_test(a_comparison_has_the_runs_of_its_rows),
        cmocka_unit_test(bytes_come_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
