#include "cli/outcome.h"

#include "base/output.h"
#include "cli/compare.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static json_t *count_value(uint64_t n)
{
    return json_integer(n < INT64_MAX ? (json_int_t)n : INT64_MAX);
}

/* A number that JSON has no word for is text. */
static json_t *digits_value(const char *digits)
{
    long long n;

    errno = 0;
    n = strtoll(digits, NULL, 10);
    return errno ? json_word(digits) : json_integer(n);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static json_t *sizes_object(uint32_t places, uint32_t transitions,
                            uint32_t arcs, uint32_t read_arcs)
{
    return json_pack("{s:o,s:o,s:o,s:o}", "places", count_value(places),
                     "transitions", count_value(transitions), "arcs",
                     count_value(arcs), "read_arcs", count_value(read_arcs));
}

static json_t *net_object(const struct outcome *outcome)
{
    const punfpor_net *const net = outcome->net;
    json_t *const object = json_object();

    set(object, "file", json_word(outcome->options->net));
    json_object_update_new(
        object, net ? sizes_object(
                          punfpor_net_places(net), punfpor_net_transitions(net),
                          punfpor_net_arcs(net), punfpor_net_read_arcs(net))
                    : json_pack("{s:n,s:n,s:n,s:n}", "places", "transitions",
                                "arcs", "read_arcs"));
    return object;
}

/* --- options, whose values the library has as text ----------------------- */

static bool is(const struct outcome *outcome, const char *option,
               const char *value)
{
    return !strcmp(punfpor_get(outcome->problem, option), value);
}

static json_t *option_text(const struct outcome *outcome, const char *option)
{
    return json_word(punfpor_get(outcome->problem, option));
}

/* Words are 0. */
static uint64_t option_number(const struct outcome *outcome, const char *option)
{
    return strtoull(punfpor_get(outcome->problem, option), NULL, 10);
}

static json_t *option_count(const struct outcome *outcome, const char *option)
{
    return count_value(option_number(outcome, option));
}

/* 0 says that there is none. */
static json_t *option_limit(const struct outcome *outcome, const char *option)
{
    const uint64_t n = option_number(outcome, option);

    return n ? count_value(n) : json_null();
}

static json_t *option_factor(const struct outcome *outcome, const char *option)
{
    const double x = strtod(punfpor_get(outcome->problem, option), NULL);

    return x > 0 ? json_real(x) : json_null();
}

static json_t *options_object(const struct outcome *outcome)
{
    const bool cutoffs = is(outcome, "cutoffs", "on");
    json_t *const object = json_object();

    set(object, "engine",
        outcome->compare || !outcome->has_result
            ? json_null()
            : json_word(punfpor_engine(outcome->problem)));
    set(object, "reduce", option_text(outcome, "reduce"));
    set(object, "dependency", option_text(outcome, "dependency"));
    set(object, "order", option_text(outcome, "order"));
    set(object, "cutoffs", json_boolean(cutoffs));
    set(object, "table", json_boolean(cutoffs && !is(outcome, "table", "off")));
    set(object, "table_limit", option_limit(outcome, "table"));
    /* null: no bound, 0: none at all */
    set(object, "cache",
        is(outcome, "cache", "unlimited") ? json_null()
                                          : option_count(outcome, "cache"));
    set(object, "choose", option_text(outcome, "choose"));
    set(object, "alternatives", option_count(outcome, "alternatives"));
    set(object, "deepening",
        cutoffs ? option_factor(outcome, "deepening") : json_null());
    set(object, "stubborn", option_text(outcome, "stubborn"));
    set(object, "interpolation",
        json_boolean(is(outcome, "interpolation", "on")));
    set(object, "racers", option_text(outcome, "racers"));
    set(object, "seed", option_count(outcome, "seed"));
    set(object, "from_prefix", option_count(outcome, "from-prefix"));
    set(object, "check", option_count(outcome, "check"));
    set(object, "timeout", option_factor(outcome, "timeout"));
    set(object, "max_events", option_limit(outcome, "max-events"));
    set(object, "max_depth", option_limit(outcome, "max-depth"));
    set(object, "max_memory", option_limit(outcome, "max-memory"));
    if (!is(outcome, "fair", "none"))
        set(object, "fair", option_text(outcome, "fair"));
    return object;
}

/* --- answers ------------------------------------------------------------- */

/* steps NULL: null. */
static json_t *run_array(const punfpor_net *net, const uint32_t *steps,
                         uint32_t n)
{
    json_t *const array = steps ? json_array() : json_null();

    for (uint32_t i = 0; steps && i < n; i++)
        json_array_append_new(
            array, json_word(punfpor_transition_label(net, steps[i])));
    return array;
}

static json_t *engine_value(const char *engine)
{
    return engine && *engine ? json_word(engine) : json_null();
}

/* What is known of each transition. */
static json_t *transition_array(const struct outcome *outcome)
{
    static const char *const fires[] = {[PUNFPOR_UNKNOWN] = "unknown",
                                        [PUNFPOR_YES] = "reachable",
                                        [PUNFPOR_NO] = "unreachable"};
    json_t *array = json_array();

    for (uint32_t t = 0; t < punfpor_net_given_transitions(outcome->net); t++) {
        uint32_t n;
        const uint32_t *const steps =
            punfpor_firing_run(outcome->problem, t, &n);

        json_array_append_new(
            array,
            json_pack("{s:o,s:s,s:o}", "transition",
                      json_word(punfpor_transition_label(outcome->net, t)),
                      "verdict", fires[punfpor_fires(outcome->problem, t)],
                      "witness", run_array(outcome->net, steps, n)));
    }
    return array;
}

static json_t *witness_value(const struct outcome *outcome, uint32_t q,
                             enum punfpor_verdict verdict)
{
    const uint32_t *steps;
    uint32_t n;

    if (!punfpor_has_run(outcome->problem, q, verdict))
        return json_null();
    if (outcome->compare)
        return json_incref(json_object_get(
            json_array_get(outcome->compare->answers, q), "witness"));
    steps = punfpor_run(outcome->problem, q, &n);
    return run_array(outcome->net, steps, n);
}

static json_t *branch_array(const struct outcome *outcome, uint32_t q)
{
    json_t *const array = json_array();

    for (uint32_t k = 0; k < punfpor_branches(outcome->problem, q); k++) {
        json_t *const object = json_object();
        uint32_t n, loop;
        const uint32_t *const steps =
            punfpor_branch_run(outcome->problem, q, k, &n);

        set(object, "of",
            count_value(punfpor_branch_of(outcome->problem, q, k)));
        set(object, "shows",
            json_word(punfpor_branch_text(outcome->problem, q, k)));
        set(object, "run", run_array(outcome->net, steps, n));
        if (punfpor_branch_loop(outcome->problem, q, k, &loop))
            set(object, "loop", count_value(loop));
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *item_run(const struct outcome *outcome, uint32_t q, uint32_t i)
{
    uint32_t n;
    const uint32_t *const steps = punfpor_item_run(outcome->problem, q, i, &n);

    return run_array(outcome->net, steps, n);
}

static json_t *item_marking(const struct outcome *outcome, uint32_t q,
                            uint32_t i)
{
    json_t *const array = json_array();

    for (uint32_t p = 0; p < punfpor_net_given_places(outcome->net); p++)
        if (punfpor_item_marks(outcome->problem, q, i, p))
            json_array_append_new(
                array, json_word(punfpor_place_label(outcome->net, p)));
    return array;
}

/* Attractors have sizes. */
static json_t *item_value(const struct outcome *outcome, uint32_t q, uint32_t i)
{
    const char *const size = punfpor_item_size(outcome->problem, q, i);
    const char *const times = punfpor_item_times(outcome->problem, q, i);
    json_t *object;

    if (!size)
        return item_run(outcome, q, i);
    object = json_object();
    set(object,
        punfpor_item_at_most(outcome->problem, q, i) ? "at_most" : "size",
        digits_value(size));
    if (strcmp(times, "1") != 0)
        set(object, "times", digits_value(times));
    set(object, "marking", item_marking(outcome, q, i));
    set(object, "run", item_run(outcome, q, i));
    return object;
}

static json_t *item_array(const struct outcome *outcome, uint32_t q)
{
    json_t *const array = json_array();

    for (uint32_t i = 0; i < punfpor_items(outcome->problem, q); i++)
        json_array_append_new(array, item_value(outcome, q, i));
    return array;
}

static json_t *query_object(const struct outcome *outcome, uint32_t q)
{
    const punfpor *const problem = outcome->problem;
    const struct result_finding *const finding = &outcome->result.findings[q];
    const bool known = finding->verdict != PUNFPOR_UNKNOWN;
    json_t *const object = json_object();
    uint32_t loop, second, common;

    set(object, "query", json_word(punfpor_question_text(problem, q)));
    set(object, "verdict",
        json_word(punfpor_answer_text(problem, q, finding->verdict)));
    if (punfpor_is_bound(problem, q)) {
        set(object, "bound",
            finding->has_value ? json_integer(finding->value) : json_null());
        set(object, "limit",
            finding->has_limit ? json_integer(finding->limit) : json_null());
    }
    if (finding->has_cost)
        set(object, "cost", count_value(finding->cost));
    if (punfpor_is_about_all(problem, q))
        set(object, "transitions",
            outcome->compare ? json_null() : transition_array(outcome));
    if (finding->transition)
        set(object, "transition", json_word(finding->transition));
    set(object, "reason",
        known ? json_null()
              : json_word(punfpor_stop_text(outcome->result.stop)));
    set(object, "if_safe",
        known ? json_boolean(finding->if_safe) : json_null());
    set(object, "engine",
        known ? engine_value(punfpor_answered_by(problem, q)) : json_null());
    set(object, "seconds",
        known ? json_real(punfpor_seconds(problem, q)) : json_null());
    set(object, "witness", witness_value(outcome, q, finding->verdict));
    if (punfpor_listed(problem, q))
        set(object, punfpor_listed(problem, q), item_array(outcome, q));
    if (finding->failure)
        set(object, "fails", json_word(finding->failure));
    if (punfpor_second_run(problem, q, &second, &common)) {
        set(object, "second", count_value(second));
        set(object, "common", count_value(common));
    }
    if (punfpor_loop(problem, q, &loop))
        set(object, "loop", count_value(loop));
    if (punfpor_branches(problem, q))
        set(object, "branches", branch_array(outcome, q));
    if (punfpor_branches_cut(problem, q))
        set(object, "branches_cut", json_true());
    return object;
}

static json_t *query_array(const struct outcome *outcome)
{
    json_t *array = json_array();

    for (uint32_t q = 0; outcome->has_result && q < outcome->result.n_findings;
         q++)
        json_array_append_new(array, query_object(outcome, q));
    return array;
}

static json_t *figure_value(const punfpor *problem, const char *name)
{
    char *const digits = result_figure(problem, name);
    json_t *const figure = digits ? digits_value(digits) : json_null();

    mem_free(digits);
    return figure;
}

/* The figures of all engines; what the engine does not have is null. */
static json_t *stats_object(const struct outcome *outcome)
{
    const punfpor *const problem = outcome->problem;
    const char *name;
    json_t *object;

    if (outcome->compare || !outcome->has_result)
        return json_null();
    object = json_object();
    set(object, "engine", engine_value(punfpor_figures_engine(problem)));
    for (uint32_t i = 0; (name = punfpor_figure_name(NULL, i)); i++)
        set(object, name, figure_value(problem, name));
    set(object, "work", count_value(punfpor_work(problem)));
    set(object, "seconds", json_real(punfpor_total_seconds(problem)));
    set(object, "peak_bytes", count_value(punfpor_peak_bytes(problem)));
    return object;
}

/* --- all of it ----------------------------------------------------------- */

/* null: not known. */
static json_t *safe_value(const struct result *result)
{
    return !result                          ? json_null()
           : result->stop == PUNFPOR_UNSAFE ? json_word("no")
           : result->is_safe                ? json_word("yes")
                                            : json_null();
}

/* The run to a second token. */
static json_t *unsafe_object(const struct result *result)
{
    json_t *const steps = json_array();

    for (uint32_t i = 0; i < result->unsafe_run.len; i++)
        json_array_append_new(steps, json_word(result->unsafe_run.at[i]));
    return json_pack("{s:o,s:o,s:o}", "run", steps, "transition",
                     json_word(result->unsafe_transition), "place",
                     json_word(result->unsafe_place));
}

/* The net whose figures follow; null: the net as it is. */
static json_t *reduced_object(const struct outcome *outcome)
{
    uint32_t places, transitions, arcs, read_arcs;

    return punfpor_reduced(outcome->problem, &places, &transitions, &arcs,
                           &read_arcs)
               ? sizes_object(places, transitions, arcs, read_arcs)
               : json_null();
}

static json_t *stop_value(const struct result *result)
{
    return !result ? json_null()
                   : json_word(result->stop == PUNFPOR_REPLAYED
                                   ? "replayed"
                                   : punfpor_stop_text(result->stop));
}

static json_t *run_object(const struct outcome *outcome)
{
    const struct result *const result =
        outcome->has_result ? &outcome->result : NULL;
    const bool is_unsafe = result && result->stop == PUNFPOR_UNSAFE;
    json_t *const object = json_object();

    set(object, "version", json_word(punfpor_version()));
    set(object, "net", net_object(outcome));
    set(object, "options", options_object(outcome));
    set(object, "queries", query_array(outcome));
    set(object, "stop", stop_value(result));
    set(object, "safe", safe_value(result));
    set(object, "unsafe", is_unsafe ? unsafe_object(result) : json_null());
    set(object, "reduced", reduced_object(outcome));
    set(object, "stats", stats_object(outcome));
    set(object, "comparison",
        outcome->compare ? json_incref(outcome->compare->table) : json_null());
    return object;
}

bool json_run_write(const struct outcome *outcome, struct diag *diag)
{
    const char *const file = outcome->options->json;
    const char *const path = *file ? file : "-";
    struct output out;
    json_t *object;
    bool good;

    if (!output_open(&out, path, diag))
        return false;
    object = run_object(outcome);
    good = !json_dumpf(object, out.file, JSON_INDENT(2) | JSON_PRECISION);
    json_decref(object);
    (void)fputc('\n', out.file);
    if (good)
        return output_close(&out, diag);
    output_discard(&out);
    return diag_report(diag, DIAG_INTERNAL, path, 0, 0,
                       "the JSON text could not be written");
}

/* --- lines of a batch ----------------------------------------------------- */

json_t *json_run_line(const struct outcome *outcome, int code,
                      const char *error)
{
    json_t *const object = run_object(outcome);

    set(object, "exit_code", json_integer(code));
    set(object, "error", error ? json_word(error) : json_null());
    return object;
}

json_t *json_run_failed(const struct options *options, const char *stop,
                        int code, const char *error)
{
    /* Options need a net; this one stands in for one that was not read. */
    punfpor_builder *const builder = punfpor_builder_create("", NULL);
    punfpor_net *const net =
        builder ? punfpor_builder_finish(builder, NULL) : NULL;
    punfpor *const problem = net ? punfpor_create(net, NULL) : NULL;
    const struct outcome outcome = {.options = options, .problem = problem};
    punfpor_error ignored = {0};
    json_t *object = NULL;

    if (problem && options_apply(options, problem, &ignored))
        object = json_run_line(&outcome, code, error);
    if (object && stop)
        set(object, "stop", json_word(stop));
    punfpor_destroy(problem);
    punfpor_net_destroy(net);
    return object;
}

/* As it is printed, for free(). */
static char *message_of(const struct diag *diag)
{
    char *text = NULL;
    size_t len = 0;
    FILE *const page = open_memstream(&text, &len);

    if (!page)
        mem_failed(0);
    diag_print(diag, page);
    if (fclose(page))
        mem_failed(0);
    text[len - 1] = '\0'; /* instead of the newline */
    return text;
}

json_t *json_run_end(const struct outcome *outcome, enum outcome_code code,
                     const struct diag *diag)
{
    char *const error = diag->code == DIAG_NONE ? NULL : message_of(diag);
    json_t *const line =
        outcome->has_result
            ? json_run_line(outcome, (int)code, error)
            : json_run_failed(outcome->options, NULL, (int)code, error);

    free(error);
    return line;
}
