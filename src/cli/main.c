/* main.c - punf-por: signals, and what the command line asks for: one net,
 * several, or an examination of the contest. */
#include "base/mem.h"
#include "base/output.h"
#include "base/system.h"
#include "cli/batch.h"
#include "cli/combine.h"
#include "cli/contest.h"
#include "cli/contest_environment.h"
#include "cli/json.h"
#include "cli/mpi_ranks.h"
#include "cli/net_list.h"
#include "cli/option_files.h"
#include "cli/task.h"
#include "cli/usage.h"

#include <string.h>

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
    interrupted++;
}

static void set_signals(int flags)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* The first signal asks the engine to stop, the second one kills. */
static void catch_signals(void)
{
    set_signals(SA_RESETHAND | SA_RESTART);
}

/* In a child, which gets a signal from the terminal and from its parent. */
static void catch_all_signals(void)
{
    set_signals(SA_RESTART);
}

struct tool {
    struct options options;
    struct net_list list;
    struct diag diag;
    struct mpi_ranks *ranks; /* NULL: this process is alone */
};

/* --mcc: the limits of the command line come before those of the contest. */
static enum outcome_code examine(struct tool *tool)
{
    const struct options *const options = &tool->options;
    struct contest_environment environment = {
        .examination = options->examination,
        .seconds = options_seconds(options),
    };

    if (!contest_environment_read(&environment, &tool->diag))
        return outcome_failed(&tool->diag);
    catch_signals();

    const struct contest contest = {
        .folder = options->mcc,
        .examination = environment.examination,
        .engine = options->engine ? options->engine : punfpor_engine_name(0),
        .racers = options->racers,
        .reduce = options->reduce,
        .seconds = environment.seconds,
        .bytes = environment.bytes,
        .jobs = options->n_jobs ? options->n_jobs : 1,
        .interrupted = &interrupted,
    };

    return contest_run(&contest, &tool->diag) ? OUTCOME_YES
                                              : outcome_failed(&tool->diag);
}

/* --- nets ----------------------------------------------------------------- */

static enum outcome_code work(struct tool *tool)
{
    struct options options = tool->options;
    struct option_files files = {0};
    struct task task = {.options = &options,
                        .interrupted = &interrupted,
                        .catch_signals = catch_signals,
                        .ranks = mpi_ranks_of(tool->ranks)};
    enum outcome_code code;

    option_files_fill(&files, &options);
    code = task_run(&task);
    if (tool->ranks && task.has_ended)
        mpi_ranks_settle(tool->ranks);
    tool->diag = task.diag; /* it is printed */
    task_finish(&task);
    option_files_finish(&files);
    return code;
}

static bool has_one_net(const struct options *options)
{
    return !options->help.given && !options->version && !options->mcc &&
           !batch_is(options);
}

/* By children of this process. */
static enum outcome_code work_on_all(struct tool *tool)
{
    const struct batch batch = {
        .options = &tool->options,
        .interrupted = &interrupted,
        .catch_signals = catch_all_signals,
    };
    enum outcome_code code;

    catch_signals();
    return batch_run(&batch, &code, &tool->diag) ? code
                                                 : outcome_failed(&tool->diag);
}

/* --- all of it ------------------------------------------------------------ */

/* Adds the nets of --nets-from. */
static bool read_list(struct tool *tool)
{
    struct options *const options = &tool->options;

    if (!options->nets_from)
        return true;
    if (!net_list_read(&tool->list, options->nets_from, &tool->diag))
        return false;
    for (uint32_t i = 0; i < tool->list.names.len; i++)
        vec_push(&options->nets, tool->list.names.at[i]);
    options->net = options->nets.at[0];
    return true;
}

static bool read_arguments(struct tool *tool, int argc, char **argv)
{
    return options_read(&tool->options, argc, argv, &tool->diag) &&
           combine_options(&tool->options, &tool->diag) && read_list(tool) &&
           combine_files(&tool->options, &tool->diag);
}

static bool check_ranks(struct tool *tool)
{
    return !tool->ranks ||
           diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                       "%s for one process: those of mpirun share one search "
                       "of one net, by --engine reverse",
                       tool->options.mcc      ? "--mcc is"
                       : tool->options.n_jobs ? "--jobs is"
                                              : "several nets are");
}

/* What does without a net, or with tasks. */
static enum outcome_code work_at_large(struct tool *tool)
{
    if (tool->options.help.given)
        return usage_print(stdout, tool->options.help.file, &tool->diag)
                   ? OUTCOME_YES
                   : OUTCOME_USAGE;
    if (tool->options.version) {
        puts("punf-por " VERSION);
        return OUTCOME_YES;
    }
    if (!check_ranks(tool))
        return outcome_failed(&tool->diag);
    return tool->options.mcc ? examine(tool) : work_on_all(tool);
}

static enum outcome_code start(struct tool *tool, int argc, char **argv)
{
    if (!read_arguments(tool, argc, argv))
        return outcome_end(outcome_failed(&tool->diag), &tool->diag);
    return has_one_net(&tool->options) && !tool->options.n_jobs
               ? work(tool)
               : outcome_end(work_at_large(tool), &tool->diag);
}

int main(int argc, char **argv)
{
    struct tool tool = {0};
    enum outcome_code code;

    output_reserve_standard();
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails */
    mpi_ranks_prepare(argv);
    system_separate_large_blocks();
    json_prepare();
    tool.ranks = mpi_ranks_create(&argc, &argv);
    code = start(&tool, argc, argv);
    net_list_finish(&tool.list);
    options_finish(&tool.options);
    return mpi_ranks_destroy(tool.ranks, &tool.diag) ? OUTCOME_YES : code;
}
