#include "cli/batch.h"

#include "base/output.h"
#include "cli/batch_child.h"
#include "cli/batch_print.h"
#include "cli/file_pattern.h"
#include "cli/journal.h"
#include "cli/json.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* So many questions are blocks of their own; of many more, there are as many
 * blocks as questions in one; a list has about so many blocks. */
enum { ALONE = 16, BLOCKS = 256 };

struct batch_task {
    uint32_t net;
    struct task_part part;
    uint32_t n_lost; /* how often it was lost */
    bool is_begun;
    bool is_known; /* finished in an earlier run */
    bool is_ended;
    const char *stop;  /* why it is unknown; NULL: its process has ended */
    const char *error; /* what happened to its process; NULL: nothing */
    struct batch_child child;
    struct batch_child_report report;
};

struct batch_net {
    const char *name;
    uint32_t first;            /* its first task: all of it, or its survey */
    uint32_t blocks, n_blocks; /* further tasks, from `blocks` on */
    uint32_t n_open;           /* tasks that have not ended */
    uint32_t n_printed;        /* tasks */
    uint32_t n_questions;      /* if it has blocks */
    VEC(uint32_t) labels;      /* of the questions: in the survey's lines */
    enum outcome_code code;
};

struct batch_run {
    const struct batch *batch;
    const struct options *options;
    struct journal journal;
    struct jobs jobs; /* the children, by the numbers of their tasks */
    VEC(struct batch_task) tasks;
    VEC(struct batch_net) nets;
    uint32_t next;    /* tasks before it have begun */
    uint32_t printed; /* nets before it are printed, if they are in order */
    bool is_in_order;
    bool is_stopped; /* no task begins any more */
    bool has_blocks;
    FILE *lines; /* of JSON; NULL: none */
    bool aside;  /* verdicts go to standard error */
    enum outcome_code code;
    uint32_t n_unknown, n_failed;
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
    return options->compare || options->replay || options->json.given ||
           options->witness.file || options->certificate || options->profile ||
           options->stats || options->verbose || options->mci ||
           options->prefix_pnml || options->dot_net || options->write ||
           options->list || options_prefix_file(options);
}

bool batch_has_blocks(const struct options *options)
{
    const options_question_list *const questions = &options->questions;

    return (questions->len > 1 || options->property ||
            (questions->len == 1 &&
             questions->at[0].kind == OPTIONS_all_transitions)) &&
           !shows_run(options) &&
           (!options->engine || !options_use(options->engine, "checkpoint"));
}

static bool is_interrupted(const struct batch_run *run)
{
    return *run->batch->interrupted != 0;
}

/* The name before each line; NULL: none. */
static const char *prefix_of(const struct batch_run *run,
                             const struct batch_net *net)
{
    return batch_is(run->options) ? net->name : NULL;
}

/* --- printing a task ------------------------------------------------------ */

static void write_failure(const struct batch_run *run,
                          const struct batch_task *task, enum outcome_code code)
{
    const struct json_failure failure = {
        .file = run->nets.at[task->net].name,
        .stop = task->stop,
        .error = task->error,
        .code = code,
    };

    if (run->lines)
        (void)json_write_failure(&failure, run->options, run->lines);
}

/* The label of a question, up to the end of its line. */
static const char *label_of(const struct batch_run *run,
                            const struct batch_net *net, uint32_t q)
{
    const struct batch_task *const survey = &run->tasks.at[net->first];

    return survey->report.lines.at + net->labels.at[q];
}

/* The questions of a block from `n_answered` on. */
static void print_unknown_block(const struct batch_run *run,
                                const struct batch_task *task,
                                uint32_t n_answered)
{
    const struct batch_net *const net = &run->nets.at[task->net];
    const char *const prefix = prefix_of(run, net);

    for (uint32_t i = n_answered; i < task->part.n; i++) {
        const char *const label = label_of(run, net, task->part.first + i);

        if (prefix) {
            text_print(prefix, stdout);
            fputs(": ", stdout);
        }
        printf("%.*s: unknown (%s)\n", (int)strcspn(label, "\n"), label,
               task->stop);
    }
}

/* A task that has no result, or only a part of it. */
static void print_unknown(const struct batch_run *run,
                          const struct batch_task *task, uint32_t n_answered)
{
    const char *const prefix = prefix_of(run, &run->nets.at[task->net]);
    char text[160];

    if (task->part.kind == TASK_BLOCK) {
        print_unknown_block(run, task, n_answered);
    } else if (!run->aside || !run->options->quiet) {
        (void)snprintf(text, sizeof text, "unknown (%s)", task->stop);
        batch_print_line(run->aside ? stderr : stdout, prefix, text);
    }
    (void)fflush(stdout);
    if (!task->error)
        return;
    (void)snprintf(text, sizeof text, "error: %s", task->error);
    batch_print_line(stderr, run->nets.at[task->net].name, text);
}

/* Blocks of a net may have the same to say. */
static bool repeats(const struct batch_run *run, const struct batch_task *task)
{
    const struct batch_net *const net = &run->nets.at[task->net];
    const text_buffer *const err = &task->report.err;

    for (uint32_t i = 0; i < net->n_blocks; i++) {
        const struct batch_task *const other = &run->tasks.at[net->blocks + i];

        if (other == task)
            return false;
        if (other->is_ended && other->report.err.len == err->len &&
            !memcmp(other->report.err.at, err->at, err->len))
            return true;
    }
    return false;
}

static enum outcome_code code_of(const struct batch_run *run,
                                 const struct batch_task *task)
{
    return task->error  ? OUTCOME_INTERNAL
           : task->stop ? OUTCOME_UNKNOWN
           : task->part.kind == TASK_BLOCK && task->report.code == OUTCOME_NO &&
                   run->nets.at[task->net].n_questions > 1
               ? OUTCOME_YES
               : (enum outcome_code)task->report.code;
}

/* Does the text end in a whole line? */
static bool is_whole(const text_buffer *text)
{
    return text->len && text->at[text->len - 1] == '\n';
}

static bool is_survey(const struct batch_task *task)
{
    return task->part.kind == TASK_SURVEY;
}

/* Its line of JSON, behind all else that it prints. */
static void print_json(struct batch_run *run, struct batch_task *task)
{
    if (!run->lines || is_survey(task))
        return;
    if (!task->stop && is_whole(&task->report.lines)) {
        (void)fwrite(task->report.lines.at, 1, task->report.lines.len,
                     run->lines);
        (void)fflush(run->lines);
        return;
    }
    if (!task->stop) {
        task->error = "its line of JSON could not be kept";
        batch_print_line(stderr, prefix_of(run, &run->nets.at[task->net]),
                         "error: its line of JSON could not be kept");
    }
    write_failure(run, task, code_of(run, task));
}

/* Its texts are not needed any more, but for what the survey says, and what
 * repeats() compares. */
static void print_task(struct batch_run *run, uint32_t number)
{
    struct batch_task *const task = &run->tasks.at[number];
    struct batch_net *const net = &run->nets.at[task->net];
    const bool is_cut = task->stop != NULL;
    const struct batch_print_page out = {stdout, prefix_of(run, net), false,
                                         is_cut},
                                  err = {stderr, prefix_of(run, net), true,
                                         false};
    const uint32_t n_answered = batch_print_text(&out, &task->report.out);
    enum outcome_code code;

    if (task->report.err.len && !repeats(run, task))
        (void)batch_print_text(&err, &task->report.err);
    if (task->stop)
        print_unknown(run, task, n_answered);
    print_json(run, task);
    code = code_of(run, task);
    if (code > net->code)
        net->code = code;
    net->n_printed++;
    vec_free(&task->report.out);
    if (!is_survey(task))
        vec_free(&task->report.lines);
}

/* --- printing in order ---------------------------------------------------- */

static void count(struct batch_run *run, enum outcome_code code)
{
    run->n_unknown += code == OUTCOME_UNKNOWN;
    run->n_failed += code > OUTCOME_UNKNOWN;
    if (code > run->code)
        run->code = code;
}

static uint32_t task_count(const struct batch_net *net)
{
    return 1 + net->n_blocks;
}

static uint32_t task_at(const struct batch_net *net, uint32_t i)
{
    return i ? net->blocks + i - 1 : net->first;
}

/* Prints tasks of the net up to the first one that has not ended.  True when
 * all are printed. */
static bool print_net(struct batch_run *run, struct batch_net *net)
{
    while (net->n_printed < task_count(net)) {
        const uint32_t number = task_at(net, net->n_printed);

        if (!run->tasks.at[number].is_ended)
            return false;
        print_task(run, number);
    }
    for (uint32_t i = 0; i < task_count(net); i++)
        batch_child_report_finish(&run->tasks.at[task_at(net, i)].report);
    vec_free(&net->labels);
    count(run, net->code);
    return true;
}

/* A task of this net has ended. */
static void print_ready(struct batch_run *run, struct batch_net *net)
{
    if (run->is_in_order)
        while (run->printed < run->nets.len &&
               print_net(run, &run->nets.at[run->printed]))
            run->printed++;
    else if (!net->n_open)
        (void)print_net(run, net);
}

/* --- tasks ---------------------------------------------------------------- */

/* A task that was finished in an earlier run has begun. */
static void add_task(struct batch_run *run, uint32_t net,
                     const struct task_part *part)
{
    struct batch_task task = {.net = net, .part = *part};

    task.is_known = journal_take(&run->journal, net, part, &task.report);
    task.is_begun = task.is_known;
    vec_push(&run->tasks, task);
    run->nets.at[net].n_open++;
}

/* The survey has a label a line. */
static void read_survey(struct batch_net *net, const text_buffer *lines)
{
    uint32_t at = 0;

    while (at < lines->len) {
        const char *const end = memchr(lines->at + at, '\n', lines->len - at);

        vec_push(&net->labels, at);
        at = end ? (uint32_t)(end - lines->at) + 1 : lines->len;
    }
    net->n_questions = net->labels.len;
}

/* Into how many blocks the questions about a net are divided, of a list of so
 * many nets: independent of the number of jobs, so that another number goes on
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
    const uint32_t n = run->tasks.at[number].net;
    struct batch_net *const net = &run->nets.at[n];
    uint32_t first = 0;

    read_survey(net, &run->tasks.at[number].report.lines);
    net->blocks = run->tasks.len;
    net->n_blocks = block_count(net->n_questions, run->nets.len);
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

static void print_ended(struct batch_run *run, uint32_t number)
{
    struct batch_task *const task = &run->tasks.at[number];

    task->is_ended = true;
    run->nets.at[task->net].n_open--;
    print_ready(run, &run->nets.at[task->net]);
}

/* A task has ended, and so have those that were known and follow from it. */
static void end_task(struct batch_run *run, uint32_t number)
{
    const struct batch_task *const task = &run->tasks.at[number];
    uint32_t known = run->tasks.len;

    if (is_survey(task) && !task->stop && !task->report.code)
        add_blocks(run, number);
    print_ended(run, number);
    for (; known < run->tasks.len; known++)
        if (run->tasks.at[known].is_known)
            print_ended(run, known);
}

static void add_nets(struct batch_run *run)
{
    const struct task_part part = {.kind = run->has_blocks ? TASK_SURVEY
                                                           : TASK_WHOLE};

    for (uint32_t i = 0; i < run->options->nets.len; i++) {
        vec_push(&run->nets,
                 ((struct batch_net){.name = run->options->nets.at[i],
                                     .first = run->tasks.len}));
        add_task(run, i, &part);
    }
    for (uint32_t i = 0; i < run->options->nets.len; i++)
        if (run->tasks.at[i].is_known)
            end_task(run, i);
}

/* --- their ends ----------------------------------------------------------- */

static const char *explain(enum batch_child_end end)
{
    return end == BATCH_CHILD_STARVED ? "its process was killed, as is done "
                                        "when memory is short"
           : end == BATCH_CHILD_EMPTY ? "its process ran out of memory"
                                      : "its process crashed";
}

/* Another process tries it, once. */
static void lose(struct batch_run *run, uint32_t number,
                 enum batch_child_end end)
{
    struct batch_task *const task = &run->tasks.at[number];

    if (run->is_stopped || is_interrupted(run)) {
        task->stop = "interrupted";
        end_task(run, number);
    } else if (task->n_lost++) {
        task->stop = "lost";
        task->error = explain(end);
        end_task(run, number);
    } else {
        batch_child_report_finish(&task->report);
        task->is_begun = false;
        run->next = number < run->next ? number : run->next;
    }
}

static void keep(struct batch_run *run, uint32_t number)
{
    const struct batch_task *const task = &run->tasks.at[number];
    const text_buffer *const lines = &task->report.lines;

    if (task->report.code >= OUTCOME_INTERNAL ||
        (run->lines && !is_whole(lines)))
        return; /* another run may do better */
    if (!journal_add(&run->journal, task->net, &task->part, &task->report,
                     run->diag))
        run->is_stopped = true;
}

/* Waits until a task has ended, or a signal comes. */
static void follow(struct batch_run *run)
{
    struct jobs_event event;
    struct batch_task *task;
    enum batch_child_end end;

    if (jobs_next(&run->jobs, 0, &event) != JOBS_END)
        return;
    task = &run->tasks.at[event.number];
    end = batch_child_take(&task->child, &event, &task->report);
    switch (end) {
    case BATCH_CHILD_ENDED:
        keep(run, event.number);
        end_task(run, event.number);
        break;
    case BATCH_CHILD_INTERRUPTED:
        end_task(run, event.number);
        break;
    case BATCH_CHILD_LATE:
        task->stop = is_interrupted(run) ? "interrupted" : "timeout";
        end_task(run, event.number);
        break;
    case BATCH_CHILD_STARVED:
    case BATCH_CHILD_EMPTY:
    case BATCH_CHILD_CRASHED:
        lose(run, event.number, end);
        break;
    }
}

/* --- their beginnings ----------------------------------------------------- */

/* The next task; NULL when all have begun. */
static struct batch_task *next_task(struct batch_run *run)
{
    while (run->next < run->tasks.len && run->tasks.at[run->next].is_begun)
        run->next++;
    return run->next < run->tasks.len ? &run->tasks.at[run->next] : NULL;
}

static bool begin(struct batch_run *run, struct batch_task *task)
{
    const struct batch_child_task what = {
        .options = run->options,
        .interrupted = run->batch->interrupted,
        .catch_signals = run->batch->catch_signals,
        .net = run->nets.at[task->net].name,
        .part = task->part,
        .has_lines = run->lines || is_survey(task),
    };

    task->is_begun =
        batch_child_start(&task->child, &what, &run->jobs, run->next);
    return task->is_begun;
}

/* As many as may run.  False with errno when there is not even one process. */
static bool begin_all(struct batch_run *run)
{
    struct batch_task *task;

    while (run->jobs.children.len < run->jobs.most && (task = next_task(run)))
        if (!begin(run, task))
            return run->jobs.children.len > 0;
    return true;
}

/* Ends all tasks that have not begun. */
static void give_up(struct batch_run *run, const char *stop, const char *error)
{
    struct batch_task *task;

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
            n, n == 1 ? "" : "s", n - run->n_unknown - run->n_failed,
            run->n_unknown, run->n_failed);
}

static void print_resumed(const struct batch_run *run)
{
    const uint32_t n = run->journal.n_found;

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
    if (!options->json.given)
        return NULL;
    if (!options->json.file)
        return "-";
    return file_pattern_is(options->json.file) ? NULL : options->json.file;
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
    for (uint32_t i = 0; i < run->tasks.len; i++)
        batch_child_report_finish(&run->tasks.at[i].report);
    vec_free(&run->tasks);
    vec_free(&run->nets);
    jobs_finish(&run->jobs);
    journal_close(&run->journal);
}

bool batch_run(const struct batch *batch, enum outcome_code *code,
               struct diag *diag)
{
    const struct options *const options = batch->options;
    const char *const path = lines_file(options);
    struct batch_run run = {
        .batch = batch,
        .options = options,
        .aside = options_take_stdout(options) > 0,
        .is_in_order = !batch_is(options) || options->n_jobs <= 1 ||
                       options->checkpoint || options->resume,
        .has_blocks = batch_has_blocks(options) && options->n_jobs &&
                      block_count(UINT32_MAX, options->nets.len) > 1,
        .diag = diag,
    };
    struct output out;

    if (path && !output_open(&out, path, diag))
        return false;
    run.lines = path ? out.file : NULL;
    jobs_init(&run.jobs, options->n_jobs ? options->n_jobs : 1,
              batch->interrupted);
    if (journal_open(&run.journal, options, diag))
        run_all(&run);
    finish(&run);
    *code = run.code;
    if (diag->code == DIAG_NONE)
        return !path || output_close(&out, diag);
    if (path)
        output_discard(&out);
    return false;
}
