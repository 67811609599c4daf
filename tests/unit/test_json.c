#include "cli/json.h"
#include "support.h"

#include <jansson.h>

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

/* A transition whose name is no UTF-8, and three questions. */
struct scene {
    struct net *net;
    goal_list goals;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
    const struct row *rows;
    uint32_t n_rows;
};

static void scene_init(struct scene *scene)
{
    struct draft_net *draft = draft_create("p* q");

    *scene = (struct scene){0};
    draft_trans(draft, "caf\xe9", "p", "", "");
    draft_trans(draft, "look", "", "", "q");
    scene->net = draft_finish(draft);
    goal_add_all_trans(&scene->goals, scene->net);
    goal_add_deadlock(&scene->goals);
    scene->problem =
        (struct engine_problem){.net = scene->net,
                                .question.goals = scene->goals.at,
                                .question.n_goals = scene->goals.len,
                                .unfolding.cutoffs = true,
                                .por.deepening = 1.5};
    scene->limits = (struct engine_limits){.max_events = UINT64_MAX};
    answer_init(&scene->answer, scene->goals.len);
    scene->answer.stop = STOP_TIME;
    scene->answer.findings[0].verdict = VERDICT_YES;
    vec_push(&scene->answer.findings[0].run, 0);
    scene->answer.findings[0].engine = "prefix";
    scene->answer.findings[0].seconds = 0.125;
    scene->answer.findings[1].verdict = VERDICT_NO;
    scene->answer.stats.events = 7;
    scene->answer.stats.seconds = 0.25;
}

static void scene_finish(struct scene *scene)
{
    answer_finish(&scene->answer);
    goal_list_free(&scene->goals);
    net_destroy(scene->net);
}

/* The scene as jansson reads it back. */
static json_t *write_and_load(const struct scene *scene)
{
    const struct json_run run = {
        .file = "n.pnml",
        .engine = "por",
        .dependency = "read",
        .order = "foata",
        .stubborn = "none",
        .problem = &scene->problem,
        .limits = &scene->limits,
        .answer = &scene->answer,
        .rows = scene->rows,
        .n_rows = scene->n_rows,
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
    const char *file, *engine, *dependency, *order;
    int places, transitions, arcs, reads, cutoffs, events;
    double deepening, seconds;

    (void)state;
    scene_init(&scene);

    json_t *root = write_and_load(&scene);

    assert_int_equal(
        json_unpack(root, "{s:{s:s,s:i,s:i,s:i,s:i !},s:o,s:o,s:s,s:o,s:n !}",
                    "net", "file", &file, "places", &places, "transitions",
                    &transitions, "arcs", &arcs, "read_arcs", &reads, "options",
                    &(json_t *){0}, "queries", &(json_t *){0}, "stop",
                    &(const char *){0}, "stats", &(json_t *){0}, "comparison"),
        0);
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
    double seconds;

    (void)state;
    scene_init(&scene);

    json_t *root = write_and_load(&scene);
    json_t *queries = json_object_get(root, "queries");

    assert_int_equal(json_array_size(queries), 3);
    assert_int_equal(json_unpack(json_array_get(queries, 0),
                                 "{s:s,s:s,s:n,s:s,s:F,s:[s!] !}", "query",
                                 &query, "verdict", &verdict, "reason",
                                 "engine", &engine, "seconds", &seconds,
                                 "witness", &step),
                     0);
    assert_string_equal(query, "reach caf\xc3\xa9");
    assert_string_equal(verdict, "reachable");
    assert_string_equal(step, "caf\xc3\xa9");
    assert_string_equal(engine, "prefix");
    assert_true(seconds == 0.125);
    assert_int_equal(json_unpack(json_array_get(queries, 1),
                                 "{s:s,s:s,s:n,s:s,s:F,s:n !}", "query", &query,
                                 "verdict", &verdict, "reason", "engine",
                                 &engine, "seconds", &seconds, "witness"),
                     0);
    assert_string_equal(engine, "por");
    assert_string_equal(verdict, "unreachable");
    assert_int_equal(json_unpack(json_array_get(queries, 2),
                                 "{s:s,s:s,s:s,s:n,s:n,s:n !}", "query", &query,
                                 "verdict", &verdict, "reason", &reason,
                                 "engine", "seconds", "witness"),
                     0);
    assert_string_equal(query, "deadlock");
    assert_string_equal(reason, "timeout");
    json_decref(root);
    scene_finish(&scene);
}

/* Those of the engine's kind as numbers, the others as null. */
static void check_figures(bool of_states)
{
    struct scene scene;

    scene_init(&scene);
    scene.answer.stats.of_states = of_states;

    json_t *root = write_and_load(&scene);
    json_t *stats = json_object_get(root, "stats");

#define X(name, text)                                            \
    assert_int_equal(json_typeof(json_object_get(stats, #name)), \
                     of_states ? JSON_NULL : JSON_INTEGER);
    STATS(X)
#undef X
#define X(name, text)                                            \
    assert_int_equal(json_typeof(json_object_get(stats, #name)), \
                     of_states ? JSON_INTEGER : JSON_NULL);
    STATE_STATS(X)
#undef X
#define X(name, text) +1
    assert_int_equal(json_object_size(stats), 4 STATS(X) STATE_STATS(X));
#undef X
    assert_true(json_integer_value(json_object_get(
                    json_object_get(root, "options"), "max_events")) > 0);
    json_decref(root);
    scene_finish(&scene);
}

static void every_figure_is_there(void **state)
{
    (void)state;
    check_figures(false);
    check_figures(true);
}

/* A comparison of two rows, of which one crashed. */
static void rows_hold_what_they_have(void **state)
{
    const struct engine engine = {.name = "fake", .visits = false};
    struct row rows[] = {
        {.relation = "read", .engine = &engine, .order_name = "size"},
        {.relation = "none",
         .engine = &engine,
         .order_name = "foata",
         .end = ROW_CRASHED},
    };
    struct scene scene;
    const char *relation, *order, *stop, *verdict;
    int events;

    (void)state;
    scene_init(&scene);
    scene.rows = rows;
    scene.n_rows = 2;
    rows[0].answer = scene.answer;
    rows[1].answer = (struct answer){.stop = STOP_DONE};

    json_t *root = write_and_load(&scene);
    json_t *array = json_object_get(root, "comparison");

    assert_true(json_is_null(json_object_get(root, "stats")));
    assert_int_equal(json_array_size(array), 2);
    assert_int_equal(
        json_unpack(json_array_get(array, 0),
                    "{s:s,s:s,s:s,s:i,s:i,s:i,s:n,s:n,s:F,s:i,s:s,s:[s,s,s!]!}",
                    "relation", &relation, "engine", &(const char *){0},
                    "order", &order, "conditions", &(int){0}, "events", &events,
                    "cutoffs", &(int){0}, "maximal_configurations",
                    "max_configuration", "seconds", &(double){0}, "peak_bytes",
                    &(int){0}, "stop", &stop, "verdicts", &verdict,
                    &(const char *){0}, &(const char *){0}),
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
    scene_finish(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_is_kept),
        cmocka_unit_test(queries_hold_verdict_reason_and_run),
        cmocka_unit_test(every_figure_is_there),
        cmocka_unit_test(rows_hold_what_they_have),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
