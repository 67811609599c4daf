/* main.c - punf-por: signals, and what the command line asks for: one net,
 * several, or an examination of the contest. */
#include "base/mem.h"
#include "base/output.h"
#include "base/system.h"
#include "cli/program/batch.h"
#include "cli/contest/contest_input.h"
#include "cli/json.h"
#include "cli/program/mpi_ranks.h"
#include "cli/options.h"
#include "cli/task.h"

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
    VEC(char *) list; /* names of --nets-from */
    struct diag diag;
    struct mpi_ranks *ranks; /* NULL: this process is alone */
    bool has_ended;          /* the search, without an error */
};

/* --mcc: the limits of the command line come before those of the contest. */
static enum outcome_code run_contest(struct tool *tool)
{
    const struct options *const options = &tool->options;
    struct contest_input input = {
        .folder = options->mcc,
        .examination = options->examination,
        .engine = options->engine ? options->engine : punfpor_engine_name(0),
        .racers = options->racers,
        .reduce = options->reduce,
        .counts = options->tokens != NULL,
        .seconds = options_seconds(options),
        .jobs = options->n_jobs ? options->n_jobs : 1,
        .interrupted = &interrupted,
    };

    if (!contest_input_read(&input, &tool->diag))
        return outcome_failed(&tool->diag);
    catch_signals();
    return contest_run(&input, &tool->diag) ? OUTCOME_YES
                                            : outcome_failed(&tool->diag);
}

/* --- nets ----------------------------------------------------------------- */

static enum outcome_code work_on_one(struct tool *tool)
{
    options_name_list names = {0};
    const struct options options =
        option_files_fill(&tool->options, tool->options.net, &names);
    struct task task = {.options = &options,
                        .interrupted = &interrupted,
                        .catch_signals = catch_signals,
                        .ranks = mpi_ranks_of(tool->ranks)};
    enum outcome_code code;

    code = task_run(&task);
    tool->has_ended = task.has_ended;
    tool->diag = task.diag; /* it is printed */
    task_finish(&task);
    option_files_finish(&names);
    return code;
}

/* By children of this process. */
static enum outcome_code work_on_all(struct tool *tool)
{
    const struct task task = {
        .options = &tool->options,
        .interrupted = &interrupted,
        .catch_signals = catch_all_signals,
    };
    enum outcome_code code;

    catch_signals();
    return batch_run(&task, &code, &tool->diag) ? code
                                                : outcome_failed(&tool->diag);
}

/* --- all of it ------------------------------------------------------------ */

/* A list that has more lines, or longer ones, is another file, or never ends.
 */
enum { MOST_LINES = 1000000, MOST_BYTES = 65536 };

/* A name is all of its line, blanks included. */
static bool add_line(struct tool *tool, const char *path, uint32_t number,
                     text_buffer *line)
{
    struct diag *const diag = &tool->diag;
    const char *const name = text_end(line);
    const uint32_t len = (uint32_t)strlen(name);

    if (len < line->len)
        return diag_report(diag, DIAG_INPUT, path, number, len + 1,
                           "a null character in the name of a net");
    if (len > MOST_BYTES)
        return diag_report(diag, DIAG_INPUT, path, number, 0,
                           "the name of a net has more than %d bytes",
                           MOST_BYTES);
    if (number > MOST_LINES)
        return diag_report(diag, DIAG_INPUT, path, number, 0,
                           "the list has more than %d lines", MOST_LINES);
    if (len == 0 || *name == '#') /* a comment */
        return true;
    vec_push(&tool->list, mem_text(name));
    vec_push(&tool->options.nets, *vec_top(&tool->list));
    return true;
}

static bool read_lines(struct tool *tool, const char *path, FILE *file)
{
    text_buffer line = {0};
    uint32_t number = 0;
    bool good = true;

    errno = 0;
    while (good && text_read_line(&line, MOST_BYTES, file))
        good = add_line(tool, path, ++number, &line);
    vec_free(&line);
    if (good && !feof(file))
        return diag_input(&tool->diag, path, "cannot read: %s",
                          strerror(errno));
    return good;
}

static bool read_list(struct tool *tool)
{
    const char *const path = tool->options.nets_from;
    const bool is_standard = path && !strcmp(path, "-");
    FILE *const file = !path ? NULL : is_standard ? stdin : fopen(path, "r");
    bool good;

    if (!path)
        return true;
    if (!file)
        return diag_input(&tool->diag, path, "cannot read: %s",
                          strerror(errno));
    good = read_lines(tool, path, file);
    if (!is_standard)
        (void)fclose(file);
    tool->options.net =
        good && tool->options.nets.len ? tool->options.nets.at[0] : NULL;
    return good && (tool->list.len > 0 ||
                    diag_input(&tool->diag, path, "the list names no net"));
}

static bool read_arguments(struct tool *tool, int argc, char **argv)
{
    return option_words_read(&tool->options, argc, argv, &tool->diag) &&
           combine_options(&tool->options, &tool->diag) && read_list(tool) &&
           combine_files(&tool->options, &tool->diag);
}

static bool check_ranks(struct tool *tool)
{
    return !tool->ranks ||
           diag_usage(&tool->diag,
                      "%s for one process: those of mpirun share one search of "
                      "one net, by --engine %s",
                      tool->options.mcc      ? "--mcc is"
                      : tool->options.n_jobs ? "--jobs is"
                                             : "several nets are",
                      options_engine(PUNFPOR_SHARES, NULL));
}

/* What does without a net, or with tasks. */
static enum outcome_code work_at_large(struct tool *tool)
{
    if (tool->options.help)
        return usage_print(stdout,
                           options_argument(&tool->options, OPTIONS_help),
                           &tool->diag)
                   ? OUTCOME_YES
                   : OUTCOME_USAGE;
    if (tool->options.version) {
        puts("punf-por " VERSION);
        return OUTCOME_YES;
    }
    if (!check_ranks(tool))
        return outcome_failed(&tool->diag);
    return tool->options.mcc ? run_contest(tool) : work_on_all(tool);
}

static enum outcome_code start(struct tool *tool, int argc, char **argv)
{
    const struct options *const options = &tool->options;

    if (!read_arguments(tool, argc, argv))
        return outcome_end(outcome_failed(&tool->diag), &tool->diag);
    return options->help || options->version || options->mcc ||
                   batch_is(options) || options->n_jobs
               ? outcome_end(work_at_large(tool), &tool->diag)
               : work_on_one(tool);
}

int main(int argc, char **argv)
{
    struct tool tool = {0};
    enum outcome_code code;

    output_prepare_standard();
    (void)signal(SIGXFSZ, SIG_IGN); /* a write beyond the limit fails */
    system_separate_large_blocks();
    json_prepare();
    tool.ranks = mpi_ranks_create(&argc, &argv);
    code = start(&tool, argc, argv);
    for (uint32_t i = 0; i < tool.list.len; i++)
        mem_free(tool.list.at[i]);
    vec_free(&tool.list);
    options_finish(&tool.options);
    return mpi_ranks_destroy(tool.ranks, tool.has_ended ? NULL : &tool.diag)
               ? OUTCOME_YES
               : code;
}
