#include "cli/program/combine.h"

#include "base/text.h"
#include "cli/program/batch.h"
#include "cli/option_files.h"

#include <string.h>

static bool is_standard(const char *file)
{
    return file && !strcmp(file, "-");
}

/* The default limit of a row of --compare. */
static const char ROW_SECONDS[] = "60";

/* A list has no verdict to compare. */
static bool check_compared(const struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (options_asks(&options->questions.at[i], "dead-transitions"))
            return diag_usage(
                diag, "--compare and --dead-transitions exclude each other: "
                      "--all-transitions has verdicts to compare");
    return true;
}

/* A comparison makes many runs, and excludes files about one run. */
static bool check_comparison(struct options *options, struct diag *diag)
{
    const char *const file = options_prefix_file(options);
    const char *odd = file                     ? file
                      : options->certificate   ? "certificate"
                      : options->mci           ? "mci"
                      : options->mp            ? "mp"
                      : options->prefix_pnml   ? "prefix-pnml"
                      : options->replay        ? "replay"
                      : options->profile       ? "profile"
                      : options->witness.given ? "witness"
                      : options->reduce        ? "reduce"
                                               : NULL;

    if (!options->compare)
        return true;
    if (!options->timeout)
        options->timeout = ROW_SECONDS;
    if (odd)
        return diag_usage(
            diag,
            "--compare and --%s exclude each other: --%s needs a single run",
            odd, odd);
    return check_compared(options, diag);
}

/* Does the option bound the layout of a picture, too? */
static bool bounds_layout(const struct options *options, const char *name)
{
    return options_draw_pictures(options) &&
           (!strcmp(name, "timeout") || !strcmp(name, "max-memory"));
}

/* The first option given that only an engine uses; NULL: none. */
static const char *of_engines(const struct options *options)
{
    const char *const file = options_prefix_file(options);
    const char *odd = file                   ? file
                      : options->profile     ? "profile"
                      : options->mci         ? "mci"
                      : options->mp          ? "mp"
                      : options->prefix_pnml ? "prefix-pnml"
                      : options->certificate ? "certificate"
                      : options->no_cutoffs  ? "no-cutoffs"
                                             : NULL;

    for (uint32_t i = 0; i < punfpor_option_count() && !odd; i++)
        if (options_setting(options, i) &&
            !bounds_layout(options, punfpor_option_name(i)))
            odd = punfpor_option_name(i);
    return odd;
}

/* A replay and a conversion run no engine, so that no option of the engines
 * has an effect. */
static bool check_unexplored(const struct options *options, struct diag *diag)
{
    const char *odd = of_engines(options);

    if (odd && options->replay)
        return diag_usage(
            diag,
            "--replay and --%s exclude each other: --replay explores nothing",
            odd);
    return !odd || options_explore(options) || options->relations ||
           options->concurrent ||
           diag_usage(diag, "--%s has no effect: --%s alone explores nothing",
                      odd,
                      options->write     ? "write"
                      : options->dot_net ? "dot-net"
                                         : "list");
}

static bool check_list(const struct options *options, struct diag *diag)
{
    return !options->list || !strcmp(options->list, "places") ||
           !strcmp(options->list, "transitions") ||
           diag_usage(diag,
                      "option 'list' takes places or transitions, not '%s'",
                      options->list);
}

static bool check_concurrent(const struct options *options, struct diag *diag)
{
    const char *const nodes = options->concurrent;

    if (nodes && strcmp(nodes, "places") != 0 &&
        strcmp(nodes, "transitions") != 0)
        return diag_usage(
            diag, "option 'concurrent' takes places or transitions, not '%s'",
            nodes);
    return nodes || !options->concurrent_file ||
           diag_usage(diag, "--concurrent-file needs --concurrent");
}

/* The merged process is that of a prefix with read arcs. */
static bool check_merged(const struct options *options, struct diag *diag)
{
    const char *const odd = options->mci           ? "mci"
                            : options->prefix_pnml ? "prefix-pnml"
                                                   : NULL;

    return !options->mp || !odd ||
           diag_usage(diag, "--mp and --%s exclude each other", odd);
}

static bool check_cost(const struct options *options, struct diag *diag)
{
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (options_asks(&options->questions.at[i], "cheapest"))
            return true;
    return !options->cost || diag_usage(diag, "--cost needs --cheapest");
}

/* Conditions are drawn, and everything is drawn at the end. */
static bool check_drawing(const struct options *options, struct diag *diag)
{
    const char *const file = options_prefix_file(options);

    const char *const how = options->dot_conditions      ? "dot-conditions"
                            : options->dot_merged        ? "dot-merged"
                            : options->dot_left_to_right ? "dot-left-to-right"
                            : options->dot_companions    ? "dot-companions"
                            : options->dot_no_companions ? "dot-no-companions"
                            : options->dot_no_legend     ? "dot-no-legend"
                            : options->dot_focus         ? "dot-focus"
                                                         : NULL;

    if (how && !options_draws(options))
        return diag_usage(diag, "--%s needs --dot, --svg, --pdf or --png", how);
    if (options->dot_companions && options->dot_no_companions)
        return diag_usage(
            diag,
            "--dot-companions and --dot-no-companions exclude each other");
    if (options->dot_merged && options->dot_conditions)
        return diag_usage(
            diag, "--dot-merged and --dot-conditions exclude each other");
    if (options->dot_merged && options->dot_focus)
        return diag_usage(diag,
                          "--dot-merged and --dot-focus exclude each other");
    if (file && options->cache && strcmp(options->cache, "unlimited"))
        return diag_usage(diag,
                          "--%s and --cache exclude each other: --%s shows "
                          "events that --cache evicts",
                          file, file);
    return true;
}

/* The end of the name says how a profile is written. */
static bool check_profile(const struct options *options, struct diag *diag)
{
    const char *const end =
        options->profile ? strrchr(options->profile, '.') : NULL;

    return !options->profile ||
           (end && (!strcmp(end, ".csv") || !strcmp(end, ".svg"))) ||
           diag_usage(diag, "--profile needs a name that ends in .csv or .svg");
}

/* The number of --jobs. */
static bool read_jobs(struct options *options, struct diag *diag)
{
    uint64_t n = 0;

    if (!options->jobs)
        return true;
    if (text_number(options->jobs, &n) != TEXT_NUMBER || n < 1 || n > 1024)
        return diag_usage(
            diag, "option 'jobs' takes a whole number from 1 to 1024, not '%s'",
            options->jobs);
    options->n_jobs = (uint32_t)n;
    return true;
}

/* The first setting that the contest has no use for; NULL: there is none. */
static const char *find_unused_setting(const struct options *options)
{
    for (uint32_t i = 0; i < punfpor_option_count(); i++) {
        const char *const name = punfpor_option_name(i);

        if (options_setting(options, i) && strcmp(name, "engine") != 0 &&
            strcmp(name, "racers") != 0 && strcmp(name, "reduce") != 0 &&
            strcmp(name, "timeout") != 0)
            return name;
    }
    return NULL;
}

/* A folder of the contest has its own net, questions and output. */
static bool check_contest(const struct options *options, struct diag *diag)
{
    const char *odd = options->net             ? "a net"
                      : options->nets_from     ? "--nets-from"
                      : options->questions.len ? "a question"
                      : options->property      ? "--property"
                      : options->cost          ? "--cost"
                      : options->json.given    ? "--json"
                      : options->witness.given ? "--witness"
                      : options->certificate   ? "--certificate"
                      : options->replay        ? "--replay"
                      : options->compare       ? "--compare"
                      : options->dot           ? "--dot"
                      : options->svg           ? "--svg"
                      : options->pdf           ? "--pdf"
                      : options->png           ? "--png"
                      : options->profile       ? "--profile"
                      : options->html          ? "--html"
                      : options->prefix_json   ? "--prefix-json"
                      : options->dot_net       ? "--dot-net"
                      : options->relations     ? "--relations"
                      : options->concurrent    ? "--concurrent"
                      : options->mci           ? "--mci"
                      : options->mp            ? "--mp"
                      : options->write         ? "--write"
                      : options->list          ? "--list"
                                               : NULL;

    const char *const unused = find_unused_setting(options);

    if (odd)
        return diag_usage(diag, "--mcc and %s exclude each other", odd);
    if (unused && !strcmp(unused, "max-memory"))
        return diag_usage(
            diag, "--mcc takes the limit of memory from BK_MEMORY_CONFINEMENT "
                  "in the environment, in megabytes");
    return !unused ||
           diag_usage(diag, "--mcc does not use option '%s'", unused);
}

/* The value of an option that takes it behind '=', given as a word elsewhere:
 * no net has such a name. */
static bool check_lost_value(const struct options *options,
                             const struct options_output *output,
                             const char *name, struct diag *diag)
{
    for (uint32_t i = 0; i < options->nets.len; i++) {
        const char *const net = options->nets.at[i];
        const char *const end = strrchr(net, '.');

        if (output->given && !output->file && end &&
            !strcmp(end, !strcmp(name, "json") ? ".json" : ".scn"))
            return diag_usage(diag,
                              "'%s' is not a net; did you mean '--%s=%s'?", net,
                              name, net);
    }
    return true;
}

static bool check_nets(const struct options *options, struct diag *diag)
{
    if (options->examination)
        return diag_usage(diag, "--examination needs --mcc");
    if (options->jobs && !batch_is(options) && options->net &&
        !batch_has_blocks(options))
        return diag_usage(diag, "--jobs needs several nets, several questions "
                                "(and no output about one run), or --mcc");
    if (!options->net && !options->nets_from)
        return diag_usage(
            diag, "no net was given: punf-por NET [options]; see --help");
    return check_lost_value(options, &options->json, "json", diag) &&
           check_lost_value(options, &options->witness, "witness", diag);
}

bool combine_options(struct options *options, struct diag *diag)
{
    if (options->help.given || options->version)
        return true;
    if (options->mcc)
        return read_jobs(options, diag) && check_contest(options, diag);
    return read_jobs(options, diag) && check_nets(options, diag) &&
           check_drawing(options, diag) && check_profile(options, diag) &&
           check_comparison(options, diag) && check_list(options, diag) &&
           check_concurrent(options, diag) && check_merged(options, diag) &&
           check_cost(options, diag) && check_unexplored(options, diag);
}

/* --- files ---------------------------------------------------------------- */

static int count_standard(const options_text_list *files)
{
    int n = 0;

    for (uint32_t i = 0; i < files->len; i++)
        n += is_standard(files->at[i]);
    return n;
}

/* Each net would read it anew. */
static bool check_inputs_of_each(const struct options *options,
                                 struct diag *diag)
{
    const char *const odd = is_standard(options->replay)       ? "replay"
                            : is_standard(options->dependency) ? "dependency"
                            : is_standard(options->property)   ? "property"
                            : is_standard(options->cost)       ? "cost"
                                                               : NULL;

    return !odd || options->nets.len < 2 ||
           diag_usage(diag, "several nets cannot share standard input: --%s -",
                      odd);
}

/* Standard input can be read once, standard output written once. */
static bool check_streams(const struct options *options, struct diag *diag)
{
    const int in =
        count_standard(&options->nets) + is_standard(options->nets_from) +
        is_standard(options->replay) + is_standard(options->property) +
        is_standard(options->dependency) + is_standard(options->cost);

    if (in > 1)
        return diag_usage(diag, "only one file can be '-', standard input");
    if (options_take_stdout(options) > 1)
        return diag_usage(diag, "only one file can go to standard output");
    return check_inputs_of_each(options, diag);
}

/* Where a net, or a part of its questions, is a task. */
static bool check_tasks(const struct options *options, struct diag *diag)
{
    const char *const journal = options->checkpoint ? "checkpoint"
                                : options->resume   ? "resume"
                                                    : NULL;
    const bool has_stream =
        count_standard(&options->nets) > 0 || is_standard(options->replay) ||
        is_standard(options->dependency) || is_standard(options->property) ||
        is_standard(options->cost);

    if (!batch_is(options) && !options->n_jobs)
        return true;
    if (options->checkpoint_every)
        return diag_usage(diag, "--checkpoint-every has no effect: the journal "
                                "of tasks is written after each of them");
    if (is_standard(options->checkpoint) || is_standard(options->resume))
        return diag_usage(diag, "--%s needs the name of a file", journal);
    return !has_stream || !journal ||
           diag_usage(diag, "--%s and standard input exclude each other",
                      journal);
}

bool combine_files(const struct options *options, struct diag *diag)
{
    return options->help.given || options->version || options->mcc ||
           (check_streams(options, diag) && option_files_check(options, diag) &&
            check_tasks(options, diag));
}
