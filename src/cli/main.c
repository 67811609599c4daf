/* main.c - punf-por: signals, and what the command line asks for: one net,
 * several, or an examination of the contest. */
#include "base/mem.h"
#include "base/output.h"
#include "base/system.h"
#include "cli/batch.h"
#include "cli/combine.h"
#include "cli/contest.h"
#include "cli/contest_environment.h"
#include "cli/file_pattern.h"
#include "cli/local_workers.h"
#include "cli/mpi_ranks.h"
#include "cli/net_list.h"
#include "cli/option_files.h"
#include "cli/rank_workers.h"
#include "cli/task.h"
#include "cli/usage.h"

#include <errno.h>
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
    bool is_spread;          /* the ranks have tasks, and no search in common */
    struct task_server server; /* of such a rank */
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

/* --- tasks ---------------------------------------------------------------- */

/* The options of one task.  A process of mpirun has one processor, unless the
 * command line says more. */
static struct options options_of(const struct tool *tool, const char *net)
{
    struct options options = tool->options;
    const char *const engine = options.engine ? options.engine : "auto";

    options.net = net;
    options.checkpoint = options.checkpoint_every = options.resume = NULL;
    if (tool->is_spread && !options.threads && !options.compare &&
        !options.replay && options_explore(&options) &&
        options_is_used(options_number(options_row(OPTIONS_threads)), engine))
        options.threads = "1";
    return options;
}

/* In a child, which ends with this. */
static enum outcome_code work_on(void *self, const struct assignment *what,
                                 FILE *lines, bool *was_interrupted)
{
    const struct tool *const tool = self;
    struct options options = options_of(tool, what->net);
    struct option_files files = {0};
    struct task task = {.options = &options,
                        .interrupted = &interrupted,
                        .catch_signals = catch_all_signals,
                        .part = what->part,
                        .survey = lines};
    enum outcome_code code;

    set_signals(SIG_DFL, 0);
    options.json_line = options.json.given && lines;
    option_files_fill(&files, &options);
    code = task_run(&task);
    if (options.json_line)
        (void)task_write_line(&task, code, lines);
    *was_interrupted = interrupted && code == OUTCOME_UNKNOWN;
    return code;
}

/* A child beyond its deadline is killed.  The rows of a comparison have
 * deadlines of their own. */
static double seconds_of(const struct options *options)
{
    return options->compare ? 0 : options_seconds(options);
}

static bool has_one_net(const struct options *options)
{
    return !options->help.given && !options->version && !options->mcc &&
           !batch_is(options);
}

/* The lines of a child: JSON for one file, or what a survey says. */
static struct workers_task workers_task_of(struct tool *tool)
{
    const struct options *const options = &tool->options;

    return (struct workers_task){
        .run = work_on,
        .self = tool,
        .has_lines =
            (options->json.given && batch_is(options) &&
             !(options->json.file && file_pattern_is(options->json.file))) ||
            batch_has_blocks(options),
        .seconds = seconds_of(options),
    };
}

static enum outcome_code run_tasks(struct tool *tool,
                                   const struct workers *workers)
{
    const struct batch batch = {
        .options = &tool->options,
        .interrupted = &interrupted,
        .workers = workers,
        .is_spread = tool->is_spread,
    };
    enum outcome_code code;

    return batch_run(&batch, &code, &tool->diag) ? code
                                                 : outcome_failed(&tool->diag);
}

/* By children of this process. */
static enum outcome_code work_on_all(struct tool *tool)
{
    const uint32_t n = tool->options.n_jobs ? tool->options.n_jobs : 1;
    const struct workers_task task = workers_task_of(tool);
    struct local_workers local;
    struct workers workers;
    enum outcome_code code;

    if (!combine_tasks(&tool->options, false, &tool->diag))
        return outcome_failed(&tool->diag);
    catch_signals();
    local_workers_init(&local, n, &task, &interrupted);
    workers = local_workers_of(&local);
    code = run_tasks(tool, &workers);
    local_workers_finish(&local);
    return code;
}

/* By this rank and the others. */
static enum outcome_code lead(struct tool *tool)
{
    struct rank_workers ranks;
    struct workers workers;
    enum outcome_code code;

    if (!combine_tasks(&tool->options, true, &tool->diag))
        return outcome_failed(&tool->diag);
    rank_workers_init(&ranks, mpi_ranks_of(tool->ranks), &tool->server);
    workers = rank_workers_of(&ranks);
    code = run_tasks(tool, &workers);
    rank_workers_finish(&ranks);
    mpi_ranks_settle(tool->ranks);
    return code;
}

static enum outcome_code follow(struct tool *tool)
{
    rank_workers_follow(mpi_ranks_of(tool->ranks), &tool->server, &interrupted);
    mpi_ranks_settle(tool->ranks);
    return OUTCOME_YES;
}

/* Is this a rank that works for the first one, and knows no list? */
static bool is_follower(const struct tool *tool)
{
    return tool->is_spread && mpi_ranks_of(tool->ranks)->rank;
}

/* Before MPI begins: the process for tasks, if there may be any. */
static bool start_server(struct tool *tool)
{
    const struct options *const options = &tool->options;
    const struct workers_task task = workers_task_of(tool);

    tool->is_spread = mpi_ranks_are_possible() && !options->help.given &&
                      !options->version && !options->mcc &&
                      (batch_is(options) || batch_has_blocks(options));
    if (!tool->is_spread || task_server_start(&tool->server, &task,
                                              catch_all_signals, &interrupted))
        return true;
    return diag_report(&tool->diag, DIAG_INTERNAL, NULL, 0, 0,
                       "no process for tasks: %s", strerror(errno));
}

/* After MPI has begun.  The end of the other process is no reason to end. */
static void use_server(struct tool *tool)
{
    tool->is_spread = tool->is_spread && tool->ranks;
    if (!tool->is_spread)
        task_server_finish(&tool->server);
    else
        (void)signal(SIGPIPE, SIG_IGN);
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

/* What comes before MPI begins. */
static bool read_arguments(struct tool *tool, int argc, char **argv)
{
    return options_read(&tool->options, argc, argv, &tool->diag) &&
           combine_options(&tool->options, &tool->diag) && start_server(tool);
}

static bool is_for_one(const struct tool *tool)
{
    return tool->options.help.given || tool->options.version || !tool->ranks;
}

/* What does without a net, or with tasks. */
static enum outcome_code work_at_large(struct tool *tool)
{
    if (tool->is_spread)
        return is_follower(tool) ? follow(tool) : lead(tool);
    if (!is_for_one(tool)) {
        (void)diag_report(&tool->diag, DIAG_USAGE, NULL, 0, 0,
                          "--mcc is for one process");
        return outcome_failed(&tool->diag);
    }
    if (tool->options.help.given)
        return usage_print(stdout, tool->options.help.file, &tool->diag)
                   ? OUTCOME_YES
                   : OUTCOME_USAGE;
    else if (tool->options.version)
        puts("punf-por " VERSION);
    else
        return tool->options.mcc ? examine(tool) : work_on_all(tool);
    return OUTCOME_YES;
}

static enum outcome_code start(struct tool *tool, bool is_read)
{
    if (tool->is_spread)
        catch_signals();
    if (!is_read ||
        (!is_follower(tool) &&
         !(read_list(tool) && combine_files(&tool->options, &tool->diag))))
        return outcome_end(outcome_failed(&tool->diag), &tool->diag);
    return has_one_net(&tool->options) && !tool->is_spread &&
                   !tool->options.n_jobs
               ? work(tool)
               : outcome_end(work_at_large(tool), &tool->diag);
}

int main(int argc, char **argv)
{
    struct tool tool = {.server = {.to = -1, .from = -1}};
    enum outcome_code code;
    bool is_read;

    output_reserve_standard();
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails */
    mpi_ranks_prepare(argv);
    system_separate_large_blocks();
    is_read = read_arguments(&tool, argc, argv);
    tool.ranks = mpi_ranks_create(&argc, &argv);
    use_server(&tool);
    code = start(&tool, is_read);
    task_server_finish(&tool.server);
    net_list_finish(&tool.list);
    options_finish(&tool.options);
    return mpi_ranks_destroy(tool.ranks, &tool.diag) ? OUTCOME_YES : code;
}
