#include "cli/combine.h"

#include "base/text.h"
#include "cli/same_file.h"

#include <string.h>

static bool is_standard(const char *file)
{
    return file && !strcmp(file, "-");
}

/* Standard input can be read once, standard output written once. */
static bool check_streams(const struct options *options, struct diag *diag)
{
    const int in = is_standard(options->net) + is_standard(options->replay) +
                   is_standard(options->dependency);
    const int out = options_take_stdout(options);

    if (in > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "only one file can be '-', standard input");
    if (out > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "only one file can go to standard output");
    return true;
}

/* The default limit of a row of --compare. */
static const char ROW_SECONDS[] = "60";

static bool asks(const struct options *options, enum options_id kind)
{
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (options->questions.at[i].kind == kind)
            return true;
    return false;
}

/* What a comparison cannot ask: a list has no verdict to compare, and its
 * engines do not answer about liveness. */
static bool check_compared(const struct options *options, struct diag *diag)
{
    if (asks(options, OPTIONS_dead_transitions))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--compare and --dead-transitions exclude each "
                           "other: --all-transitions has verdicts to compare");
    return !asks(options, OPTIONS_live) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--compare and --live exclude each other: engines "
                       "'por' and 'prefix' cannot answer it");
}

/* A comparison makes many runs, and excludes files about one run and the choice
 * of an engine. */
static bool check_comparison(struct options *options, struct diag *diag)
{
    const char *odd = options->dot             ? "dot"
                      : options->certificate   ? "certificate"
                      : options->mci           ? "mci"
                      : options->prefix_pnml   ? "prefix-pnml"
                      : options->replay        ? "replay"
                      : options->witness.given ? "witness"
                      : options->engine        ? "engine"
                                               : NULL;

    if (!options->compare)
        return true;
    if (!options->timeout)
        options->timeout = ROW_SECONDS;
    if (odd)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--compare and --%s exclude each other: --%s needs "
                           "a single run",
                           odd, odd);
    return check_compared(options, diag);
}

/* The first option given that only an engine uses; NULL: none. */
static const char *of_engines(const struct options *options)
{
    const char *odd = options->dot           ? "dot"
                      : options->mci         ? "mci"
                      : options->prefix_pnml ? "prefix-pnml"
                      : options->certificate ? "certificate"
                      : options->no_cutoffs  ? "no-cutoffs"
                                             : NULL;

    for (uint32_t i = 0; i < punfpor_option_count() && !odd; i++)
        if (options_setting(options, i))
            odd = punfpor_option_name(i);
    return odd;
}

/* A replay and a conversion run no engine, so that no option of the engines
 * has an effect. */
static bool check_unexplored(const struct options *options, struct diag *diag)
{
    const char *odd = of_engines(options);

    if (odd && options->replay)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--replay and --%s exclude each other: --replay "
                           "explores nothing",
                           odd);
    return !odd || options_explore(options) ||
           diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                       "--%s has no effect: --%s alone explores nothing", odd,
                       options->write ? "write" : "dot-net");
}

/* A certificate is of one answer. */
static bool check_certificate(const struct options *options, struct diag *diag)
{
    const options_question_list *questions = &options->questions;

    return !options->certificate ||
           (questions->len == 1 && !asks(options, OPTIONS_all_transitions)) ||
           diag_report(
               diag, DIAG_USAGE, NULL, 0, 0,
               "--certificate needs exactly one question: --reach, "
               "--marking, --marking-exact, --deadlock, --safe or --formula");
}

/* Conditions are drawn, and everything is drawn at the end. */
static bool check_drawing(const struct options *options, struct diag *diag)
{
    if (options->dot_conditions && !options->dot)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot-conditions needs --dot");
    if (options->dot && options->cache && strcmp(options->cache, "unlimited"))
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot and --cache exclude each other: --dot draws "
                           "events that --cache evicts");
    return true;
}

/* Is there a file of this name, for comparison with another one? */
static bool is_named(const char *file)
{
    return file && !is_standard(file);
}

struct named {
    const char *option, *file;
};

/* An output must not replace an input, nor another output. */
static bool check_files(const struct options *options, struct diag *diag)
{
    const struct named files[] = {
        {"the net", options->net},
        {"--replay", options->replay},
        {"--dependency", options->dependency},
        {"--json", options->json.file},
        {"--witness", options->witness.file},
        {"--certificate", options->certificate},
        {"--dot", options->dot},
        {"--mci", options->mci},
        {"--dot-net", options->dot_net},
        {"--write", options->write},
    };
    enum { N_INPUTS = 3, N = sizeof files / sizeof *files };

    for (size_t i = N_INPUTS; i < N; i++)
        for (size_t k = 0; k < i; k++)
            if (is_named(files[i].file) && is_named(files[k].file) &&
                same_file_is(files[i].file, files[k].file))
                return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                                   "%s and %s are one file, '%s'",
                                   files[k].option, files[i].option,
                                   files[i].file);
    return true;
}

/* The number of --jobs. */
static bool read_jobs(struct options *options, struct diag *diag)
{
    uint64_t n = 0;

    if (!options->jobs)
        return true;
    if (text_number(options->jobs, &n) != TEXT_NUMBER || n < 1 || n > 1024)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option 'jobs' takes a whole number from 1 to "
                           "1024, not '%s'",
                           options->jobs);
    options->n_jobs = (uint32_t)n;
    return true;
}

/* A folder of the contest has its own net, questions and output. */
static bool check_contest(const struct options *options, struct diag *diag)
{
    const char *odd = options->net             ? "a net"
                      : options->questions.len ? "a question"
                      : options->property      ? "--property"
                      : options->json.given    ? "--json"
                      : options->witness.given ? "--witness"
                      : options->certificate   ? "--certificate"
                      : options->replay        ? "--replay"
                      : options->compare       ? "--compare"
                      : options->dot           ? "--dot"
                      : options->dot_net       ? "--dot-net"
                      : options->mci           ? "--mci"
                      : options->write         ? "--write"
                                               : NULL;

    return !odd || diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                               "--mcc and %s exclude each other", odd);
}

static bool check_nets(const struct options *options, struct diag *diag)
{
    if (options->examination)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "--examination needs --mcc");
    if (options->jobs)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0, "--jobs needs --mcc");
    if (!options->net)
        return diag_report(
            diag, DIAG_USAGE, NULL, 0, 0,
            "no net was given: punf-por NET [options]; see --help");
    if (options->nets.len > 1)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "one net at a time: '%s' and '%s' were given",
                           options->net, options->nets.at[1]);
    return true;
}

bool combine_options(struct options *options, struct diag *diag)
{
    if (options->help || options->version)
        return true;
    if (options->mcc)
        return read_jobs(options, diag) && check_contest(options, diag);
    return check_nets(options, diag) && check_drawing(options, diag) &&
           check_comparison(options, diag) && check_unexplored(options, diag) &&
           check_certificate(options, diag) && check_streams(options, diag) &&
           check_files(options, diag);
}
