#include "cli/program/batch.h"

#include <string.h>

/* The name of the first of these options that was given; NULL: none was. */
#define FIRST(options, ...) \
    options_first(options,  \
                  (const enum options_id[]){__VA_ARGS__, OPTIONS_COUNT})

static bool is_standard(const char *file)
{
    return file && !strcmp(file, "-");
}

static bool exclude(const struct options *options, enum options_id a,
                    enum options_id b, struct diag *diag)
{
    return !options_given(options, a) || !options_given(options, b) ||
           diag_usage(diag, "--%s and --%s exclude each other",
                      options_row(a).name, options_row(b).name);
}

static bool asks(const struct options *options, const char *word)
{
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (options_asks(&options->questions.at[i], word))
            return true;
    return false;
}

/* The default limit of a row of --compare. */
static const char ROW_SECONDS[] = "60";

/* A comparison makes many runs, and excludes files about one run.  A list has
 * no verdict to compare. */
static bool check_comparison(struct options *options, struct diag *diag)
{
    const char *odd = options_prefix_file(options);

    if (!options->compare)
        return true;
    if (!options->timeout)
        options->timeout = ROW_SECONDS;
    if (!odd)
        odd = FIRST(options, OPTIONS_certificate, OPTIONS_mci, OPTIONS_mp,
                    OPTIONS_prefix_pnml, OPTIONS_replay, OPTIONS_profile,
                    OPTIONS_witness, OPTIONS_reduce);
    if (odd)
        return diag_usage(
            diag,
            "--compare and --%s exclude each other: --%s needs a single run",
            odd, odd);
    return !asks(options, "dead-transitions") ||
           diag_usage(diag,
                      "--compare and --dead-transitions exclude each other: "
                      "--all-transitions has verdicts to compare");
}

/* The first option given that only an engine uses; NULL: none.  Two also bound
 * the layout of a picture. */
static const char *of_engines(const struct options *options)
{
    const char *odd = options_prefix_file(options);

    if (!odd)
        odd =
            FIRST(options, OPTIONS_profile, OPTIONS_mci, OPTIONS_mp,
                  OPTIONS_prefix_pnml, OPTIONS_certificate, OPTIONS_no_cutoffs);
    for (uint32_t i = 0; i < punfpor_option_count() && !odd; i++)
        if (options_setting(options, i) &&
            !(options_draw_pictures(options) &&
              text_is_word("timeout|max-memory", punfpor_option_name(i))))
            odd = punfpor_option_name(i);
    return odd;
}

/* A replay and a conversion run no engine, so that no option of the engines
 * has an effect. */
static bool check_unexplored(const struct options *options, struct diag *diag)
{
    const char *const odd = of_engines(options);

    if (odd && options->replay)
        return diag_usage(
            diag,
            "--replay and --%s exclude each other: --replay explores nothing",
            odd);
    return !odd || options_explore(options) || options->relations ||
           options->concurrent ||
           diag_usage(
               diag, "--%s has no effect: --%s alone explores nothing", odd,
               FIRST(options, OPTIONS_write, OPTIONS_dot_net, OPTIONS_list));
}

static bool check_nodes(enum options_id i, const char *nodes, struct diag *diag)
{
    return !nodes || text_is_word("places|transitions", nodes) ||
           diag_usage(diag, "option '%s' takes places or transitions, not '%s'",
                      options_row(i).name, nodes);
}

static bool check_concurrent(const struct options *options, struct diag *diag)
{
    return check_nodes(OPTIONS_concurrent, options->concurrent, diag) &&
           (options->concurrent || !options->concurrent_file ||
            diag_usage(diag, "--concurrent-file needs --concurrent"));
}

/* Conditions are drawn, and everything is drawn at the end. */
static bool check_drawing(const struct options *options, struct diag *diag)
{
    const char *const file = options_prefix_file(options);
    const char *const how = FIRST(
        options, OPTIONS_dot_conditions, OPTIONS_dot_merged,
        OPTIONS_dot_left_to_right, OPTIONS_dot_companions,
        OPTIONS_dot_no_companions, OPTIONS_dot_no_legend, OPTIONS_dot_focus);

    if (how && !options_draws(options))
        return diag_usage(diag, "--%s needs --dot, --svg, --pdf or --png", how);
    return exclude(options, OPTIONS_dot_companions, OPTIONS_dot_no_companions,
                   diag) &&
           exclude(options, OPTIONS_dot_merged, OPTIONS_dot_conditions, diag) &&
           exclude(options, OPTIONS_dot_merged, OPTIONS_dot_focus, diag) &&
           (!file || !options->cache || !strcmp(options->cache, "unlimited") ||
            diag_usage(diag,
                       "--%s and --cache exclude each other: --%s shows events "
                       "that --cache evicts",
                       file, file));
}

static bool check_profile(const struct options *options, struct diag *diag)
{
    return !options->profile ||
           options_format(options->profile, "csv|svg", NULL) ||
           diag_usage(diag, "--profile needs a name that ends in .csv or .svg");
}

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

        if (options_setting(options, i) &&
            !text_is_word("engine|racers|reduce|timeout", name))
            return name;
    }
    return NULL;
}

/* The first option given that is none of the library, and that the contest has
 * no use for; NULL: there is none.  Its output is quiet. */
static const char *find_other(const struct options *options)
{
    for (uint32_t i = 0; i < OPTIONS_COUNT; i++) {
        const struct options_row row = options_row(i);

        if (row.kind != OPTIONS_SETTING && i != OPTIONS_no_cutoffs &&
            options_given(options, i) &&
            !text_is_word("mcc|examination|jobs|tokens|quiet", row.name))
            return row.name;
    }
    return NULL;
}

/* A folder of the contest has its own net, questions and output. */
static bool check_contest(const struct options *options, struct diag *diag)
{
    const char *const odd = options->net             ? "a net"
                            : options->nets_from     ? "--nets-from"
                            : options->questions.len ? "a question"
                                                     : NULL;
    const char *const other = find_other(options);
    const char *const unused = find_unused_setting(options);

    if (odd)
        return diag_usage(diag, "--mcc and %s exclude each other", odd);
    if (other)
        return diag_usage(diag, "--mcc and --%s exclude each other", other);
    if (options->tokens && strcmp(options->tokens, "auto") != 0)
        return diag_usage(diag, "--mcc takes no --tokens but auto");
    if (unused && !strcmp(unused, "max-memory"))
        return diag_usage(
            diag, "--mcc takes the limit of memory from BK_MEMORY_CONFINEMENT "
                  "in the environment, in megabytes");
    return !unused ||
           diag_usage(diag, "--mcc does not use option '%s'", unused);
}

/* The value of an option that takes it behind '=', given as a word elsewhere:
 * no net has such a name. */
static bool check_lost_value(const struct options *options, enum options_id i,
                             const char *format, struct diag *diag)
{
    const char *const name = options_row(i).name;

    for (uint32_t n = 0; n < options->nets.len; n++) {
        const char *const net = options->nets.at[n];

        if (options_given(options, i) && !options_argument(options, i) &&
            options_format(net, format, NULL))
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
    return check_lost_value(options, OPTIONS_json, "json", diag) &&
           check_lost_value(options, OPTIONS_witness, "scn", diag);
}

bool combine_options(struct options *options, struct diag *diag)
{
    if (options->help || options->version)
        return true;
    if (options->mcc)
        return read_jobs(options, diag) && check_contest(options, diag);
    return read_jobs(options, diag) && check_nets(options, diag) &&
           check_drawing(options, diag) && check_profile(options, diag) &&
           check_comparison(options, diag) &&
           check_nodes(OPTIONS_list, options->list, diag) &&
           check_concurrent(options, diag) &&
           /* The merged process is that of a prefix with read arcs. */
           exclude(options, OPTIONS_mp, OPTIONS_mci, diag) &&
           exclude(options, OPTIONS_mp, OPTIONS_prefix_pnml, diag) &&
           (!options->cost || asks(options, "cheapest") ||
            diag_usage(diag, "--cost needs --cheapest")) &&
           (!options->witness || options->questions.len || options->property ||
            diag_usage(diag, "--witness needs a question")) &&
           check_unexplored(options, diag);
}

/* --- files ---------------------------------------------------------------- */

static int count_standard(const options_text_list *files)
{
    int n = 0;

    for (uint32_t i = 0; i < files->len; i++)
        n += is_standard(files->at[i]);
    return n;
}

/* The inputs that each net reads anew.  How many are standard input; *one is
 * the name of one, or NULL. */
static int count_inputs(const struct options *options, const char **one)
{
    static const enum options_id inputs[] = {
        OPTIONS_cost, OPTIONS_property, OPTIONS_dependency, OPTIONS_replay};
    int n = 0;

    *one = NULL;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (is_standard(options_argument(options, inputs[i]))) {
            *one = options_row(inputs[i]).name;
            n++;
        }
    return n;
}

/* Standard input can be read once, standard output written once. */
static bool check_streams(const struct options *options, struct diag *diag)
{
    const char *odd;
    const int in = count_inputs(options, &odd) +
                   count_standard(&options->nets) +
                   is_standard(options->nets_from);

    if (in > 1)
        return diag_usage(diag, "only one file can be '-', standard input");
    if (options_take_stdout(options) > 1)
        return diag_usage(diag, "only one file can go to standard output");
    return !odd || options->nets.len < 2 ||
           diag_usage(diag, "several nets cannot share standard input: --%s -",
                      odd);
}

/* Where a net, or a part of its questions, is a task. */
static bool check_tasks(const struct options *options, struct diag *diag)
{
    const char *const journal =
        FIRST(options, OPTIONS_checkpoint, OPTIONS_resume);
    const char *input;
    const bool has_stream =
        count_inputs(options, &input) + count_standard(&options->nets) > 0;

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
    return options->help || options->version || options->mcc ||
           (check_streams(options, diag) && option_files_check(options, diag) &&
            check_tasks(options, diag));
}
