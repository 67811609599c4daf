#include "cli/outcome.h"

#include "base/child.h"
#include "base/mem.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/compare_plot.h"
#include "cli/json.h"
#include "cli/report.h"
#include "cli/result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void outcome_finish(struct outcome *outcome)
{
    result_finish(&outcome->result);
    compare_finish(&outcome->compare);
    punfpor_destroy(outcome->problem);
    punfpor_net_destroy(outcome->net);
}

/* Is this a pipe or a device?  Opening it would affect other processes. */
static bool is_special(const char *path)
{
    struct stat old;

    return !stat(path, &old) && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode);
}

static bool can_write(const char *path, struct diag *diag)
{
    struct output out;

    if (!strcmp(path, "-") || is_special(path))
        return true;
    if (!output_open(&out, path, diag))
        return false;
    output_discard(&out);
    return true;
}

bool outcome_check_files(const struct options *options, struct diag *diag)
{
    struct options copy = *options;

    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char **const file = options_file_of(&copy, i);

        if (file && options_writes(i) && !can_write(*file, diag))
            return false;
    }
    return true;
}

/* --- answers and figures ------------------------------------------------ */

/* Answers go to standard error when a file is standard output. */
static void print_answers(const struct outcome *outcome)
{
    const struct result *result = &outcome->result;
    const punfpor *const problem = outcome->problem;
    const bool aside = options_take_stdout(outcome->options) > 0;
    FILE *const out = aside ? stderr : stdout;

    if (aside && outcome->options->quiet)
        return;
    for (uint32_t q = outcome->n_printed; q < result->n_findings; q++) {
        const struct result_finding *const finding = &result->findings[q];
        struct report_answer answer = report_question(problem, q);

        answer.verdict = finding->verdict;
        answer.if_safe = finding->if_safe;
        answer.transition = finding->transition;
        answer.failure = finding->failure;
        answer.has_value = punfpor_bound(problem, q, &answer.value);
        answer.has_cost = punfpor_cost(problem, q, &answer.cost);
        answer.has_limit = punfpor_limit(problem, q, &answer.limit);
        report_answer(out, &answer, outcome->net, result->stop);
    }
    if (result->n_findings == 0 && result->stop != PUNFPOR_DONE &&
        result->stop != PUNFPOR_REPLAYED && !outcome->options->compare)
        fprintf(out, "unknown (%s)\n", punfpor_stop_text(result->stop));
}

static void print_run(const struct outcome *outcome, const char *label,
                      const uint32_t *steps, uint32_t n_steps)
{
    if (steps)
        report_run(stderr, outcome->net, label, steps, n_steps);
}

/* Of a question about all transitions, the runs to those that fire. */
static void print_runs(const struct outcome *outcome)
{
    const struct result *const result = &outcome->result;
    const punfpor *const problem = outcome->problem;
    const uint32_t *steps;
    uint32_t n, loop, first, common;

    for (uint32_t q = 0; q < result->n_findings; q++) {
        if (punfpor_loop(problem, q, &loop)) {
            steps = punfpor_run(problem, q, &n);
            report_lasso(stderr, outcome->net,
                         punfpor_question_label(problem, q), steps, n, loop);
        } else if (punfpor_second_run(problem, q, &first, &common)) {
            steps = punfpor_run(problem, q, &n);
            report_two_runs(stderr, outcome->net,
                            punfpor_question_label(problem, q), steps, n, first,
                            common);
        } else if (punfpor_has_run(problem, q, result->findings[q].verdict)) {
            steps = punfpor_run(problem, q, &n);
            print_run(outcome, punfpor_question_label(problem, q), steps, n);
        }
        for (uint32_t k = 0; k < punfpor_branches(problem, q); k++)
            report_branch(stderr, outcome->net, problem, q, k);
        for (uint32_t i = 0; i < punfpor_items(problem, q); i++) {
            steps = punfpor_item_run(problem, q, i, &n);
            print_run(outcome, punfpor_question_label(problem, q), steps, n);
        }
        for (uint32_t t = 0; punfpor_is_about_all(problem, q) &&
                             t < punfpor_net_given_transitions(outcome->net);
             t++) {
            steps = punfpor_firing_run(problem, t, &n);
            print_run(outcome, punfpor_transition_label(outcome->net, t), steps,
                      n);
        }
    }
}

/* Which engines of a race answered. */
static void print_winners(FILE *out, const struct outcome *outcome)
{
    const char *const engine = punfpor_figures_engine(outcome->problem);

    if (!options_is_race(punfpor_engine(outcome->problem)))
        return;
    if (options_is_race(engine)) {
        fputs("answered without an engine\n", out);
        return;
    }
    fputs("answered by engine: ", out);
    report_winners(out, outcome->problem);
    fprintf(out, "; figures of engine %s\n", engine);
}

/* Are figures printed that nobody asked for?  They are the answer without a
 * question, unless --quiet leaves it to a file, and they tell how far a run
 * came that a limit or a signal ended. */
static bool has_figures(const struct outcome *outcome)
{
    const struct options *const options = outcome->options;
    const enum punfpor_stop stop = outcome->result.stop;

    if (stop == PUNFPOR_REPLAYED || stop == PUNFPOR_UNSAFE)
        return false;
    return outcome->result.n_findings == 0
               ? !options->quiet || !options_file(options)
               : !options->quiet && stop != PUNFPOR_DONE;
}

/* Figures that are an answer go where answers go. */
static void print_stats(const struct outcome *outcome)
{
    const struct options *options = outcome->options;
    const enum punfpor_stop stop = outcome->result.stop;
    const bool shown = options->stats || has_figures(outcome);
    const bool told = shown || (options->verbose && !options->quiet);
    const bool is_answer =
        options->stats || (shown && outcome->result.n_findings == 0);
    FILE *const out =
        is_answer && !options_take_stdout(options) ? stdout : stderr;

    if (told)
        report_reduced(out, outcome->problem);
    if (told && stop != PUNFPOR_REPLAYED)
        print_winners(out, outcome);
    if (shown)
        report_stats(out, outcome->problem);
    if (options->no_cutoffs && !options->quiet &&
        (stop == PUNFPOR_DEPTH_LIMIT || stop == PUNFPOR_EVENT_LIMIT ||
         stop == PUNFPOR_TIME_LIMIT || stop == PUNFPOR_MEMORY_LIMIT))
        fputs(
            "without cutoffs, the exploration ends only on nets whose runs all "
            "end\n",
            stderr);
}

/* --- files --------------------------------------------------------------- */

/* run.scn for one question, run.1.scn, run.2.scn for several. */
static char *numbered_path(const char *path, uint32_t number, uint32_t n)
{
    const char *slash = strrchr(path, '/');
    const char *dot = strrchr(path, '.');
    const size_t cap = strlen(path) + 16;
    char *text = mem_alloc(cap, 1);

    if (!dot || dot == path || (slash && dot < slash + 2))
        dot = path + strlen(path);
    if (n == 1 || !strcmp(path, "-"))
        snprintf(text, cap, "%s", path);
    else
        snprintf(text, cap, "%.*s.%u%s", (int)(dot - path), path, number, dot);
    return text;
}

/* run.3.scn for the third transition, of the second of several questions
 * run.2.3.scn. */
static bool write_firing_runs(const struct outcome *outcome, const char *path,
                              struct diag *diag)
{
    const uint32_t n = punfpor_net_given_transitions(outcome->net);
    bool good = true;

    for (uint32_t t = 0; good && t < n; t++) {
        punfpor_error error = {0};
        char *file;

        if (punfpor_fires(outcome->problem, t) != PUNFPOR_YES)
            continue;
        file = numbered_path(path, t + 1, n);
        good = result_is_ok(
            punfpor_write_firing_run(outcome->problem, t, file, &error), &error,
            diag);
        mem_free(file);
    }
    return good;
}

static bool write_runs(const struct outcome *outcome, struct diag *diag)
{
    const struct result *result = &outcome->result;
    bool good = true;

    for (uint32_t q = 0; good && q < result->n_findings; q++) {
        punfpor_error error = {0};
        char *path;

        if (!punfpor_has_run(outcome->problem, q,
                             result->findings[q].verdict) &&
            !punfpor_is_about_all(outcome->problem, q))
            continue;
        path = numbered_path(outcome->options->witness.file, q + 1,
                             result->n_findings);
        good = punfpor_is_about_all(outcome->problem, q)
                   ? write_firing_runs(outcome, path, diag)
                   : result_is_ok(
                         punfpor_write_run(outcome->problem, q, path, &error),
                         &error, diag);
        mem_free(path);
    }
    return good;
}

/* Graphviz takes very long to lay out more nodes than this.  Its time grows as
 * their square: measured on prefixes, with this factor. */
enum { LARGE = 3000 };

static const double seconds_of_square = 3.5e-6;

/* A picture is laid out at once, unless it is refused. */
static void warn_large(const struct options *options, const char *path,
                       const char *advice, uint64_t n_nodes, const char *format)
{
    const bool is_picture = strcmp(format, "dot") != 0;
    const double minutes =
        seconds_of_square * (double)n_nodes * (double)n_nodes / 60;

    if (n_nodes <= LARGE ||
        (is_picture ? n_nodes > PUNFPOR_PICTURE_NODES : options->quiet))
        return;
    fprintf(stderr,
            "%s: warning: the drawing has %" PRIu64 " nodes; laying it out may "
            "take very long, ",
            path, n_nodes);
    if (minutes < 120)
        fprintf(stderr, "about %.0f min%s\n", minutes + 0.5, advice);
    else
        fprintf(stderr, "about %.0f h%s\n", minutes / 60, advice);
}

/* Control characters are escaped, so that each name is a line. */
static void print_names(const punfpor_net *net, bool of_places)
{
    const uint32_t n = of_places ? punfpor_net_given_places(net)
                                 : punfpor_net_given_transitions(net);

    for (uint32_t i = 0; i < n; i++) {
        text_print(of_places ? punfpor_place_label(net, i)
                             : punfpor_transition_label(net, i),
                   stdout);
        putchar('\n');
    }
}

uint64_t outcome_nodes(const punfpor *problem, bool conditions)
{
    uint64_t n = 0;

    if (conditions)
        (void)result_figure(problem, "conditions", &n);
    return n + punfpor_event_count(problem);
}

/* Graphviz gets the time that is left for drawings. */
static void bound_time(const struct outcome *outcome)
{
    if (outcome->drawn_until > 0)
        options_set_seconds(outcome->problem,
                            outcome->drawn_until - child_now());
}

static void restore_time(const struct outcome *outcome)
{
    (void)punfpor_set(outcome->problem, "timeout", outcome->options->timeout,
                      NULL);
}

static const char *title_of(const struct outcome *outcome)
{
    const char *const name = punfpor_net_name(outcome->net);

    return *name ? name : outcome->options->net;
}

/* A picture that a limit kept from being drawn is told of, and the other files
 * are written. */
static bool is_drawn(struct outcome *outcome, const char *path,
                     enum punfpor_status status, const punfpor_error *error,
                     struct diag *diag)
{
    if (status != PUNFPOR_LIMIT)
        return result_is_ok(status, error, diag);
    fprintf(stderr, "%s: not written: %s\n", path, error->text);
    outcome->lacks_picture = true;
    return true;
}

static bool write_drawing(struct outcome *outcome, const char *format,
                          const char *path, struct diag *diag)
{
    const struct options *const options = outcome->options;
    const unsigned how =
        (options->dot_conditions ? PUNFPOR_DRAW_CONDITIONS : 0u) |
        (options->dot_merged ? PUNFPOR_DRAW_MERGED : 0u) |
        (options->dot_left_to_right ? PUNFPOR_DRAW_LEFT_TO_RIGHT : 0u) |
        (options->dot_no_companions ? PUNFPOR_DRAW_NO_COMPANIONS : 0u) |
        (options->dot_companions ? PUNFPOR_DRAW_COMPANIONS : 0u) |
        (options->dot_no_legend ? PUNFPOR_DRAW_NO_LEGEND : 0u);
    enum punfpor_status status;
    punfpor_error error = {0};

    if (!options->dot_merged && !options->dot_focus)
        warn_large(options, path,
                   ": --dot-focus draws a part, --html shows parts on demand",
                   outcome_nodes(outcome->problem, options->dot_conditions),
                   format);
    bound_time(outcome);
    status = punfpor_draw(outcome->problem, how, options->dot_focus, format,
                          title_of(outcome), path, &error);
    restore_time(outcome);
    return is_drawn(outcome, path, status, &error, diag);
}

static bool draw_net(struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->dot_net;
    const char *const format = options_drawing_format(path);
    enum punfpor_status status;
    punfpor_error error = {0};

    warn_large(outcome->options, path, "",
               (uint64_t)punfpor_net_places(outcome->net) +
                   punfpor_net_transitions(outcome->net),
               format);
    bound_time(outcome);
    status = punfpor_draw_net(outcome->problem, format, path, &error);
    restore_time(outcome);
    return is_drawn(outcome, path, status, &error, diag);
}

/* The end of the name says how; without one of these it is drawn as text. */
static bool write_relations(struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->relations;
    const char *const end = strrchr(path, '.');
    const char *const format =
        end && (!strcmp(end, ".csv") || !strcmp(end, ".json"))
            ? end + 1
            : options_drawing_format(path);
    punfpor_error error = {0};
    const enum punfpor_status status = punfpor_write_relations(
        outcome->problem, format, title_of(outcome), path, &error);

    return is_drawn(outcome, path, status, &error, diag);
}

/* The end of the name says how. */
static bool write_concurrent(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    const char *const path =
        options->concurrent_file ? options->concurrent_file : "-";
    const char *const end = strrchr(path, '.');
    const bool named = end && (!strcmp(end, ".csv") || !strcmp(end, ".svg"));
    punfpor_error error = {0};

    const enum punfpor_status status = punfpor_write_concurrent(
        outcome->problem,
        strcmp(options->concurrent, "places") ? PUNFPOR_TRANSITIONS
                                              : PUNFPOR_PLACES,
        named ? end + 1 : "text", title_of(outcome), path, &error);

    return is_drawn(outcome, path, status, &error, diag);
}

bool outcome_convert(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    punfpor_error error = {0};

    if (options->list)
        print_names(outcome->net, !strcmp(options->list, "places"));
    if (options->write &&
        !result_is_ok(punfpor_net_write(outcome->net, options->write, &error),
                      &error, diag))
        return false;
    return (!options->dot_net || draw_net(outcome, diag)) &&
           (!options->relations || write_relations(outcome, diag)) &&
           (!options->concurrent || write_concurrent(outcome, diag));
}

static bool write_drawings(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    const struct {
        const char *path, *format;
    } drawings[] = {
        {options->dot,
         options->dot ? options_drawing_format(options->dot) : NULL},
        {options->svg, "svg"},
        {options->pdf, "pdf"},
        {options->png, "png"},
    };
    bool good = true;

    for (size_t i = 0; good && i < sizeof drawings / sizeof *drawings; i++)
        if (drawings[i].path)
            good = write_drawing(outcome, drawings[i].format, drawings[i].path,
                                 diag);
    return good;
}

/* The sizes in a comparison. */
static bool write_bars(const struct outcome *outcome, struct diag *diag)
{
    return !outcome->options->svg ||
           compare_plot_write(&outcome->compare, title_of(outcome),
                              outcome->options->svg, diag);
}

/* Writes the prefix with the questions, as JSON or as a page. */
static bool write_whole(const struct outcome *outcome,
                        enum punfpor_status (*write)(const punfpor *problem,
                                                     const char *title,
                                                     const char *path,
                                                     punfpor_error *error),
                        const char *path, struct diag *diag)
{
    punfpor_error error = {0};

    return result_is_ok(
        write(outcome->problem, title_of(outcome), path, &error), &error, diag);
}

/* Graphviz lays small drawings out. */
static bool write_page(const struct outcome *outcome, struct diag *diag)
{
    bool good;

    bound_time(outcome);
    good =
        write_whole(outcome, punfpor_write_page, outcome->options->html, diag);
    restore_time(outcome);
    return good;
}

static bool write_profile(const struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    punfpor_error error = {0};

    return result_is_ok(
        punfpor_write_profile(outcome->problem,
                              strrchr(options->profile, '.') + 1,
                              title_of(outcome), options->profile, &error),
        &error, diag);
}

bool outcome_is_whole(const struct outcome *outcome)
{
    const struct options *options = outcome->options;

    return (!options->mci && !options->prefix_pnml && !options->mp) ||
           outcome->result.stop == PUNFPOR_DONE;
}

/* Reports why a file is missing. */
static bool not_written(const struct outcome *outcome, const char *path,
                        const char *why)
{
    fprintf(stderr, "%s: not written: %s (%s)\n", path, why,
            punfpor_stop_text(outcome->result.stop));
    return true;
}

/* Readers would take a part of a complete prefix for a complete one. */
static bool write_prefix(const struct outcome *outcome, const char *path,
                         enum punfpor_status (*write)(const punfpor *problem,
                                                      const char *path,
                                                      punfpor_error *error),
                         struct diag *diag)
{
    punfpor_error error = {0};

    if (!outcome_is_whole(outcome))
        return not_written(outcome, path,
                           write == punfpor_write_merged
                               ? "the merged process is not complete"
                               : "the prefix is not complete");
    return result_is_ok(write(outcome->problem, path, &error), &error, diag);
}

/* A missing certificate is no failure: the answer is unknown, or its proof was
 * not built. */
static bool write_certificate(const struct outcome *outcome, struct diag *diag)
{
    const char *path = outcome->options->certificate;
    punfpor_error error = {0};
    size_t size;

    if (!punfpor_certificate(outcome->problem, &size, &error))
        return error.status == PUNFPOR_USAGE
                   ? not_written(outcome, path, error.text)
                   : result_is_ok(error.status, &error, diag);
    return result_is_ok(
        punfpor_write_certificate(outcome->problem, path, &error), &error,
        diag);
}

static struct json_run json_of(const struct outcome *outcome)
{
    return (struct json_run){
        .file = outcome->options->net,
        .net = outcome->net,
        .problem = outcome->problem,
        .result = outcome->has_result ? &outcome->result : NULL,
        .comparison = outcome->compare.table,
        .answers = outcome->compare.answers,
    };
}

static bool write_json(const struct outcome *outcome, struct diag *diag)
{
    const char *const file = outcome->options->json.file;
    const struct json_run run = json_of(outcome);

    return json_write(&run, file ? file : "-", diag);
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

json_t *outcome_line(const struct outcome *outcome, enum outcome_code code,
                     const struct diag *diag)
{
    const struct json_run run = json_of(outcome);
    char *const error = diag->code == DIAG_NONE ? NULL : message_of(diag);
    const struct json_failure failure = {
        .file = run.file, .error = error, .code = (int)code};
    json_t *const line = run.result
                             ? json_line(&run, (int)code, error)
                             : json_failed_line(&failure, outcome->options);

    free(error);
    return line;
}

/* --- all of it ----------------------------------------------------------- */

bool outcome_write(struct outcome *outcome, struct diag *diag)
{
    const struct options *options = outcome->options;

    print_answers(outcome);
    if (options->witness.given && !options->witness.file)
        print_runs(outcome);
    if (!outcome->options->compare && !outcome->is_block) /* it has its table */
        print_stats(outcome);
    return (!options->witness.file || write_runs(outcome, diag)) &&
           (!options->profile || write_profile(outcome, diag)) &&
           (outcome->options->compare ? write_bars(outcome, diag)
                                      : write_drawings(outcome, diag)) &&
           (!options->prefix_json ||
            write_whole(outcome, punfpor_write_prefix_json,
                        options->prefix_json, diag)) &&
           (!options->html || write_page(outcome, diag)) &&
           (!options->mci ||
            write_prefix(outcome, options->mci, punfpor_write_mci, diag)) &&
           (!options->mp ||
            write_prefix(outcome, options->mp, punfpor_write_merged, diag)) &&
           (!options->prefix_pnml ||
            write_prefix(outcome, options->prefix_pnml,
                         punfpor_write_prefix_pnml, diag)) &&
           (!options->json.given || options->json_line ||
            write_json(outcome, diag)) &&
           (!options->certificate || write_certificate(outcome, diag));
}

enum outcome_code outcome_code(const struct result *result)
{
    if (result->stop == PUNFPOR_UNSAFE)
        return OUTCOME_INPUT;
    if (result->n_findings == 0)
        return result->stop == PUNFPOR_DONE || result->stop == PUNFPOR_REPLAYED
                   ? OUTCOME_YES
                   : OUTCOME_UNKNOWN;
    if (result_count(result, PUNFPOR_UNKNOWN) > 0)
        return OUTCOME_UNKNOWN;
    return result->n_findings == 1 && result->findings[0].verdict == PUNFPOR_NO
               ? OUTCOME_NO
               : OUTCOME_YES;
}

enum outcome_code outcome_failed(const struct diag *diag)
{
    switch (diag->code) {
    case DIAG_USAGE:
        return OUTCOME_USAGE;
    case DIAG_INPUT:
        return OUTCOME_INPUT;
    case DIAG_LIMIT:
        return OUTCOME_UNKNOWN;
    case DIAG_NONE:
    case DIAG_INTERNAL:
        return OUTCOME_INTERNAL;
    }
    return OUTCOME_INTERNAL;
}

enum outcome_code outcome_end(enum outcome_code code, struct diag *diag)
{
    const int why = output_flush(stdout);

    if (why) {
        if (diag->code == DIAG_NONE)
            (void)output_report(DIAG_INTERNAL, "-", why, diag);
        code = OUTCOME_INTERNAL;
    }
    if (diag->code != DIAG_NONE)
        diag_print(diag, stderr);
    return code;
}
