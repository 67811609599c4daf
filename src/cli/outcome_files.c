#include "cli/outcome.h"

#include "base/output.h"
#include "base/system.h"
#include "cli/compare.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* --- can they be written? ------------------------------------------------- */

/* To open a pipe or a device would affect other processes. */
static bool can_write(const char *path, struct diag *diag)
{
    struct output out;
    struct stat old;

    if (!strcmp(path, "-") ||
        (!stat(path, &old) && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode)))
        return true;
    if (!output_open(&out, path, diag))
        return false;
    output_discard(&out);
    return true;
}

bool outcome_files_check(const struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_output_of(options, i);

        if (file && !can_write(file, diag))
            return false;
    }
    return true;
}

/* --- drawings ------------------------------------------------------------- */

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

/* What is written: in which format, where, and what fails. */
struct file {
    const struct outcome *outcome;
    const char *format, *path;
    punfpor_error *error;
};

static enum punfpor_status draw_net(const struct file *file)
{
    const punfpor_net *const net = file->outcome->net;

    warn_large(file->outcome->options, file->path, "",
               (uint64_t)punfpor_net_places(net) + punfpor_net_transitions(net),
               file->format);
    return punfpor_draw_net(file->outcome->problem, file->format, file->path,
                            file->error);
}

static enum punfpor_status write_concurrent(const struct file *file)
{
    const char *const of = file->outcome->options->concurrent;

    return punfpor_write_concurrent(
        file->outcome->problem,
        strcmp(of, "places") ? PUNFPOR_TRANSITIONS : PUNFPOR_PLACES,
        options_format(file->path, "csv|svg", file->format),
        outcome_title(file->outcome), file->path, file->error);
}

/* The explored prefix, or its merged process. */
static enum punfpor_status draw(const struct file *file)
{
    const struct outcome *const outcome = file->outcome;
    const struct options *const options = outcome->options;
    const unsigned how =
        (options->dot_conditions ? PUNFPOR_DRAW_CONDITIONS : 0u) |
        (options->dot_merged ? PUNFPOR_DRAW_MERGED : 0u) |
        (options->dot_left_to_right ? PUNFPOR_DRAW_LEFT_TO_RIGHT : 0u) |
        (options->dot_no_companions ? PUNFPOR_DRAW_NO_COMPANIONS : 0u) |
        (options->dot_companions ? PUNFPOR_DRAW_COMPANIONS : 0u) |
        (options->dot_no_legend ? PUNFPOR_DRAW_NO_LEGEND : 0u);

    if (!options->dot_merged && !options->dot_focus)
        warn_large(options, file->path,
                   ": --dot-focus draws a part, --html shows parts on demand",
                   outcome_nodes(outcome->problem, options->dot_conditions),
                   file->format);
    return punfpor_draw(outcome->problem, how, options->dot_focus, file->format,
                        outcome_title(outcome), file->path, file->error);
}

/* The file of an option.  One of four functions writes it. */
static const struct file_row {
    enum options_id option;
    bool is_early;          /* it needs no exploration for questions */
    bool is_timed;          /* Graphviz gets the time that is left */
    bool may_lack;          /* a limit that ends the drawing is no failure */
    const char *format;     /* of a drawing; NULL: the path says it */
    const char *incomplete; /* readers would take a part for the whole */
    const char *formats;    /* that formatted() has besides, by the path */
    enum punfpor_status (*plain)(const punfpor *problem, const char *path,
                                 punfpor_error *error);
    enum punfpor_status (*titled)(const punfpor *problem, const char *title,
                                  const char *path, punfpor_error *error);
    enum punfpor_status (*formatted)(const punfpor *problem, const char *format,
                                     const char *title, const char *path,
                                     punfpor_error *error);
    enum punfpor_status (*other)(const struct file *file);
} file_rows[] = {
    {OPTIONS_dot_net, true, true, true, .other = draw_net},
    {OPTIONS_relations, true, false, true, .formats = "csv|json",
     .formatted = punfpor_write_relations},
    {OPTIONS_concurrent, true, false, true, "text", .other = write_concurrent},
    {OPTIONS_profile, .formats = "csv|svg", .formatted = punfpor_write_profile},
    {OPTIONS_dot, false, true, true, .other = draw},
    {OPTIONS_svg, false, true, true, "svg", .other = draw},
    {OPTIONS_pdf, false, true, true, "pdf", .other = draw},
    {OPTIONS_png, false, true, true, "png", .other = draw},
    {OPTIONS_prefix_json, .titled = punfpor_write_prefix_json},
    {OPTIONS_html, .is_timed = true, .titled = punfpor_write_page},
    {OPTIONS_mci, .incomplete = "prefix", .plain = punfpor_write_mci},
    {OPTIONS_mp, .incomplete = "merged process", .plain = punfpor_write_merged},
    {OPTIONS_prefix_pnml, .incomplete = "prefix",
     .plain = punfpor_write_prefix_pnml},
};

/* NULL: none is wanted. */
static const char *path_of(const struct options *options, enum options_id i)
{
    return i != OPTIONS_concurrent    ? options_file_of(options, i)
           : !options->concurrent     ? NULL
           : options->concurrent_file ? options->concurrent_file
                                      : "-";
}

static void call_writer(const struct outcome *outcome,
                        const struct file_row *row, const char *path,
                        punfpor_error *error)
{
    const char *const format =
        row->format ? row->format : options_drawing_format(path);
    punfpor *const problem = outcome->problem;

    if (row->is_timed && outcome->drawn_until > 0)
        options_set_seconds(problem, outcome->drawn_until - system_now());
    if (row->plain)
        (void)row->plain(problem, path, error);
    else if (row->titled)
        (void)row->titled(problem, outcome_title(outcome), path, error);
    else if (row->formatted)
        (void)row->formatted(problem,
                             options_format(path, row->formats, format),
                             outcome_title(outcome), path, error);
    else
        (void)row->other(&(struct file){outcome, format, path, error});
    (void)punfpor_set(problem, "timeout", outcome->options->timeout, NULL);
}

/* A picture that a limit kept from being drawn is told of, and the other files
 * are written. */
static bool write_row(struct outcome *outcome, const struct file_row *row,
                      const char *path, struct diag *diag)
{
    punfpor_error error = {0};

    if (row->incomplete && !outcome_is_whole(outcome)) {
        fprintf(stderr, "%s: not written: the %s is not complete (%s)\n", path,
                row->incomplete, punfpor_stop_text(outcome->result.stop));
        return true;
    }
    call_writer(outcome, row, path, &error);
    if (error.status != PUNFPOR_LIMIT || !row->may_lack)
        return result_is_ok(&error, diag);
    fprintf(stderr, "%s: not written: %s\n", path, error.text);
    outcome->lacks_picture = true;
    return true;
}

static bool write_rows(struct outcome *outcome, bool early, struct diag *diag)
{
    bool good = true;

    for (size_t i = 0; good && i < sizeof file_rows / sizeof *file_rows; i++) {
        const char *const path = path_of(outcome->options, file_rows[i].option);

        if (path && file_rows[i].is_early == early)
            good = write_row(outcome, &file_rows[i], path, diag);
    }
    return good;
}

/* --- before the search ---------------------------------------------------- */

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

bool outcome_files_convert(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    punfpor_error error = {0};

    if (options->list)
        print_names(outcome->net, !strcmp(options->list, "places"));
    if (options->write)
        (void)punfpor_net_write(outcome->net, options->write, &error);
    return result_is_ok(&error, diag) && write_rows(outcome, true, diag);
}

/* --- after it ------------------------------------------------------------- */

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
static void write_firing_runs(const struct outcome *outcome, const char *path,
                              punfpor_error *error)
{
    const uint32_t n = punfpor_net_given_transitions(outcome->net);

    for (uint32_t t = 0; !error->status && t < n; t++) {
        char *file;

        if (punfpor_fires(outcome->problem, t) != PUNFPOR_YES)
            continue;
        file = numbered_path(path, t + 1, n);
        (void)punfpor_write_firing_run(outcome->problem, t, file, error);
        mem_free(file);
    }
}

static bool write_runs(const struct outcome *outcome, struct diag *diag)
{
    const struct result *result = &outcome->result;
    punfpor_error error = {0};

    for (uint32_t q = 0; !error.status && q < result->n_findings; q++) {
        const bool is_all = punfpor_is_about_all(outcome->problem, q);
        char *path;

        if (!is_all &&
            !punfpor_has_run(outcome->problem, q, result->findings[q].verdict))
            continue;
        path =
            numbered_path(outcome->options->witness, q + 1, result->n_findings);
        if (is_all)
            write_firing_runs(outcome, path, &error);
        else
            (void)punfpor_write_run(outcome->problem, q, path, &error);
        mem_free(path);
    }
    return result_is_ok(&error, diag);
}

/* A missing certificate is no failure: the answer is unknown, or its proof was
 * not built. */
static bool write_certificate(const struct outcome *outcome, struct diag *diag)
{
    const char *path = outcome->options->certificate;
    punfpor_error error = {0};
    size_t size;

    if (punfpor_certificate(outcome->problem, &size, &error))
        (void)punfpor_write_certificate(outcome->problem, path, &error);
    if (error.status != PUNFPOR_USAGE)
        return result_is_ok(&error, diag);
    fprintf(stderr, "%s: not written: %s (%s)\n", path, error.text,
            punfpor_stop_text(outcome->result.stop));
    return true;
}

bool outcome_files_write(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;

    return (!options_file_of(options, OPTIONS_witness) ||
            write_runs(outcome, diag)) &&
           (!options->compare
                ? write_rows(outcome, false, diag)
                : !options->svg || compare_plot_write(outcome->compare,
                                                      outcome_title(outcome),
                                                      options->svg, diag)) &&
           (!options->json || options->json_line ||
            json_run_write(outcome, diag)) &&
           (!options->certificate || write_certificate(outcome, diag));
}
