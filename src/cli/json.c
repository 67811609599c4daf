#include "cli/json.h"

#include "base/output.h"
#include "base/text.h"

#include <jansson.h>

#include <string.h>

/* With memory that cannot fail, building a value cannot either. */
static void *allocate(size_t bytes)
{
    return mem_alloc(bytes, 1);
}

/* Jansson takes UTF-8 only; what is not came from the command line. */
static json_t *text_value(const char *text)
{
    json_t *string = json_string(text);
    text_buffer latin = {0};

    if (string)
        return string;
    text_add(&latin, text, strlen(text));
    text_from_latin1(&latin);
    string = json_string(text_end(&latin));
    vec_free(&latin);
    return string;
}

static json_t *count_value(uint64_t n)
{
    return json_integer(n < INT64_MAX ? (json_int_t)n : INT64_MAX);
}

/* A limit or bound: 0 says that there is none. */
static json_t *limit_value(uint64_t n)
{
    return n ? count_value(n) : json_null();
}

static json_t *factor_value(double x)
{
    return x > 0 ? json_real(x) : json_null();
}

static json_t *net_object(const struct json_run *run)
{
    const struct net *net = run->problem->net;
    json_t *object = json_object();

    json_object_set_new(object, "file", text_value(run->file));
    json_object_set_new(object, "places", count_value(net_place_count(net)));
    json_object_set_new(object, "transitions",
                        count_value(net_trans_count(net)));
    json_object_set_new(object, "arcs", count_value(net_arc_count(net)));
    json_object_set_new(object, "read_arcs", count_value(net_read_count(net)));
    return object;
}

/* Bytes; null: no bound, 0: none at all. */
static json_t *cache_value(uint64_t bytes)
{
    return bytes == ENGINE_NO_CACHE ? count_value(0) : limit_value(bytes);
}

static json_t *options_object(const struct json_run *run)
{
    const struct engine_problem *problem = run->problem;
    const struct engine_limits *limits = run->limits;
    json_t *object = json_object();

    json_object_set_new(object, "engine",
                        run->engine ? text_value(run->engine) : json_null());
    json_object_set_new(object, "dependency", text_value(run->dependency));
    json_object_set_new(object, "order", text_value(run->order));
    json_object_set_new(object, "cutoffs",
                        json_boolean(problem->unfolding.cutoffs));
    json_object_set_new(object, "table", json_boolean(problem->por.table));
    json_object_set_new(object, "table_limit",
                        limit_value(problem->por.table_limit));
    json_object_set_new(object, "cache", cache_value(problem->por.cache));
    json_object_set_new(object, "choose",
                        text_value(problem->por.choice == CHOICE_OLDEST
                                       ? "oldest"
                                       : "largest"));
    json_object_set_new(object, "alternatives", count_value(problem->por.k));
    json_object_set_new(object, "deepening",
                        factor_value(problem->por.deepening));
    json_object_set_new(object, "stubborn", text_value(run->stubborn));
    json_object_set_new(object, "interpolation",
                        json_boolean(problem->state.interpolation));
    json_object_set_new(object, "check", count_value(problem->test.check));
    json_object_set_new(object, "timeout", factor_value(limits->seconds));
    json_object_set_new(object, "max_events", limit_value(limits->max_events));
    json_object_set_new(object, "max_depth", limit_value(limits->max_depth));
    json_object_set_new(object, "max_memory", limit_value(limits->max_bytes));
    return object;
}

static json_t *run_array(const struct net *net, const witness_run *run)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < run->len; i++)
        json_array_append_new(array,
                              text_value(net_trans_label(net, run->at[i])));
    return array;
}

/* An engine's name; NULL: the engine of the run. */
static json_t *engine_value(const struct json_run *run, const char *engine)
{
    const char *const name = engine ? engine : run->engine;

    return name ? text_value(name) : json_null();
}

static json_t *query_object(const struct json_run *run, uint32_t i)
{
    const struct answer_finding *finding = &run->answer->findings[i];
    const bool yes = finding->verdict == VERDICT_YES;
    const bool unknown = finding->verdict == VERDICT_UNKNOWN;
    json_t *object = json_object();

    json_object_set_new(object, "query",
                        text_value(run->problem->question.goals[i].text));
    json_object_set_new(object, "verdict",
                        text_value(answer_verdict_name(finding->verdict)));
    json_object_set_new(object, "reason",
                        unknown
                            ? text_value(answer_stop_name(run->answer->stop))
                            : json_null());
    json_object_set_new(object, "engine",
                        unknown ? json_null()
                                : engine_value(run, finding->engine));
    json_object_set_new(object, "seconds",
                        unknown ? json_null() : json_real(finding->seconds));
    json_object_set_new(object, "witness",
                        yes ? run_array(run->problem->net, &finding->run)
                            : json_null());
    return object;
}

static json_t *query_array(const struct json_run *run)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < run->problem->question.n_goals; i++)
        json_array_append_new(array, query_object(run, i));
    return array;
}

static json_t *figure_value(bool known, uint64_t n)
{
    return known ? count_value(n) : json_null();
}

static json_t *stats_object(const struct json_run *run)
{
    const struct answer_stats *stats = &run->answer->stats;
    json_t *object = json_object();

    json_object_set_new(object, "engine",
                        engine_value(run, run->answer->engine));
#define X(name, text)                  \
    json_object_set_new(object, #name, \
                        figure_value(!stats->of_states, stats->name));
    STATS(X)
#undef X
#define X(name, text)                  \
    json_object_set_new(object, #name, \
                        figure_value(stats->of_states, stats->name));
    STATE_STATS(X)
#undef X
    json_object_set_new(object, "work", count_value(stats->work));
    json_object_set_new(object, "seconds", json_real(stats->seconds));
    json_object_set_new(object, "peak_bytes", count_value(stats->peak_bytes));
    return object;
}

static json_t *verdict_array(const struct answer *answer)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < answer->n_findings; i++)
        json_array_append_new(array, text_value(answer_verdict_name(
                                         answer->findings[i].verdict)));
    return array;
}

static json_t *row_object(const struct row *row)
{
    const struct answer_stats *stats = &row->answer.stats;
    const bool all = row_has_figures(row);
    const bool visits = row_has_configurations(row);
    json_t *object = json_object();

    json_object_set_new(object, "relation", text_value(row->relation));
    json_object_set_new(object, "engine", text_value(row->engine->name));
    json_object_set_new(object, "order", text_value(row->order_name));
#define X(name, title, of_all)         \
    json_object_set_new(object, #name, \
                        figure_value(of_all ? all : visits, stats->name));
    ROW_FIGURES(X)
#undef X
    json_object_set_new(object, "seconds", json_real(stats->seconds));
    json_object_set_new(object, "peak_bytes",
                        figure_value(all, stats->peak_bytes));
    json_object_set_new(object, "stop", text_value(row_stop(row)));
    json_object_set_new(object, "verdicts", verdict_array(&row->answer));
    return object;
}

static json_t *comparison_array(const struct json_run *run)
{
    json_t *array = run->rows ? json_array() : json_null();

    for (uint32_t i = 0; i < run->n_rows; i++)
        json_array_append_new(array, row_object(&run->rows[i]));
    return array;
}

static json_t *run_object(const struct json_run *run)
{
    json_t *object = json_object();

    json_object_set_new(object, "net", net_object(run));
    json_object_set_new(object, "options", options_object(run));
    json_object_set_new(object, "queries", query_array(run));
    json_object_set_new(object, "stop",
                        text_value(answer_stop_name(run->answer->stop)));
    json_object_set_new(object, "stats",
                        run->rows ? json_null() : stats_object(run));
    json_object_set_new(object, "comparison", comparison_array(run));
    return object;
}

bool json_write(const struct json_run *run, const char *path, struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    json_set_alloc_funcs(allocate, free);

    json_t *object = run_object(run);
    const bool good =
        object &&
        !json_dumpf(object, out.file, JSON_INDENT(2) | JSON_REAL_PRECISION(12));

    json_decref(object);
    if (!good) {
        output_discard(&out);
        return diag_report(diag, DIAG_INTERNAL, path, 0, 0,
                           "the JSON text could not be written");
    }
    fputc('\n', out.file);
    return output_close(&out, diag);
}
