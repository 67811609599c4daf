#include "cli/json.h"

#include "base/mem.h"
#include "base/output.h"
#include "base/text.h"

#include <jansson.h>

#include <string.h>

/* Allocation never returns NULL, so building a value never fails. */
static void *allocate(size_t bytes)
{
    return mem_alloc(bytes, 1);
}

/* Jansson takes UTF-8 only; another encoding comes from the command line. */
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
    const punfpor_net *net = run->net;
    json_t *object = json_object();

    json_object_set_new(object, "file", text_value(run->file));
    json_object_set_new(object, "places",
                        net ? count_value(punfpor_net_places(net))
                            : json_null());
    json_object_set_new(object, "transitions",
                        net ? count_value(punfpor_net_transitions(net))
                            : json_null());
    json_object_set_new(object, "arcs",
                        net ? count_value(punfpor_net_arcs(net)) : json_null());
    json_object_set_new(object, "read_arcs",
                        net ? count_value(punfpor_net_read_arcs(net))
                            : json_null());
    return object;
}

/* --- options, whose values the library has as text ----------------------- */

static bool is(const struct json_run *run, const char *option,
               const char *value)
{
    return !strcmp(punfpor_get(run->problem, option), value);
}

static json_t *option_text(const struct json_run *run, const char *option)
{
    return text_value(punfpor_get(run->problem, option));
}

/* Words are 0. */
static uint64_t option_number(const struct json_run *run, const char *option)
{
    return strtoull(punfpor_get(run->problem, option), NULL, 10);
}

static double option_real(const struct json_run *run, const char *option)
{
    return strtod(punfpor_get(run->problem, option), NULL);
}

static json_t *options_object(const struct json_run *run)
{
    const bool cutoffs = is(run, "cutoffs", "on");
    json_t *object = json_object();

    json_object_set_new(object, "engine",
                        run->compare || !run->result
                            ? json_null()
                            : text_value(punfpor_engine(run->problem)));
    json_object_set_new(object, "reduce", option_text(run, "reduce"));
    json_object_set_new(object, "dependency", option_text(run, "dependency"));
    json_object_set_new(object, "order", option_text(run, "order"));
    json_object_set_new(object, "cutoffs", json_boolean(cutoffs));
    json_object_set_new(object, "table",
                        json_boolean(cutoffs && !is(run, "table", "off")));
    json_object_set_new(object, "table_limit",
                        limit_value(option_number(run, "table")));
    /* null: no bound, 0: none at all */
    json_object_set_new(object, "cache",
                        is(run, "cache", "unlimited")
                            ? json_null()
                            : count_value(option_number(run, "cache")));
    json_object_set_new(object, "choose", option_text(run, "choose"));
    json_object_set_new(object, "alternatives",
                        count_value(option_number(run, "alternatives")));
    json_object_set_new(
        object, "deepening",
        factor_value(cutoffs ? option_real(run, "deepening") : 0));
    json_object_set_new(object, "stubborn", option_text(run, "stubborn"));
    json_object_set_new(object, "interpolation",
                        json_boolean(is(run, "interpolation", "on")));
    json_object_set_new(object, "racers", option_text(run, "racers"));
    json_object_set_new(object, "seed",
                        count_value(option_number(run, "seed")));
    json_object_set_new(object, "check",
                        count_value(option_number(run, "check")));
    json_object_set_new(object, "timeout",
                        factor_value(option_real(run, "timeout")));
    json_object_set_new(object, "max_events",
                        limit_value(option_number(run, "max-events")));
    json_object_set_new(object, "max_depth",
                        limit_value(option_number(run, "max-depth")));
    json_object_set_new(object, "max_memory",
                        limit_value(option_number(run, "max-memory")));
    return object;
}

/* --- answers ------------------------------------------------------------- */

static json_t *run_array(const punfpor_net *net, const result_run *run)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < run->len; i++)
        json_array_append_new(
            array, text_value(punfpor_transition_label(net, run->at[i])));
    return array;
}

static json_t *engine_value(const char *engine)
{
    return *engine ? text_value(engine) : json_null();
}

static json_t *bound_value(const punfpor *problem, uint32_t q)
{
    int64_t value;

    return punfpor_bound(problem, q, &value) ? json_integer(value)
                                             : json_null();
}

static json_t *least_limit(const punfpor *problem, uint32_t q)
{
    int64_t value;

    return punfpor_limit(problem, q, &value) ? json_integer(value)
                                             : json_null();
}

/* What is known of each transition. */
static json_t *transition_array(const struct json_run *run)
{
    static const char *const fires[] = {[PUNFPOR_UNKNOWN] = "unknown",
                                        [PUNFPOR_YES] = "reachable",
                                        [PUNFPOR_NO] = "unreachable"};
    json_t *array = json_array();

    for (uint32_t t = 0; t < punfpor_net_given_transitions(run->net); t++) {
        json_t *object = json_object();
        result_run steps = {0};
        uint32_t n;
        const uint32_t *const at = punfpor_firing_run(run->problem, t, &n);

        json_object_set_new(object, "transition",
                            text_value(punfpor_transition_label(run->net, t)));
        json_object_set_new(object, "verdict",
                            text_value(fires[punfpor_fires(run->problem, t)]));
        if (at)
            result_copy_run(&steps, at, n);
        json_object_set_new(object, "witness",
                            at ? run_array(run->net, &steps) : json_null());
        vec_free(&steps);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *query_object(const struct json_run *run, uint32_t q)
{
    const struct result_finding *finding = &run->result->findings[q];
    const bool shown = punfpor_has_run(run->problem, q, finding->verdict);
    const bool unknown = finding->verdict == PUNFPOR_UNKNOWN;
    json_t *object = json_object();

    json_object_set_new(object, "query",
                        text_value(punfpor_question_text(run->problem, q)));
    json_object_set_new(
        object, "verdict",
        text_value(punfpor_answer_text(run->problem, q, finding->verdict)));
    if (punfpor_is_bound(run->problem, q)) {
        json_object_set_new(object, "bound", bound_value(run->problem, q));
        json_object_set_new(object, "limit", least_limit(run->problem, q));
    }
    if (punfpor_is_about_all(run->problem, q))
        json_object_set_new(object, "transitions",
                            run->compare ? json_null() : transition_array(run));
    if (finding->transition != PUNFPOR_NONE)
        json_object_set_new(object, "transition",
                            text_value(punfpor_transition_label(
                                run->net, finding->transition)));
    json_object_set_new(object, "reason",
                        unknown
                            ? text_value(punfpor_stop_text(run->result->stop))
                            : json_null());
    json_object_set_new(object, "if_safe",
                        unknown ? json_null() : json_boolean(finding->if_safe));
    json_object_set_new(object, "engine",
                        unknown ? json_null() : engine_value(finding->engine));
    json_object_set_new(object, "seconds",
                        unknown ? json_null() : json_real(finding->seconds));
    json_object_set_new(object, "witness",
                        shown ? run_array(run->net, &finding->run)
                              : json_null());
    return object;
}

static json_t *query_array(const struct json_run *run)
{
    json_t *array = json_array();

    for (uint32_t q = 0; run->result && q < run->result->n_findings; q++)
        json_array_append_new(array, query_object(run, q));
    return array;
}

static json_t *figure_value(bool known, uint64_t n)
{
    return known ? count_value(n) : json_null();
}

/* The figures of all engines; those that the engine does not have are null. */
static json_t *stats_object(const struct result *result)
{
    const char *name;
    json_t *object = json_object();

    json_object_set_new(object, "engine", engine_value(result->engine));
    for (uint32_t i = 0; (name = punfpor_figure_name(NULL, i)); i++) {
        uint64_t value = 0;
        const bool known = result_find(result, name, &value);

        json_object_set_new(object, name, figure_value(known, value));
    }
    json_object_set_new(object, "work", count_value(result->work));
    json_object_set_new(object, "seconds", json_real(result->seconds));
    json_object_set_new(object, "peak_bytes", count_value(result->peak_bytes));
    return object;
}

/* --- the rows of a comparison -------------------------------------------- */

static json_t *verdict_array(const punfpor *problem,
                             const struct result *result)
{
    json_t *array = json_array();

    for (uint32_t q = 0; q < result->n_findings; q++)
        json_array_append_new(array,
                              text_value(punfpor_answer_text(
                                  problem, q, result->findings[q].verdict)));
    return array;
}

static void add_figure(json_t *object, const struct compare_row *row,
                       const char *name, enum compare_rows which)
{
    uint64_t value = 0;
    const bool known = compare_figure(row, name, which, &value);

    json_object_set_new(object, name, figure_value(known, value));
}

static json_t *row_object(const punfpor *problem, const struct compare_row *row)
{
    const struct result *result = &row->result;
    json_t *object = json_object();

    json_object_set_new(object, "relation", text_value(row->relation));
    json_object_set_new(object, "engine", text_value(row->engine));
    json_object_set_new(object, "order", text_value(row->order));
#define X(name, title, which) add_figure(object, row, #name, which);
    COMPARE_FIGURES(X)
#undef X
    json_object_set_new(object, "seconds", json_real(result->seconds));
    json_object_set_new(
        object, "peak_bytes",
        figure_value(row->end == SUBPROCESS_ENDED, result->peak_bytes));
    json_object_set_new(object, "stop", text_value(compare_stop(row)));
    json_object_set_new(object, "verdicts", verdict_array(problem, result));
    return object;
}

static json_t *comparison_array(const punfpor *problem,
                                const struct compare *compare)
{
    json_t *array = compare ? json_array() : json_null();

    for (uint32_t i = 0; compare && i < compare->rows.len; i++)
        json_array_append_new(array, row_object(problem, &compare->rows.at[i]));
    return array;
}

/* --- all of it ----------------------------------------------------------- */

/* null: not known. */
static json_t *safe_value(const struct result *result)
{
    return !result                          ? json_null()
           : result->stop == PUNFPOR_UNSAFE ? text_value("no")
           : result->is_safe                ? text_value("yes")
                                            : json_null();
}

/* The run to a second token. */
static json_t *unsafe_object(const struct json_run *run)
{
    const struct result *const result = run->result;
    json_t *object;

    if (!result || result->stop != PUNFPOR_UNSAFE)
        return json_null();
    object = json_object();
    json_object_set_new(object, "run",
                        run_array(run->net, &result->unsafe_run));
    json_object_set_new(object, "transition",
                        text_value(punfpor_transition_label(
                            run->net, result->unsafe_transition)));
    json_object_set_new(
        object, "place",
        text_value(punfpor_place_label(run->net, result->unsafe_place)));
    return object;
}

/* The net whose figures follow; null: the net as it is. */
static json_t *reduced_object(const struct json_run *run)
{
    uint32_t places, transitions, arcs, read_arcs;
    json_t *object;

    if (!punfpor_reduced(run->problem, &places, &transitions, &arcs,
                         &read_arcs))
        return json_null();
    object = json_object();
    json_object_set_new(object, "places", count_value(places));
    json_object_set_new(object, "transitions", count_value(transitions));
    json_object_set_new(object, "arcs", count_value(arcs));
    json_object_set_new(object, "read_arcs", count_value(read_arcs));
    return object;
}

static json_t *stop_value(const struct result *result)
{
    return !result ? json_null()
                   : text_value(result->stop == PUNFPOR_REPLAYED
                                    ? "replayed"
                                    : punfpor_stop_text(result->stop));
}

static json_t *run_object(const struct json_run *run)
{
    json_t *object = json_object();

    json_object_set_new(object, "version", text_value(punfpor_version()));
    json_object_set_new(object, "net", net_object(run));
    json_object_set_new(object, "options", options_object(run));
    json_object_set_new(object, "queries", query_array(run));
    json_object_set_new(object, "stop", stop_value(run->result));
    json_object_set_new(object, "safe", safe_value(run->result));
    json_object_set_new(object, "unsafe", unsafe_object(run));
    json_object_set_new(object, "reduced", reduced_object(run));
    json_object_set_new(
        object, "stats",
        run->compare || !run->result ? json_null() : stats_object(run->result));
    json_object_set_new(object, "comparison",
                        comparison_array(run->problem, run->compare));
    return object;
}

/* Takes the object.  False when it was not written. */
static bool write_object(json_t *object, size_t layout, FILE *out)
{
    const bool good =
        object && !json_dumpf(object, out, layout | JSON_REAL_PRECISION(12));

    json_decref(object);
    (void)fputc('\n', out);
    return good;
}

bool json_write(const struct json_run *run, const char *path, struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    json_set_alloc_funcs(allocate, mem_free);
    if (write_object(run_object(run), JSON_INDENT(2), out.file))
        return output_close(&out, diag);
    output_discard(&out);
    return diag_report(diag, DIAG_INTERNAL, path, 0, 0,
                       "the JSON text could not be written");
}

/* --- lines of a batch ----------------------------------------------------- */

static json_t *line_object(const struct json_run *run, int code,
                           const char *error)
{
    json_t *const object = run_object(run);

    json_object_set_new(object, "exit_code", json_integer(code));
    json_object_set_new(object, "error",
                        error ? text_value(error) : json_null());
    return object;
}

bool json_write_line(const struct json_run *run, int code, const char *error,
                     FILE *out)
{
    json_set_alloc_funcs(allocate, mem_free);
    return write_object(line_object(run, code, error), JSON_COMPACT, out) &&
           !fflush(out);
}

/* A net that stands in for one that was not read, as options need one. */
static punfpor_net *stand_in(void)
{
    punfpor_builder *const builder = punfpor_builder_create("", NULL);

    return builder ? punfpor_builder_finish(builder, NULL) : NULL;
}

bool json_write_failure(const struct json_failure *failure,
                        const struct options *options, FILE *out)
{
    punfpor_net *const net = stand_in();
    punfpor *const problem = net ? punfpor_create(net, NULL) : NULL;
    const struct json_run run = {.file = failure->file, .problem = problem};
    struct diag diag = {0};
    bool good = problem && options_apply(options, problem, &diag);

    json_set_alloc_funcs(allocate, mem_free);
    if (good) {
        json_t *const object = line_object(&run, failure->code, failure->error);

        if (failure->stop)
            json_object_set_new(object, "stop", text_value(failure->stop));
        good = write_object(object, JSON_COMPACT, out) && !fflush(out);
    }
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return good;
}
