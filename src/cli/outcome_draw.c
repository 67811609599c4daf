#include "cli/outcome.h"

#include "base/system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* Graphviz gets the time that is left for drawings. */
static void bound_time(const struct outcome *outcome)
{
    if (outcome->drawn_until > 0)
        options_set_seconds(outcome->problem,
                            outcome->drawn_until - system_now());
}

static void restore_time(const struct outcome *outcome)
{
    (void)punfpor_set(outcome->problem, "timeout", outcome->options->timeout,
                      NULL);
}

/* A picture that a limit kept from being drawn is told of, and the other files
 * are written. */
static bool is_drawn(struct outcome *outcome, const char *path,
                     const punfpor_error *error, struct diag *diag)
{
    if (error->status != PUNFPOR_LIMIT)
        return result_is_ok(error, diag);
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
    punfpor_error error = {0};

    if (!options->dot_merged && !options->dot_focus)
        warn_large(options, path,
                   ": --dot-focus draws a part, --html shows parts on demand",
                   outcome_nodes(outcome->problem, options->dot_conditions),
                   format);
    bound_time(outcome);
    (void)punfpor_draw(outcome->problem, how, options->dot_focus, format,
                       outcome_title(outcome), path, &error);
    restore_time(outcome);
    return is_drawn(outcome, path, &error, diag);
}

bool outcome_draw_net(struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->dot_net;
    const char *const format = options_drawing_format(path);
    punfpor_error error = {0};

    warn_large(outcome->options, path, "",
               (uint64_t)punfpor_net_places(outcome->net) +
                   punfpor_net_transitions(outcome->net),
               format);
    bound_time(outcome);
    (void)punfpor_draw_net(outcome->problem, format, path, &error);
    restore_time(outcome);
    return is_drawn(outcome, path, &error, diag);
}

bool outcome_draw_relations(struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->relations;
    const char *const format =
        options_format(path, "csv|json", options_drawing_format(path));
    punfpor_error error = {0};

    (void)punfpor_write_relations(outcome->problem, format,
                                  outcome_title(outcome), path, &error);
    return is_drawn(outcome, path, &error, diag);
}

bool outcome_draw_concurrent(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    const char *const path =
        options->concurrent_file ? options->concurrent_file : "-";
    punfpor_error error = {0};

    (void)punfpor_write_concurrent(outcome->problem,
                                   strcmp(options->concurrent, "places")
                                       ? PUNFPOR_TRANSITIONS
                                       : PUNFPOR_PLACES,
                                   options_format(path, "csv|svg", "text"),
                                   outcome_title(outcome), path, &error);
    return is_drawn(outcome, path, &error, diag);
}

bool outcome_draw_prefix(struct outcome *outcome, struct diag *diag)
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

bool outcome_draw_page(const struct outcome *outcome, struct diag *diag)
{
    punfpor_error error = {0};

    bound_time(outcome);
    (void)punfpor_write_page(outcome->problem, outcome_title(outcome),
                             outcome->options->html, &error);
    restore_time(outcome);
    return result_is_ok(&error, diag);
}
