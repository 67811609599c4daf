#include "cli/outcome.h"

#include "base/output.h"
#include "cli/report.h"

#include <stdlib.h>

void outcome_finish(struct outcome *outcome)
{
    result_finish(&outcome->result);
    punfpor_destroy(outcome->problem);
    punfpor_net_destroy(outcome->net);
}

const char *outcome_title(const struct outcome *outcome)
{
    const char *const name = punfpor_net_name(outcome->net);

    return *name ? name : outcome->options->net;
}

uint64_t outcome_nodes(const punfpor *problem, bool conditions)
{
    char *const n = conditions ? result_figure(problem, "conditions") : NULL;
    const uint64_t n_conditions = n ? strtoull(n, NULL, 10) : 0;

    mem_free(n);
    return n_conditions + punfpor_event_count(problem);
}

bool outcome_is_whole(const struct outcome *outcome)
{
    const struct options *options = outcome->options;

    return (!options->mci && !options->prefix_pnml && !options->mp) ||
           outcome->result.stop == PUNFPOR_DONE;
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
    return diag->code == DIAG_USAGE   ? OUTCOME_USAGE
           : diag->code == DIAG_INPUT ? OUTCOME_INPUT
           : diag->code == DIAG_LIMIT ? OUTCOME_UNKNOWN
                                      : OUTCOME_INTERNAL;
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

/* --- answers -------------------------------------------------------------- */

/* Answers go to standard error when a file is standard output. */
static void print_answers(const struct outcome *outcome)
{
    const struct result *result = &outcome->result;
    const bool aside = options_take_stdout(outcome->options) > 0;
    FILE *const out = aside ? stderr : stdout;

    if (aside && outcome->options->quiet)
        return;
    for (uint32_t q = outcome->n_printed; q < result->n_findings; q++)
        report_answer(out, outcome->net, outcome->problem, q,
                      &result->findings[q], result->stop);
    if (result->n_findings == 0 && result->stop != PUNFPOR_DONE &&
        result->stop != PUNFPOR_REPLAYED && !outcome->options->compare)
        fprintf(out, "unknown (%s)\n", punfpor_stop_text(result->stop));
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

void outcome_print(const struct outcome *outcome)
{
    const struct options *const options = outcome->options;

    print_answers(outcome);
    for (uint32_t q = 0; options->witness && !*options->witness &&
                         q < outcome->result.n_findings;
         q++)
        report_runs(stderr, outcome->net, outcome->problem, q);
    if (!options->compare && !outcome->is_block) /* it has its table */
        print_stats(outcome);
}
