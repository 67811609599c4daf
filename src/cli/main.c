/* main.c - punf-por: read, explore, prove, report.
 *
 * Nothing that an engine claims is printed before it was replayed by the
 * token game; a run that does not replay is our own fault and ends the
 * program as such. */
#include "cli/certify.h"
#include "cli/compare.h"
#include "cli/outcome.h"
#include "cli/report.h"
#include "formats/indep.h"
#include "formats/mci.h"
#include "formats/registry.h"
#include "formats/scn.h"
#include "por/explore.h"
#include "prefix/saturate.h"
#include "race/race.h"
#include "state/state.h"

#include <string.h>
#include <unistd.h>

_Noreturn void mem_failed(size_t bytes)
{
    fprintf(stderr, "punf-por: error: out of memory (%zu bytes wanted)\n",
            bytes);
    exit(OUTCOME_INTERNAL);
}

/* A signal handler can reach nothing else: the one variable of the program
 * that is written and belongs to no struct. */
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
    struct net *net;
    struct dep *dep;
    goal_list goals;
    const struct engine *engine;
    struct engine_problem problem;
    struct engine_limits limits;
    struct answer answer;
    struct compare compare;
    struct diag diag;
};

static void tool_finish(struct tool *tool)
{
    compare_finish(&tool->compare);
    answer_finish(&tool->answer);
    goal_list_free(&tool->goals);
    dep_destroy(tool->dep);
    net_destroy(tool->net);
    options_finish(&tool->options);
}

/* Asking. */

static bool add_goal(struct tool *tool, const struct option_question *question)
{
    struct diag *diag = &tool->diag;

    if (question->kind == OPTION_reach)
        return goal_add_trans(&tool->goals, tool->net, question->text, diag);
    if (question->kind == OPTION_deadlock)
        goal_add_deadlock(&tool->goals);
    else if (question->kind == OPTION_all_transitions)
        goal_add_all_trans(&tool->goals, tool->net);
    else
        return goal_add_marking(&tool->goals, tool->net, question->text,
                                question->kind == OPTION_marking_exact, diag);
    return true;
}

static bool read_dependency(struct tool *tool)
{
    const char *name = tool->options.dependency;

    if (!strcmp(name, "none"))
        tool->dep = dep_create(tool->net, DEP_NONE);
    else if (!strcmp(name, "classic"))
        tool->dep = dep_create(tool->net, DEP_CLASSIC);
    else if (!strcmp(name, "read"))
        tool->dep = dep_create(tool->net, DEP_READ);
    else
        tool->dep = indep_read(tool->net, name, &tool->diag);
    return tool->dep != NULL;
}

static const struct engine *const engines[] = {&race_engine, &explore_engine,
                                               &saturate_engine, &state_engine};

enum { N_ENGINES = sizeof engines / sizeof *engines };

/* The engine that a run needs which has no question to race for, or options
 * that only one engine knows. */
static const struct engine *needed_engine(const struct options *options)
{
    const bool of_explorer = options->dot || options->cache ||
                             options->alternatives ||
                             options->choose != CHOICE_LARGEST;

    if (options->mci)
        return &saturate_engine;
    if (options->certificate)
        return &state_engine;
    return of_explorer || !options->questions.len ? &explore_engine
                                                  : &race_engine;
}

static bool find_engine(struct tool *tool)
{
    for (uint32_t i = 0; i < N_ENGINES; i++)
        if (!strcmp(engines[i]->name, tool->options.engine))
            tool->engine = engines[i];
    if (tool->engine == &race_engine)
        tool->engine = needed_engine(&tool->options);
    return tool->engine ||
           diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                       "there is no engine '%s'", tool->options.engine);
}

/* What --mci wants to write must be built, and by an engine that completes
 * it. */
static bool check_mci(struct tool *tool)
{
    if (!tool->options.mci)
        return true;
    if (tool->options.replay)
        return diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                           "--replay explores nothing that --mci could write");
    return tool->engine == &saturate_engine ||
           diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                       "--mci writes a complete prefix, which engine '%s' "
                       "does not build: it needs --engine prefix",
                       tool->engine->name);
}

/* The engine on markings unfolds nothing, and knows by itself what is
 * independent. */
static bool check_state(struct tool *tool)
{
    if (tool->engine != &state_engine || tool->options.compare)
        return true;
    if (tool->options.dot)
        return diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                           "--dot draws an unfolding, which engine 'state' "
                           "does not build");
    return !tool->dep || dep_kind(tool->dep) != DEP_USER ||
           diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                       "engine 'state' takes what is independent from the "
                       "net: it has no use for '%s'",
                       tool->options.dependency);
}

static bool read_input(struct tool *tool)
{
    const struct options *options = &tool->options;

    if (!find_engine(tool) || !check_mci(tool) || !check_state(tool) ||
        !outcome_check_files(options, &tool->diag))
        return false;
    tool->net = registry_read(options->net, &tool->diag);
    if (!tool->net || !read_dependency(tool) || !check_state(tool) ||
        (options->mci && !mci_fits(tool->net, tool->dep, &tool->diag)))
        return false;
    for (uint32_t i = 0; i < options->questions.len; i++)
        if (!add_goal(tool, &options->questions.at[i]))
            return false;
    return !options->certificate || options->replay ||
           certify_fits(options, tool->engine, tool->dep, tool->goals.at,
                        &tool->diag);
}

/* A net that is only converted or drawn need not be explored. */
static bool wants_exploration(const struct options *options)
{
    return options->questions.len > 0 || options->dot || options->mci ||
           options->json.given || options->stats || options->replay ||
           options->compare || !(options->write || options->dot_net);
}

static void set_problem(struct tool *tool)
{
    const struct options *options = &tool->options;

    tool->problem = (struct engine_problem){
        .net = tool->net,
        .dep = tool->dep,
        .question.goals = tool->goals.at,
        .question.n_goals = tool->goals.len,
        .unfolding.order = options->order,
        .unfolding.cutoffs = !options->no_cutoffs,
        .por.table = options->table.on,
        .por.table_limit = options->table.limit,
        .por.choice = options->choose,
        .por.k = (uint32_t)options->alternatives,
        .por.cache = options->cache,
        .por.deepening = options->deepening,
        .test.check = (uint32_t)options->check,
        .state.stubborn = options->stubborn,
        .state.interpolation = options->interpolation,
        .output.proof = options->certificate != NULL,
        .output.prefix =
            options->dot || options->mci ||
            (options->certificate && tool->engine == &saturate_engine),
        .output.no_conflicts = !options->dot,
        .output.complete = options->mci != NULL,
    };
    tool->limits = (struct engine_limits){
        .seconds = options->timeout,
        .max_events = options->max_events,
        .max_bytes = options->max_memory,
        .max_depth = (uint32_t)options->max_depth,
        .threads = (uint32_t)options->threads,
        .interrupted = &interrupted,
    };
}

/* Answering. */

/* Every engine and relation, or the one that was asked for. */
static bool run_engines(struct tool *tool)
{
    struct compare *compare = &tool->compare;
    FILE *out = options_take_stdout(&tool->options) ? stderr : stdout;

    if (!tool->options.compare) {
        tool->engine->run(&tool->problem, &tool->limits, &tool->answer);
        return true;
    }
    compare_init(compare, tool->net, tool->dep, tool->options.order);
    return compare_run(compare, &tool->problem, &tool->limits, out,
                       &tool->diag) &&
           compare_join(compare->rows.at, compare->rows.len, &tool->problem,
                        &tool->answer, &tool->diag);
}

static bool explore(struct tool *tool)
{
    struct report_progress progress;

    report_progress_init(&progress, stderr);
    if (!tool->options.quiet && isatty(STDERR_FILENO))
        tool->limits.progress = (struct engine_progress){
            report_progress_show, &progress, report_progress_hide};
    catch_signals();

    const bool good = run_engines(tool);

    report_progress_hide(&progress);
    return good;
}

static void copy_run(witness_run *to, const witness_run *from)
{
    vec_reserve(to, from->len);
    for (uint32_t i = 0; i < from->len; i++)
        vec_push(to, from->at[i]);
}

/* --replay: the run answers yes to what it shows and leaves the rest open. */
static bool replay(struct tool *tool)
{
    const char *file = tool->options.replay;
    struct diag why = {0};
    witness_run run = {0};
    const bool good =
        scn_read(tool->net, file, &run, &tool->diag) &&
        (witness_replay(tool->net, &run, NULL, &why) ||
         diag_report(&tool->diag, DIAG_INPUT, file, 0, 0, "%s", why.text));

    tool->answer.stop = STOP_REPLAY;
    for (uint32_t i = 0; good && i < tool->goals.len; i++) {
        struct answer_finding *finding = &tool->answer.findings[i];
        struct diag unheard = {0};

        if (witness_replay(tool->net, &run, &tool->goals.at[i], &unheard)) {
            finding->verdict = VERDICT_YES;
            copy_run(&finding->run, &run);
        }
    }
    if (good && !tool->options.quiet)
        fprintf(stderr, "%s: %u step%s can be fired\n", file, run.len,
                run.len == 1 ? "" : "s");
    vec_free(&run);
    return good;
}

/* Runs the engine, or the given run, and proves what comes out. */
static bool find_answer(struct tool *tool)
{
    const struct options *options = &tool->options;

    set_problem(tool);
    answer_init(&tool->answer, tool->goals.len);
    if (options->replay)
        return replay(tool);
    if (!explore(tool))
        return false;
    if (tool->answer.stop != STOP_INPUT && tool->answer.stop != STOP_FAULT)
        return outcome_prove(&tool->problem, &tool->answer, &tool->diag);
    tool->diag = tool->answer.diag;
    if (tool->answer.stop == STOP_INPUT &&
        !tool->diag.file[0]) /* only the relation can be at fault */
        snprintf(tool->diag.file, sizeof tool->diag.file, "%s",
                 options->dependency);
    return false;
}

static enum outcome_code present(struct tool *tool)
{
    const struct outcome outcome = {
        .options = &tool->options,
        .engine = tool->engine->name,
        .problem = &tool->problem,
        .limits = &tool->limits,
        .answer = &tool->answer,
        .rows = tool->compare.rows.at,
        .n_rows = tool->compare.rows.len,
    };

    if (tool->answer.stop == STOP_UNSAFE) {
        report_unsafe(stderr, tool->options.net, tool->net, &tool->answer);
        return OUTCOME_INPUT;
    }
    if (!outcome_write(&outcome, &tool->diag) ||
        (tool->options.certificate && !certify_write(&outcome, &tool->diag)) ||
        tool->diag.code != DIAG_NONE)
        return outcome_failed(&tool->diag);
    return outcome_is_whole(&outcome) ? outcome_code(&tool->answer)
                                      : OUTCOME_UNKNOWN;
}

static void say_what_is_read(const struct tool *tool)
{
    const struct options *options = &tool->options;

    if (!options->verbose || options->quiet)
        return;
    report_net(stderr, options->net, tool->net);
    if (options->compare) /* the table says it */
        return;
    if (tool->engine == &state_engine) {
        fprintf(stderr, "engine state, stubborn %s, interpolation %s\n",
                options_stubborn(options->stubborn),
                options->interpolation ? "on" : "off");
        return;
    }
    fprintf(stderr, "engine %s, dependency %s, order %s, %s\n",
            tool->engine->name, options->dependency,
            options_order(options->order),
            options->no_cutoffs ? "no cutoffs" : "cutoffs");
}

/* The whole of a run behind the command line. */
static enum outcome_code work(struct tool *tool)
{
    if (!read_input(tool))
        return outcome_failed(&tool->diag);
    say_what_is_read(tool);
    if (!outcome_convert(&tool->options, tool->net, &tool->diag))
        return outcome_failed(&tool->diag);
    if (!wants_exploration(&tool->options))
        return OUTCOME_YES;
    if (!find_answer(tool))
        return outcome_failed(&tool->diag);
    return present(tool);
}

static enum outcome_code start(struct tool *tool, int argc, char **argv)
{
    if (!options_read(&tool->options, argc, argv, &tool->diag))
        return outcome_failed(&tool->diag);
    if (tool->options.help) {
        options_help(stdout);
        return OUTCOME_YES;
    }
    if (tool->options.version) {
        puts("punf-por " VERSION);
        return OUTCOME_YES;
    }
    return work(tool);
}

/* Verdicts that do not arrive are no verdicts. */
static bool close_stdout(struct diag *diag)
{
    return (fflush(stdout) == 0 && !ferror(stdout)) ||
           diag_report(diag, DIAG_INTERNAL, NULL, 0, 0,
                       "standard output cannot be written");
}

int main(int argc, char **argv)
{
    struct tool tool = {0};
    enum outcome_code code = start(&tool, argc, argv);

    if (!close_stdout(&tool.diag))
        code = OUTCOME_INTERNAL;
    if (tool.diag.code != DIAG_NONE)
        diag_print(&tool.diag, stderr);
    tool_finish(&tool);
    return code;
}
