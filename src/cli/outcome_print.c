#include "cli/outcome.h"

#include "cli/report.h"

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
        struct report_answer answer = report_question(problem, q);

        answer.finding = result->findings[q];
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
    uint32_t n, loop, first, common;

    for (uint32_t q = 0; q < result->n_findings; q++) {
        const char *const label = punfpor_question_label(problem, q);
        const uint32_t *steps = punfpor_run(problem, q, &n);

        if (punfpor_loop(problem, q, &loop))
            report_lasso(stderr, outcome->net, label, steps, n, loop);
        else if (punfpor_second_run(problem, q, &first, &common))
            report_two_runs(stderr, outcome->net, label, steps, n, first,
                            common);
        else if (steps)
            print_run(outcome, label, steps, n);
        for (uint32_t k = 0; k < punfpor_branches(problem, q); k++)
            report_branch(stderr, outcome->net, problem, q, k);
        if (punfpor_branches_cut(problem, q))
            fputs("further branches are not listed\n", stderr);
        for (uint32_t i = 0; i < punfpor_items(problem, q); i++) {
            steps = punfpor_item_run(problem, q, i, &n);
            print_run(outcome, label, steps, n);
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

void outcome_print(const struct outcome *outcome)
{
    const struct options *const options = outcome->options;

    print_answers(outcome);
    if (options->witness.given && !options->witness.file)
        print_runs(outcome);
    if (!options->compare && !outcome->is_block) /* it has its table */
        print_stats(outcome);
}
