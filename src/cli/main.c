/* main.c - punf-por: load, set, ask, solve, present.
 *
 * Everything about nets is behind the library's interface, api/punfpor.h; the
 * library replays each run and checks each proof before it hands out an
 * answer. */
#include "base/mem.h"
#include "base/system.h"
#include "cli/combine.h"
#include "cli/compare.h"
#include "cli/contest.h"
#include "cli/contest_environment.h"
#include "cli/error.h"
#include "cli/options.h"
#include "cli/outcome.h"
#include "cli/report.h"
#include "cli/usage.h"

#include <string.h>
#include <unistd.h>

_Noreturn void mem_exhausted(size_t bytes)
{
    fprintf(stderr, "punf-por: error: out of memory (%zu bytes wanted)\n",
            bytes);
    exit(OUTCOME_INTERNAL);
}

/* The only writable variable of the program outside a struct: a signal handler
 * has no argument to find it. */
static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

/* The first signal asks the engine to stop, the second one kills. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = interrupt,
                               .sa_flags = SA_RESETHAND | SA_RESTART};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

struct tool {
    struct options options;
    punfpor_net *net;
    punfpor *problem;
    struct result result;
    struct compare compare;
    struct diag diag;
    const char *caret; /* the text in which diag.column is; NULL: none */
};

static void tool_finish(struct tool *tool)
{
    compare_finish(&tool->compare);
    result_finish(&tool->result);
    punfpor_destroy(tool->problem);
    punfpor_net_destroy(tool->net);
    options_finish(&tool->options);
}

/* --- asking -------------------------------------------------------------- */

/* The text of the question takes the place of a file. */
static void show_position(struct tool *tool,
                          const struct options_question *question,
                          punfpor_error *error)
{
    (void)snprintf(error->file, sizeof error->file, "%s",
                   question->kind == OPTIONS_bounds    ? "bounds"
                   : question->kind == OPTIONS_formula ? "formula"
                                                       : "marking");
    error->line = 1;
    tool->caret = question->text;
}

typedef enum punfpor_status ask_text(punfpor *problem, const char *text,
                                     uint32_t *q, punfpor_error *error);
typedef enum punfpor_status ask_plain(punfpor *problem, uint32_t *q,
                                      punfpor_error *error);

static ask_text *text_question(enum options_id kind)
{
    return kind == OPTIONS_reach           ? punfpor_ask_transition
           : kind == OPTIONS_formula       ? punfpor_ask_formula
           : kind == OPTIONS_bounds        ? punfpor_ask_bound
           : kind == OPTIONS_marking_exact ? punfpor_ask_exact_marking
                                           : punfpor_ask_marking;
}

static ask_plain *plain_question(enum options_id kind)
{
    return kind == OPTIONS_deadlock           ? punfpor_ask_deadlock
           : kind == OPTIONS_safe             ? punfpor_ask_safe
           : kind == OPTIONS_dead_transitions ? punfpor_ask_dead_transitions
           : kind == OPTIONS_quasi_live       ? punfpor_ask_quasi_live
           : kind == OPTIONS_live             ? punfpor_ask_live
                                              : punfpor_ask_all_transitions;
}

static bool ask(struct tool *tool, const struct options_question *question)
{
    punfpor *const problem = tool->problem;
    enum punfpor_status status;
    punfpor_error error;

    if (question->text)
        status = text_question(question->kind)(problem, question->text, NULL,
                                               &error);
    else
        status = plain_question(question->kind)(problem, NULL, &error);
    if (status != PUNFPOR_OK && error.column)
        show_position(tool, question, &error);
    return error_none(status, &error, &tool->diag);
}

/* Asks the properties of the file; says which have no answer. */
static bool ask_each(struct tool *tool, const punfpor_properties *properties)
{
    punfpor_error error;

    for (uint32_t i = 0; i < punfpor_property_count(properties); i++)
        if (punfpor_property_kind(properties, i) != PUNFPOR_PROPERTY_BEYOND) {
            if (!error_none(punfpor_ask_property(tool->problem, properties, i,
                                                 NULL, &error),
                            &error, &tool->diag))
                return false;
        } else if (!tool->options.quiet) {
            fprintf(stderr,
                    "%s: warning: '%s' is left out: a temporal formula beyond "
                    "EF and AG\n",
                    tool->options.property, punfpor_property_id(properties, i));
        }
    return true;
}

static bool ask_properties(struct tool *tool)
{
    punfpor_error error;
    punfpor_properties *const properties =
        punfpor_properties_load(tool->net, tool->options.property, &error);
    bool good;

    if (!properties)
        return error_none(error.status, &error, &tool->diag);
    good = ask_each(tool, properties);
    punfpor_properties_destroy(properties);
    return good;
}

static bool set(struct tool *tool, const char *option, const char *value)
{
    punfpor_error error;

    return error_none(punfpor_set(tool->problem, option, value, &error), &error,
                      &tool->diag);
}

/* Sets the options of the library that the requested files need. */
static bool set_wishes(struct tool *tool)
{
    const struct options *options = &tool->options;

    const bool complete = options->mci || options->prefix_pnml;
    const char *prefix = options->mci           ? "mci"
                         : options->prefix_pnml ? "pnml"
                                                : "on";

    return ((!options->dot && !complete) || set(tool, "prefix", prefix)) &&
           (!complete || options->dot || set(tool, "conflicts", "off")) &&
           (!options->certificate || set(tool, "certificate", "on"));
}

/* Reports options by their names on the command line, which the library does
 * not know. */
static bool check_engine(struct tool *tool)
{
    const struct options *options = &tool->options;
    const char *const engine = punfpor_engine(tool->problem);
    const bool state = !strcmp(engine, "state");

    if ((options->mci || options->prefix_pnml) && strcmp(engine, "prefix") != 0)
        return diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                           "--%s needs --engine prefix: engine '%s' builds no "
                           "complete prefix",
                           options->mci ? "mci" : "prefix-pnml", engine);
    if (options->dot && state)
        return diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot needs --engine por or prefix: engine 'state' "
                           "builds no unfolding");
    if (options->no_cutoffs && state)
        return diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                           "engine 'state' does not use option 'no-cutoffs'; "
                           "engines 'por' and 'prefix' do");
    return true;
}

/* Would the library refuse the options?  A comparison runs other engines than
 * the one that they name; a replay runs none. */
static bool check_options(struct tool *tool)
{
    const struct options *options = &tool->options;
    punfpor_error error;

    if (options->compare)
        return compare_fits(options, &tool->diag);
    return options->replay || (check_engine(tool) &&
                               error_none(punfpor_check(tool->problem, &error),
                                          &error, &tool->diag));
}

static bool choose_reading(const struct options *options, unsigned *reading,
                           struct diag *diag)
{
    if (options->type && strcmp(options->type, "ptnet") != 0)
        return diag_report(diag, DIAG_USAGE, NULL, 0, 0,
                           "option '--type' has the argument '%s'; it may be "
                           "ptnet",
                           options->type);
    *reading = (options->type ? PUNFPOR_READ_PTNET : 0u) |
               (options->untimed ? PUNFPOR_READ_UNTIMED : 0u);
    return true;
}

static void print_warnings(const punfpor_net *net)
{
    for (uint32_t i = 0; i < punfpor_net_warnings(net); i++)
        fprintf(stderr, "%s\n", punfpor_net_warning(net, i));
}

static bool read_input(struct tool *tool)
{
    const struct options *options = &tool->options;
    unsigned reading = 0;
    punfpor_error error;

    if (!outcome_check_files(options, &tool->diag))
        return false;
    if (!choose_reading(options, &reading, &tool->diag))
        return false;
    tool->net = punfpor_net_load_with(options->net, reading, &error);
    if (tool->net)
        tool->problem = punfpor_create(tool->net, &error);
    if (!tool->problem)
        return error_none(error.status, &error, &tool->diag);
    if (!options->quiet)
        print_warnings(tool->net);
    if (!options_apply(options, tool->problem, &tool->diag) ||
        !set_wishes(tool))
        return false;
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (!ask(tool, &options->questions.at[i]))
            return false;
    return (!options->property || ask_properties(tool)) && check_options(tool);
}

/* --- answering ----------------------------------------------------------- */

static int is_interrupted(void *data)
{
    (void)data;
    return interrupted;
}

/* Every engine and relation. */
static bool compare(struct tool *tool, struct report_progress *progress)
{
    struct compare *compare = &tool->compare;
    const struct compare_task task = {
        .problem = tool->problem,
        .limits.seconds = strtod(punfpor_get(tool->problem, "timeout"), NULL),
        .limits.interrupted = &interrupted,
        .wipe = report_progress_hide,
        .self = progress,
    };
    FILE *out = options_take_stdout(&tool->options) ? stderr : stdout;

    compare_init(compare, tool->net, tool->problem);
    return compare_run(compare, &task, out, &tool->diag) &&
           compare_join(compare->rows.at, compare->rows.len, tool->problem,
                        &tool->result, &tool->diag);
}

static void solve(struct tool *tool)
{
    punfpor_error error;
    const enum punfpor_status status = punfpor_solve(tool->problem, &error);

    result_take(&tool->result, tool->problem, status, &error);
}

static bool explore(struct tool *tool)
{
    const bool compares = tool->options.compare;
    const bool unfolds =
        compares || strcmp(punfpor_engine(tool->problem), "state") != 0;
    struct report_progress progress;
    bool good = true;

    report_progress_init(&progress, stderr, unfolds);
    if (!tool->options.quiet && isatty(STDERR_FILENO))
        punfpor_set_progress(tool->problem, report_progress_show, &progress);
    punfpor_set_terminate(tool->problem, is_interrupted, NULL);
    catch_signals();
    if (compares)
        good = compare(tool, &progress);
    else
        solve(tool);
    report_progress_hide(&progress);
    return good;
}

/* Which questions were answered before the end of the run, and where. */
static void print_steps(const struct tool *tool, uint32_t n_steps)
{
    for (uint32_t q = 0; q < tool->result.n_findings; q++) {
        const struct result_finding *const finding = &tool->result.findings[q];
        const uint32_t n = finding->run.len;

        if (punfpor_has_run(tool->problem, q, finding->verdict) && n < n_steps)
            report_answered(stderr, tool->options.replay,
                            punfpor_question_label(tool->problem, q), n);
    }
}

/* --replay: the run answers yes to what it shows and leaves the rest open. */
static void replay(struct tool *tool)
{
    const char *file = tool->options.replay;
    punfpor_error error;
    uint32_t n_steps;
    const enum punfpor_status status =
        punfpor_replay_file(tool->problem, file, &n_steps, &error);

    result_take(&tool->result, tool->problem, status, &error);
    if (status != PUNFPOR_OK || tool->options.quiet)
        return;
    fprintf(stderr, "%s: %u step%s can be fired\n", file, n_steps,
            n_steps == 1 ? "" : "s");
    print_steps(tool, n_steps);
}

/* Runs the engine, or the given run. */
static bool find_answer(struct tool *tool)
{
    const struct result *result = &tool->result;

    result_init(&tool->result, punfpor_questions(tool->problem));
    if (tool->options.replay)
        replay(tool);
    else if (!explore(tool))
        return false;
    return result->stop == PUNFPOR_UNSAFE ||
           error_none(result->status, &result->error, &tool->diag);
}

static enum outcome_code present(struct tool *tool)
{
    const struct outcome outcome = {
        .options = &tool->options,
        .net = tool->net,
        .problem = tool->problem,
        .result = &tool->result,
        .compare = tool->options.compare ? &tool->compare : NULL,
    };

    if (tool->result.stop == PUNFPOR_UNSAFE)
        report_unsafe(stderr, tool->options.net, tool->net, &tool->result);
    if (!outcome_write(&outcome, &tool->diag) || tool->diag.code != DIAG_NONE)
        return outcome_failed(&tool->diag);
    return outcome_is_whole(&outcome) ? outcome_code(&tool->result)
                                      : OUTCOME_UNKNOWN;
}

/* The options that --verbose prints. */
static void print_engine(const struct tool *tool)
{
    const punfpor *const problem = tool->problem;
    const char *const engine = punfpor_engine(problem);

    if (!strcmp(engine, "state"))
        fprintf(stderr, "engine state, stubborn %s, interpolation %s\n",
                punfpor_get(problem, "stubborn"),
                punfpor_get(problem, "interpolation"));
    else
        fprintf(stderr, "engine %s, dependency %s, order %s, %s\n", engine,
                punfpor_get(problem, "dependency"),
                punfpor_get(problem, "order"),
                tool->options.no_cutoffs ? "no cutoffs" : "cutoffs");
}

/* Runs the tool once the command line was read. */
static enum outcome_code work(struct tool *tool)
{
    const struct options *options = &tool->options;

    if (!read_input(tool))
        return outcome_failed(&tool->diag);
    if (options->verbose && !options->quiet) {
        report_net(stderr, options->net, tool->net);
        if (!options->compare) /* the table says it */
            print_engine(tool);
    }
    if (!outcome_convert(options, tool->net, &tool->diag))
        return outcome_failed(&tool->diag);
    if (!options_explore(options))
        return OUTCOME_YES;
    if (!find_answer(tool))
        return outcome_failed(&tool->diag);
    return present(tool);
}

/* --mcc: the limits of the command line come before those of the contest. */
static enum outcome_code examine(struct tool *tool)
{
    const struct options *const options = &tool->options;
    struct contest_environment environment = {
        .examination = options->examination,
        .seconds = options->timeout ? strtod(options->timeout, NULL) : 0,
    };

    if (!contest_environment_read(&environment, &tool->diag))
        return outcome_failed(&tool->diag);
    catch_signals();

    const struct contest contest = {
        .folder = options->mcc,
        .examination = environment.examination,
        .seconds = environment.seconds,
        .bytes = environment.bytes,
        .jobs = options->n_jobs ? options->n_jobs : 1,
        .interrupted = &interrupted,
    };

    return contest_run(&contest) ? OUTCOME_YES : OUTCOME_INTERNAL;
}

static enum outcome_code start(struct tool *tool, int argc, char **argv)
{
    if (!options_read(&tool->options, argc, argv, &tool->diag) ||
        !combine_options(&tool->options, &tool->diag))
        return outcome_failed(&tool->diag);
    if (tool->options.help) {
        usage_print(stdout);
        return OUTCOME_YES;
    }
    if (tool->options.version) {
        puts("punf-por " VERSION);
        return OUTCOME_YES;
    }
    return tool->options.mcc ? examine(tool) : work(tool);
}

/* False with a report when the verdicts could not be written. */
static bool close_stdout(struct diag *diag)
{
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "standard output cannot be written");
}

int main(int argc, char **argv)
{
    struct tool tool = {0};
    enum outcome_code code;

    system_separate_large_blocks();
    code = start(&tool, argc, argv);

    if (!close_stdout(&tool.diag))
        code = OUTCOME_INTERNAL;
    if (tool.diag.code != DIAG_NONE)
        diag_print(&tool.diag, stderr);
    if (tool.caret)
        report_caret(stderr, tool.caret, tool.diag.column);
    tool_finish(&tool);
    return code;
}
