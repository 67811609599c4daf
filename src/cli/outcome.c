#include "cli/outcome.h"

#include "answer/verify.h"
#include "cli/json.h"
#include "cli/report.h"
#include "formats/dot.h"
#include "formats/mci.h"
#include "base/output.h"
#include "formats/registry.h"
#include "formats/scn.h"
#include "race/race.h"

#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* Is this a pipe or a device?  Opening it would be noticed by others. */
static bool is_special(const char *path)
{
    struct stat old;

    return !stat(path, &old) && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode);
}

static bool can_write(const char *path, struct diag *diag)
{
    struct output out;

    if (!path || !strcmp(path, "-") || is_special(path))
        return true;
    if (!output_open(&out, path, diag))
        return false;
    output_discard(&out);
    return true;
}

bool outcome_check_files(const struct options *options, struct diag *diag)
{
    return can_write(options->json.file, diag) &&
           can_write(options->witness.file, diag) &&
           can_write(options->certificate, diag) &&
           can_write(options->dot, diag) && can_write(options->mci, diag);
}

static bool prove_unsafe(const struct net *net, const struct answer *answer,
                         struct diag *diag)
{
    return witness_unsafe(net, &answer->unsafe_run, answer->unsafe_trans,
                          answer->unsafe_place) ||
           diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the run found to a second token does not replay");
}

static bool prove_no(const struct net *net, const struct goal *goal,
                     const struct answer_finding *finding, struct diag *diag)
{
    struct verify_fault why;

    return (finding->verdict == VERDICT_NO &&
            verify_proof(net, goal, finding->proof, &why)) ||
           diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "the proof that '%s' is unreachable is none: %s",
                       goal->text,
                       finding->verdict == VERDICT_NO ? why.text : "it is not");
}

bool outcome_prove(const struct engine_problem *problem,
                   const struct answer *answer, struct diag *diag)
{
    if (answer->stop == STOP_UNSAFE)
        return prove_unsafe(problem->net, answer, diag);
    for (uint32_t i = 0; i < answer->n_findings; i++) {
        const struct goal *goal = &problem->question.goals[i];
        const struct answer_finding *finding = &answer->findings[i];
        struct diag why = {0};

        if (finding->verdict == VERDICT_YES &&
            !witness_replay(problem->net, &finding->run, goal, &why))
            return diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                               "the run found for '%s' does not replay: %s",
                               goal->text, why.text);
        if (finding->proof && !prove_no(problem->net, goal, finding, diag))
            return false;
    }
    return true;
}

static const char *json_path(const struct options *options)
{
    return options->json.file ? options->json.file : "-";
}

/* Verdicts step aside for a file on standard output. */
static void print_verdicts(const struct outcome *outcome)
{
    const struct answer *answer = outcome->answer;
    const bool aside = options_take_stdout(outcome->options) > 0;

    if (aside && outcome->options->quiet)
        return;
    for (uint32_t i = 0; i < answer->n_findings; i++)
        report_verdict(aside ? stderr : stdout,
                       &outcome->problem->question.goals[i], answer,
                       &answer->findings[i]);
    if (answer->n_findings == 0 && answer->stop != STOP_DONE &&
        answer->stop != STOP_REPLAY && !outcome->rows)
        fprintf(aside ? stderr : stdout, "unknown (%s)\n",
                answer_stop_name(answer->stop));
}

static void print_runs(const struct outcome *outcome)
{
    const struct answer *answer = outcome->answer;
    const struct engine_problem *problem = outcome->problem;

    for (uint32_t i = 0; i < answer->n_findings; i++)
        if (answer->findings[i].verdict == VERDICT_YES)
            report_run(stderr, problem->net, &problem->question.goals[i],
                       &answer->findings[i].run);
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

static bool write_runs(const struct outcome *outcome, struct diag *diag)
{
    const struct answer *answer = outcome->answer;
    const char *file = outcome->options->witness.file;
    bool good = true;

    for (uint32_t i = 0; good && i < answer->n_findings; i++) {
        const struct answer_finding *finding = &answer->findings[i];
        char *path;

        if (finding->verdict != VERDICT_YES)
            continue;
        path = numbered_path(file, i + 1, answer->n_findings);
        good = scn_write(outcome->problem->net, &finding->run,
                         outcome->problem->question.goals[i].text, path, diag);
        free(path);
    }
    return good;
}

static void warn_large(const struct options *options, const char *path,
                       uint64_t n_nodes)
{
    if (dot_is_large(n_nodes) && !options->quiet)
        fprintf(stderr,
                "%s: warning: the drawing has %" PRIu64 " nodes; laying it out "
                "may take very long\n",
                path, n_nodes);
}

bool outcome_convert(const struct options *options, const struct net *net,
                     struct diag *diag)
{
    if (options->write && !registry_write(net, options->write, diag))
        return false;
    if (!options->dot_net)
        return true;
    warn_large(options, options->dot_net,
               (uint64_t)net_place_count(net) + net_trans_count(net));
    return dot_write_net(net, options->dot_net, diag);
}

static bool write_drawing(const struct outcome *outcome, struct diag *diag)
{
    const struct options *options = outcome->options;
    const char *name = net_name(outcome->problem->net);
    const struct dot_options drawing = {.conditions = options->dot_conditions,
                                        .title = *name ? name : options->net};

    warn_large(options, options->dot,
               dot_prefix_nodes(&outcome->answer->prefix, &drawing));
    return dot_write_prefix(outcome->problem->net, &outcome->answer->prefix,
                            &drawing, options->dot, diag);
}

bool outcome_is_whole(const struct outcome *outcome)
{
    return !outcome->options->mci || outcome->answer->stop == STOP_DONE;
}

/* A part of a complete prefix would be taken for a complete one. */
static bool write_mci(const struct outcome *outcome, struct diag *diag)
{
    const struct answer *answer = outcome->answer;
    const char *path = outcome->options->mci;

    if (outcome_is_whole(outcome))
        return mci_write(outcome->problem->net, &answer->prefix, path, diag);
    fprintf(stderr, "%s: not written, for the prefix is not complete (%s)\n",
            path, answer_stop_name(answer->stop));
    return true;
}

static bool write_json(const struct outcome *outcome, struct diag *diag)
{
    const struct options *options = outcome->options;
    const struct json_run run = {
        .file = options->net,
        .engine = outcome->rows ? NULL : outcome->engine,
        .dependency = options->dependency,
        .order = options_order(options->order),
        .stubborn = options_stubborn(options->stubborn),
        .problem = outcome->problem,
        .limits = outcome->limits,
        .answer = outcome->answer,
        .rows = outcome->rows,
        .n_rows = outcome->n_rows,
    };

    return json_write(&run, json_path(options), diag);
}

/* Which engine of a race it was. */
static void print_winners(const struct outcome *outcome)
{
    const struct answer *answer = outcome->answer;

    if (!answer->engine)
        return;
    fputs("answered by engine: ", stderr);
    if (!race_print_winners(answer, stderr))
        fputs("none", stderr);
    fprintf(stderr, "; figures of engine %s\n", answer->engine);
}

/* Figures are printed when they were asked for, when there was no question,
 * and when a limit or a signal ended the run. */
static void print_stats(const struct outcome *outcome)
{
    const struct options *options = outcome->options;
    const enum answer_stop stop = outcome->answer->stop;

    const bool shown =
        options->stats || (!options->quiet && stop != STOP_REPLAY &&
                           (stop != STOP_DONE || options->questions.len == 0));

    if (shown || options->verbose)
        print_winners(outcome);
    if (shown)
        report_stats(stderr, &outcome->answer->stats);
    if (options->no_cutoffs && !options->quiet &&
        (stop == STOP_DEPTH || stop == STOP_EVENTS || stop == STOP_TIME ||
         stop == STOP_MEMORY))
        fputs("without cutoffs, only nets whose runs all end are explored to "
              "the end\n",
              stderr);
}

bool outcome_write(const struct outcome *outcome, struct diag *diag)
{
    const struct options *options = outcome->options;

    print_verdicts(outcome);
    if (options->witness.given && !options->witness.file)
        print_runs(outcome);
    if (!outcome->rows) /* they have their table */
        print_stats(outcome);
    return (!options->witness.file || write_runs(outcome, diag)) &&
           (!options->dot || write_drawing(outcome, diag)) &&
           (!options->mci || write_mci(outcome, diag)) &&
           (!options->json.given || write_json(outcome, diag));
}

enum outcome_code outcome_code(const struct answer *answer)
{
    if (answer->n_findings == 0)
        return answer->stop == STOP_DONE || answer->stop == STOP_REPLAY
                   ? OUTCOME_YES
                   : OUTCOME_UNKNOWN;
    for (uint32_t i = 0; i < answer->n_findings; i++)
        if (answer->findings[i].verdict == VERDICT_UNKNOWN)
            return OUTCOME_UNKNOWN;
    if (answer->n_findings == 1 && answer->findings[0].verdict == VERDICT_NO)
        return OUTCOME_NO;
    return OUTCOME_YES;
}

enum outcome_code outcome_failed(const struct diag *diag)
{
    switch (diag->code) {
    case DIAG_USAGE:
        return OUTCOME_USAGE;
    case DIAG_INPUT:
        return OUTCOME_INPUT;
    case DIAG_NONE:
    case DIAG_INTERNAL:
        return OUTCOME_INTERNAL;
    }
    return OUTCOME_INTERNAL;
}
