#include "cli/program/batch.h"

#include "base/output.h"
#include "cli/program/batch_print.h"
#include "cli/program/journal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Up to ALONE questions are blocks of their own.  Of more there are ALONE
 * blocks, or as many as questions in a block if that is more.  A list has
 * BLOCKS of them at most, or one for each net. */
enum { ALONE = 16, BLOCKS = 256 };

struct batch_run {
    const struct task *task;
    const struct options *options;
    struct batch_print print; /* all tasks */
    struct journal journal;
    struct jobs jobs; /* the children, by the numbers of their tasks */
    uint32_t next;    /* tasks before it have begun */
    bool is_stopped;  /* no task begins any more */
    bool has_blocks;
    struct diag *diag;
};

/* --- what is asked -------------------------------------------------------- */

bool batch_is(const struct options *options)
{
    return options->nets.len > 1 || options->nets_from;
}

/* Something is printed or written about a run with all questions. */
static bool shows_run(const struct options *options)
{
    return options_file(options) || options->compare || options->replay ||
           options_file_of(options, OPTIONS_witness) || options->certificate ||
           options->stats || options->verbose || options->relations ||
           options->concurrent || options->dot_net || options->write ||
           options->list;
}

bool batch_has_blocks(const struct options *options)
{
    const options_question_list *const questions = &options->questions;

    return (questions->len > 1 || options->property ||
            (questions->len == 1 &&
             options_asks(&questions->at[0], "all-transitions"))) &&
           !shows_run(options) &&
           (!options->engine || !options_use(options->engine, "checkpoint"));
}

static bool is_interrupted(const struct batch_run *run)
{
    return *run->task->interrupted != 0;
}

/* --- tasks ---------------------------------------------------------------- */

/* A task that was finished in an earlier run has begun. */
static void add_task(struct batch_run *run, uint32_t net,
                     const struct task_part *part)
{
    struct batch_print_task task = {
        .begins = run->task,
        .part = *part,
        .net = net,
        .name = run->options->nets.at[net],
        .has_line = run->print.lines && part->kind != TASK_SURVEY,
    };

    task.report = journal_take(&run->journal, net, part);
    task.is_known = task.is_begun = task.report != NULL;
    vec_push(&run->print.tasks, task);
    run->print.nets.at[net].n_open++;
}

/* Into how many blocks the questions about a net of the list are divided:
 * independent of the number of jobs, so that another number goes on
 * with a journal.  Each block reads and reduces the net anew. */
static uint32_t block_count(uint32_t n_questions, uint32_t n_nets)
{
    const uint32_t most = n_nets < BLOCKS ? BLOCKS / n_nets : 1;
    uint32_t n = most < ALONE ? most : ALONE;

    while (n < most && n * n < n_questions)
        n++;
    return n < n_questions ? n : n_questions;
}

/* Blocks differ by one question at most. */
static void add_blocks(struct batch_run *run, uint32_t number)
{
    const uint32_t n = run->print.tasks.at[number].net;
    struct batch_print_net *const net = &run->print.nets.at[n];
    uint32_t first = 0;

    net->n_questions = (uint32_t)json_array_size(
        json_object_get(run->print.tasks.at[number].report, "labels"));
    net->blocks = run->print.tasks.len;
    net->n_blocks = block_count(net->n_questions, run->print.nets.len);
    if (!net->n_questions) { /* no property of the file has an answer */
        net->n_blocks = 1;
        add_task(run, n, &(struct task_part){0});
        return;
    }
    for (uint32_t i = 0; i < net->n_blocks; i++) {
        const uint32_t len = net->n_questions / net->n_blocks +
                             (i < net->n_questions % net->n_blocks);
        const struct task_part part = {TASK_BLOCK, first, len};

        add_task(run, n, &part);
        first += len;
    }
}

/* A task has ended, and so have the blocks of a survey that are finished in the
 * journal. */
static void end_task(struct batch_run *run, uint32_t number)
{
    const struct batch_print_task *const task = &run->print.tasks.at[number];
    uint32_t known = run->print.tasks.len;

    if (task->part.kind == TASK_SURVEY && !task->stop &&
        !batch_print_code(task))
        add_blocks(run, number);
    batch_print_ended(&run->print, number);
    for (; known < run->print.tasks.len; known++)
        if (run->print.tasks.at[known].is_known)
            batch_print_ended(&run->print, known);
}

static void add_nets(struct batch_run *run)
{
    const struct task_part part = {.kind = run->has_blocks ? TASK_SURVEY
                                                           : TASK_WHOLE};

    for (uint32_t i = 0; i < run->options->nets.len; i++) {
        vec_push(&run->print.nets,
                 ((struct batch_print_net){.first = run->print.tasks.len}));
        add_task(run, i, &part);
    }
    for (uint32_t i = 0; i < run->options->nets.len; i++)
        if (run->print.tasks.at[i].is_known)
            end_task(run, i);
}

/* --- their ends ----------------------------------------------------------- */

static const char *explain(enum child_end end)
{
    return end == CHILD_STARVED ? "its process was killed, as is done when "
                                  "memory is short"
           : end == CHILD_EMPTY ? "its process ran out of memory"
                                : "its process crashed";
}

/* Another process tries it, once. */
static void lose(struct batch_run *run, uint32_t number, enum child_end end)
{
    struct batch_print_task *const task = &run->print.tasks.at[number];

    if (run->is_stopped || is_interrupted(run)) {
        task->stop = "interrupted";
        end_task(run, number);
    } else if (task->was_lost) {
        task->stop = "lost";
        task->error = explain(end);
        end_task(run, number);
    } else {
        task->was_lost = true;
        json_decref(task->report);
        task->report = NULL;
        task->is_begun = false;
        run->next = number < run->next ? number : run->next;
    }
}

/* Unless another run may do better. */
static void keep_report(struct batch_run *run,
                        const struct batch_print_task *task)
{
    if (batch_print_code(task) < OUTCOME_INTERNAL &&
        !json_is_true(json_object_get(task->report, "interrupted")) &&
        !journal_add(&run->journal, task->net, &task->part, task->report,
                     run->diag))
        run->is_stopped = true;
}

static void take_end(struct batch_run *run, uint32_t number, enum child_end end)
{
    struct batch_print_task *const task = &run->print.tasks.at[number];

    batch_child_end(task);
    if (end == CHILD_DONE && batch_print_code(task) >= 0) {
        keep_report(run, task);
        end_task(run, number);
    } else if (end == CHILD_KILLED) {
        task->stop = is_interrupted(run) ? "interrupted" : "timeout";
        end_task(run, number);
    } else {
        lose(run, number, end);
    }
}

/* Waits until a task sends its line or has ended, or a signal comes. */
static void follow(struct batch_run *run)
{
    struct jobs_event event;

    switch (jobs_next(&run->jobs, 0, &event)) {
    case JOBS_LINE:
        run->print.tasks.at[event.number].report =
            json_receive(event.line, strlen(event.line));
        break;
    case JOBS_END:
        take_end(run, event.number, event.end);
        break;
    case JOBS_LATE:
        break;
    }
}

/* --- their beginnings ----------------------------------------------------- */

/* The next task; NULL when all have begun. */
static struct batch_print_task *next_task(struct batch_run *run)
{
    while (run->next < run->print.tasks.len &&
           run->print.tasks.at[run->next].is_begun)
        run->next++;
    return run->next < run->print.tasks.len ? &run->print.tasks.at[run->next]
                                            : NULL;
}

/* As many as may run.  False with errno when there is not even one process. */
static bool begin_all(struct batch_run *run)
{
    struct batch_print_task *task;

    while (run->jobs.children.len < run->jobs.most && (task = next_task(run))) {
        task->is_begun = batch_child_start(task, &run->jobs, run->next);
        if (!task->is_begun)
            return run->jobs.children.len > 0;
    }
    return true;
}

/* Ends all tasks that have not begun. */
static void give_up(struct batch_run *run, const char *stop, const char *error)
{
    struct batch_print_task *task;

    while ((task = next_task(run))) {
        task->is_begun = true;
        task->stop = stop;
        task->error = error;
        end_task(run, run->next);
    }
}

static void work(struct batch_run *run)
{
    char why[128];

    while ((next_task(run) || run->jobs.children.len) && !run->is_stopped &&
           !is_interrupted(run)) {
        if (!begin_all(run)) {
            (void)snprintf(why, sizeof why, "no process for it: %s",
                           strerror(errno));
            give_up(run, "lost", why);
        }
        if (run->jobs.children.len)
            follow(run);
    }
    run->is_stopped = true;
    while (run->jobs.children.len)
        follow(run);
    give_up(run, "interrupted", NULL);
}

/* --- all of it ------------------------------------------------------------ */

static void print_summary(const struct batch_run *run)
{
    const uint32_t n = run->options->nets.len;

    if (run->options->quiet || !batch_is(run->options))
        return;
    fprintf(stderr,
            "%" PRIu32 " net%s: %" PRIu32 " answered, %" PRIu32
            " unknown, %" PRIu32 " failed\n",
            n, n == 1 ? "" : "s",
            n - run->print.n_unknown - run->print.n_failed,
            run->print.n_unknown, run->print.n_failed);
}

static void print_resumed(const struct batch_run *run)
{
    const uint32_t n = run->journal.found.len;

    if (run->options->quiet || !run->options->resume)
        return;
    fprintf(stderr, "%s: %" PRIu32 " task%s %s finished%s\n",
            run->options->resume, n, n == 1 ? "" : "s", n == 1 ? "is" : "are",
            run->journal.is_cut ? "; the rest of the file is damaged, and its "
                                  "tasks are done again"
                                : "");
}

/* The file of all lines; a pattern names a file for each net instead. */
static const char *lines_file(const struct options *options)
{
    return !options->json || option_files_is_pattern(options->json) ? NULL
           : *options->json ? options->json
                            : "-";
}

static void run_all(struct batch_run *run)
{
    print_resumed(run);
    add_nets(run);
    work(run);
    print_summary(run);
}

static void finish(struct batch_run *run)
{
    batch_print_finish(&run->print);
    jobs_finish(&run->jobs);
    journal_close(&run->journal);
}

bool batch_run(const struct task *task, enum outcome_code *code,
               struct diag *diag)
{
    const struct options *const options = task->options;
    const char *const path = lines_file(options);
    struct batch_run run = {
        .task = task,
        .options = options,
        .print = {.options = options,
                  .has_names = batch_is(options),
                  .is_in_order = !batch_is(options) || options->n_jobs <= 1 ||
                                 options->checkpoint || options->resume,
                  .aside = options_take_stdout(options) > 0},
        .has_blocks = batch_has_blocks(options) && options->n_jobs &&
                      block_count(UINT32_MAX, options->nets.len) > 1,
        .diag = diag,
    };
    struct output out;

    if (path && !output_open(&out, path, diag))
        return false;
    run.print.lines = path ? out.file : NULL;
    jobs_init(&run.jobs, options->n_jobs ? options->n_jobs : 1,
              task->interrupted);
    if (journal_open(&run.journal, options, diag))
        run_all(&run);
    finish(&run);
    *code = run.print.code;
    if (diag->code == DIAG_NONE)
        return !path || output_close(&out, diag);
    if (path)
        output_discard(&out);
    return false;
}
