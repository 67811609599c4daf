#include "cli/outcome.h"

#include "base/mem.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/compare.h"

#include <string.h>
#include <sys/stat.h>

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

bool outcome_files_check(const struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const char *const file = options_output_of(options, i);

        if (file && !can_write(file, diag))
            return false;
    }
    return true;
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

bool outcome_files_convert(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;
    punfpor_error error = {0};

    if (options->list)
        print_names(outcome->net, !strcmp(options->list, "places"));
    if (options->write)
        (void)punfpor_net_write(outcome->net, options->write, &error);
    return result_is_ok(&error, diag) &&
           (!options->dot_net || outcome_draw_net(outcome, diag)) &&
           (!options->relations || outcome_draw_relations(outcome, diag)) &&
           (!options->concurrent || outcome_draw_concurrent(outcome, diag));
}

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
        path = numbered_path(outcome->options->witness.file, q + 1,
                             result->n_findings);
        if (is_all)
            write_firing_runs(outcome, path, &error);
        else
            (void)punfpor_write_run(outcome->problem, q, path, &error);
        mem_free(path);
    }
    return result_is_ok(&error, diag);
}

static bool write_prefix_json(const struct outcome *outcome, struct diag *diag)
{
    punfpor_error error = {0};

    (void)punfpor_write_prefix_json(outcome->problem, outcome_title(outcome),
                                    outcome->options->prefix_json, &error);
    return result_is_ok(&error, diag);
}

static bool write_profile(const struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->profile;
    punfpor_error error = {0};

    (void)punfpor_write_profile(outcome->problem, strrchr(path, '.') + 1,
                                outcome_title(outcome), path, &error);
    return result_is_ok(&error, diag);
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
    (void)write(outcome->problem, path, &error);
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
    else if (error.status == PUNFPOR_USAGE)
        return not_written(outcome, path, error.text);
    return result_is_ok(&error, diag);
}

/* The sizes in a comparison. */
static bool write_bars(const struct outcome *outcome, struct diag *diag)
{
    const char *const path = outcome->options->svg;

    return !path || compare_plot_write(outcome->compare, outcome_title(outcome),
                                       path, diag);
}

bool outcome_files_write(struct outcome *outcome, struct diag *diag)
{
    const struct options *const options = outcome->options;

    return (!options->witness.file || write_runs(outcome, diag)) &&
           (!options->profile || write_profile(outcome, diag)) &&
           (options->compare ? write_bars(outcome, diag)
                             : outcome_draw_prefix(outcome, diag)) &&
           (!options->prefix_json || write_prefix_json(outcome, diag)) &&
           (!options->html || outcome_draw_page(outcome, diag)) &&
           (!options->mci ||
            write_prefix(outcome, options->mci, punfpor_write_mci, diag)) &&
           (!options->mp ||
            write_prefix(outcome, options->mp, punfpor_write_merged, diag)) &&
           (!options->prefix_pnml ||
            write_prefix(outcome, options->prefix_pnml,
                         punfpor_write_prefix_pnml, diag)) &&
           (!options->json.given || options->json_line ||
            json_run_write(outcome, diag)) &&
           (!options->certificate || write_certificate(outcome, diag));
}
