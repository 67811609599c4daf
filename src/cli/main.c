/* main.c - punf-por: signals, and what the command line asks for: one net,
 * several, or an examination of the contest. */
#include "base/mem.h"
#include "base/system.h"
#include "cli/batch.h"
#include "cli/combine.h"
#include "cli/contest.h"
#include "cli/contest_environment.h"
#include "cli/mpi_ranks.h"
#include "cli/net_list.h"
#include "cli/option_files.h"
#include "cli/task.h"
#include "cli/usage.h"

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

static void set_signals(void (*handler)(int signal), int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* The first signal asks the engine to stop, the second one kills. */
static void catch_signals(void)
{
    set_signals(interrupt, SA_RESETHAND | SA_RESTART);
}

/* In a child, which gets a signal from the terminal and from its parent. */
static void catch_all_signals(void)
{
    set_signals(interrupt, SA_RESTART);
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
        .seconds = options->timeout ? strtod(options->timeout, NULL) : 0,
    };

    if (!contest_environment_read(&environment, &tool->diag))
        return outcome_failed(&tool->diag);
    catch_signals();

    const struct contest contest = {
        .folder = options->mcc,
        .examination = environment.examination,
        .engine = options->engine ? options->engine : "auto",
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

static enum outcome_code work(const struct tool *tool)
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
    task_finish(&task);
    option_files_finish(&files);
    return code;
}

/* In a child, which ends with this. */
static enum outcome_code work_on(void *self, const char *net, FILE *lines)
{
    const struct tool *const tool = self;
    struct options options = tool->options;
    struct option_files files = {0};
    struct task task = {.options = &options,
                        .interrupted = &interrupted,
                        .catch_signals = catch_all_signals};
    enum outcome_code code;

    set_signals(SIG_DFL, 0);
    options.net = net;
    options.json_line = lines != NULL;
    option_files_fill(&files, &options);
    code = task_run(&task);
    if (lines)
        (void)task_write_line(&task, code, lines);
    return code;
}

static enum outcome_code work_on_all(struct tool *tool)
{
    const struct batch batch = {
        .options = &tool->options,
        .interrupted = &interrupted,
        .work = {work_on, tool},
    };
    enum outcome_code code;

    catch_signals();
    return batch_run(&batch, &code, &tool->diag) ? code
                                                 : outcome_failed(&tool->diag);
}

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

/* --- all of it ------------------------------------------------------------ */

static bool read_arguments(struct tool *tool, int argc, char **argv)
{
    return options_read(&tool->options, argc, argv, &tool->diag) &&
           combine_options(&tool->options, &tool->diag) && read_list(tool) &&
           combine_files(&tool->options, &tool->diag);
}

static bool is_for_one(const struct tool *tool)
{
    return tool->options.help || tool->options.version || !tool->ranks;
}

/* What does without a net, or with several. */
static enum outcome_code work_at_large(struct tool *tool)
{
    if (!is_for_one(tool)) {
        (void)diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                          "several processes need exactly one net");
        return outcome_failed(&tool->diag);
    }
    if (tool->options.help)
        usage_print(stdout);
    else if (tool->options.version)
        puts("punf-por " VERSION);
    else
        return tool->options.mcc ? examine(tool) : work_on_all(tool);
    return OUTCOME_YES;
}

static bool has_one_net(const struct options *options)
{
    return !options->help && !options->version && !options->mcc &&
           !batch_is(options);
}

static enum outcome_code start(struct tool *tool, int argc, char **argv)
{
    if (!read_arguments(tool, argc, argv))
        return outcome_end(outcome_failed(&tool->diag), &tool->diag);
    return has_one_net(&tool->options)
               ? work(tool)
               : outcome_end(work_at_large(tool), &tool->diag);
}

int main(int argc, char **argv)
{
    struct tool tool = {.ranks = mpi_ranks_create(&argc, &argv)};
    enum outcome_code code;

    system_separate_large_blocks();
    code = start(&tool, argc, argv);
    net_list_finish(&tool.list);
    options_finish(&tool.options);
    return mpi_ranks_destroy(tool.ranks) ? OUTCOME_YES : code;
}
