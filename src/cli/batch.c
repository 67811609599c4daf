#include "cli/batch.h"

#include "base/output.h"
#include "cli/batch_block.h"
#include "cli/file_pattern.h"
#include "cli/journal.h"
#include "cli/json.h"
#include "cli/schedule.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

/* A task. */
struct batch_task {
    uint32_t net;
    struct assignment_part part;
    uint64_t guess;
    uint32_t n_lost; /* how often it was lost */
    bool is_known;   /* finished in an earlier run */
    bool is_ended;
    const char *stop;  /* why it is unknown; NULL: its process has ended */
    const char *error; /* what happened to its process; NULL: nothing */
    struct assignment_report report;
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
    const struct workers *workers;
    struct journal journal;
    struct schedule schedule;
    VEC(struct batch_task) tasks;
    VEC(struct batch_net) nets;
    VEC(bool) is_busy; /* by worker, here and below */
    VEC(bool) is_gone;
    uint32_t n_busy, n_gone, n_open;
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
           (!options->engine || strcmp(options->engine, "reverse") != 0);
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

    if (task->part.kind == ASSIGNMENT_BLOCK) {
        print_unknown_block(run, task, n_answered);
    } else if (!run->aside || !run->options->quiet) {
        (void)snprintf(text, sizeof text, "unknown (%s)", task->stop);
        batch_block_print_line(run->aside ? stderr : stdout, prefix, text);
    }
    (void)fflush(stdout);
    if (!task->error)
        return;
    (void)snprintf(text, sizeof text, "error: %s", task->error);
    batch_block_print_line(stderr, run->nets.at[task->net].name, text);
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
           : task->part.kind == ASSIGNMENT_BLOCK &&
                   task->report.code == OUTCOME_NO &&
                   run->nets.at[task->net].n_questions > 1
               ? OUTCOME_YES
               : (enum outcome_code)task->report.code;
}

static bool is_survey(const struct batch_task *task)
{
    return task->part.kind == ASSIGNMENT_SURVEY;
}

/* Its line of JSON, behind all else that it prints. */
static void print_json(struct batch_run *run, struct batch_task *task)
{
    if (!run->lines || is_survey(task))
        return;
    if (!task->stop && batch_block_is_whole(&task->report.lines)) {
        (void)fwrite(task->report.lines.at, 1, task->report.lines.len,
                     run->lines);
        (void)fflush(run->lines);
        return;
    }
    if (!task->stop) {
        task->error = "its line of JSON could not be kept";
        batch_block_print_line(stderr, prefix_of(run, &run->nets.at[task->net]),
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
    const struct batch_block_page out = {stdout, prefix_of(run, net), false,
                                         is_cut},
                                  err = {stderr, prefix_of(run, net), true,
                                         false};
    const uint32_t n_answered = batch_block_print(&out, &task->report.out);
    enum outcome_code code;

    if (task->report.err.len && !repeats(run, task))
        (void)batch_block_print(&err, &task->report.err);
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
        assignment_report_finish(&run->tasks.at[task_at(net, i)].report);
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

/* What is known of its time before it begins. */
static uint64_t guess_size(const char *net)
{
    struct stat status;

    return stat(net, &status) ? 0 : (uint64_t)status.st_size;
}

/* A task that was finished in an earlier run is not open. */
static void add_task(struct batch_run *run, uint32_t net,
                     const struct assignment_part *part, uint64_t guess)
{
    struct batch_task task = {.net = net, .part = *part, .guess = guess};
    const struct schedule_task open = {guess, run->tasks.len, SCHEDULE_NONE};

    task.is_known = journal_take(&run->journal, net, part, &task.report);
    vec_push(&run->tasks, task);
    run->nets.at[net].n_open++;
    run->n_open++;
    if (!task.is_known)
        schedule_add(&run->schedule, &open);
}

/* The survey has a line with the size of the net, and a label a line. */
static uint64_t read_survey(struct batch_net *net, const text_buffer *lines)
{
    uint64_t size = 0;
    uint32_t at = 0;

    for (; at < lines->len && lines->at[at] != '\n'; at++)
        size = size * 10 + (uint64_t)(lines->at[at] - '0');
    for (at++; at < lines->len; at++) {
        const char *const end = memchr(lines->at + at, '\n', lines->len - at);

        vec_push(&net->labels, at);
        at = end ? (uint32_t)(end - lines->at) : lines->len;
    }
    net->n_questions = net->labels.len;
    return size;
}

/* The number of blocks of a net with so many questions. */
static uint32_t block_count(const struct batch_run *run, uint32_t n_questions)
{
    return schedule_blocks(n_questions, run->nets.len);
}

/* Blocks differ by one question at most. */
static void add_blocks(struct batch_run *run, uint32_t number)
{
    const uint32_t n = run->tasks.at[number].net;
    struct batch_net *const net = &run->nets.at[n];
    const uint64_t size = read_survey(net, &run->tasks.at[number].report.lines);
    uint32_t first = 0;

    net->blocks = run->tasks.len;
    net->n_blocks = block_count(run, net->n_questions);
    if (!net->n_questions) { /* no property of the file has an answer */
        net->n_blocks = 1;
        add_task(run, n, &(struct assignment_part){0}, size);
        return;
    }
    for (uint32_t i = 0; i < net->n_blocks; i++) {
        const uint32_t len = net->n_questions / net->n_blocks +
                             (i < net->n_questions % net->n_blocks);
        const struct assignment_part part = {ASSIGNMENT_BLOCK, first, len};

        add_task(run, n, &part, run->batch->is_spread ? size * len : 0);
        first += len;
    }
}

static void print_ended(struct batch_run *run, uint32_t number)
{
    struct batch_task *const task = &run->tasks.at[number];

    task->is_ended = true;
    run->n_open--;
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
    for (uint32_t i = 0; i < run->options->nets.len; i++) {
        const char *const name = run->options->nets.at[i];
        const uint32_t number = run->tasks.len;
        const struct assignment_part part = {
            .kind = run->has_blocks ? ASSIGNMENT_SURVEY : ASSIGNMENT_WHOLE};
        const uint64_t guess = !run->batch->is_spread ? 0
                               : run->has_blocks      ? UINT64_MAX
                                                      : guess_size(name);

        vec_push(&run->nets,
                 ((struct batch_net){.name = name, .first = number}));
        add_task(run, i, &part, guess);
    }
    for (uint32_t i = 0; i < run->options->nets.len; i++)
        if (run->tasks.at[i].is_known)
            end_task(run, i);
}

/* --- reports of workers --------------------------------------------------- */

static const char *explain(enum assignment_end end)
{
    return end == ASSIGNMENT_STARVED ? "its process was killed, as is done "
                                       "when memory is short"
           : end == ASSIGNMENT_EMPTY ? "its process ran out of memory"
           : end == ASSIGNMENT_GONE  ? "the process of its worker has ended"
                                     : "its process crashed";
}

/* Another process tries it, once. */
static void lose(struct batch_run *run, uint32_t number, uint32_t worker,
                 enum assignment_end end)
{
    struct batch_task *const task = &run->tasks.at[number];
    const struct schedule_task open = {task->guess, number, worker};

    if (run->is_stopped || is_interrupted(run)) {
        task->stop = "interrupted";
        end_task(run, number);
    } else if (task->n_lost++) {
        task->stop = "lost";
        task->error = explain(end);
        end_task(run, number);
    } else {
        assignment_report_finish(&task->report);
        schedule_add(&run->schedule, &open);
    }
}

static void keep(struct batch_run *run, uint32_t number)
{
    const struct batch_task *const task = &run->tasks.at[number];
    const text_buffer *const lines = &task->report.lines;

    if (task->report.code >= OUTCOME_INTERNAL ||
        (run->lines && !batch_block_is_whole(lines)))
        return; /* another run may do better */
    if (!journal_add(&run->journal, task->net, &task->part, &task->report,
                     run->diag))
        run->is_stopped = true;
}

static void take_report(struct batch_run *run,
                        const struct assignment_report *report)
{
    const uint32_t number = report->number;
    struct batch_task *const task = &run->tasks.at[number];

    task->report = *report;
    switch (report->end) {
    case ASSIGNMENT_ENDED:
        keep(run, number);
        end_task(run, number);
        break;
    case ASSIGNMENT_INTERRUPTED:
        run->is_stopped |= run->batch->is_spread;
        end_task(run, number);
        break;
    case ASSIGNMENT_LATE:
        task->stop = is_interrupted(run) ? "interrupted" : "timeout";
        end_task(run, number);
        break;
    case ASSIGNMENT_STARVED:
    case ASSIGNMENT_EMPTY:
    case ASSIGNMENT_CRASHED:
    case ASSIGNMENT_GONE:
        lose(run, number, report->worker, report->end);
        break;
    }
}

/* Waits until a task has ended, or a little. */
static void follow(struct batch_run *run)
{
    struct assignment_report report;

    if (!run->workers->wait(run->workers->self, &report))
        return;
    if (run->is_busy.at[report.worker]) {
        run->is_busy.at[report.worker] = false;
        run->n_busy--;
    }
    if (report.end == ASSIGNMENT_GONE && !run->is_gone.at[report.worker]) {
        run->is_gone.at[report.worker] = true;
        run->n_gone++;
    }
    if (report.number < run->tasks.len)
        take_report(run, &report);
}

/* --- handing out ---------------------------------------------------------- */

static struct assignment assignment_of(const struct batch_run *run,
                                       uint32_t number)
{
    const struct batch_task *const task = &run->tasks.at[number];

    return (struct assignment){
        .number = number,
        .part = task->part,
        .net = run->nets.at[task->net].name,
    };
}

/* False when the machine allows no more processes now. */
static bool give(struct batch_run *run, uint32_t worker, uint32_t number)
{
    const struct assignment what = assignment_of(run, number);

    if (run->workers->start(run->workers->self, worker, &what)) {
        run->is_busy.at[worker] = true;
        run->n_busy++;
        return true;
    }

    const struct schedule_task open = {run->tasks.at[number].guess, number,
                                       SCHEDULE_NONE};

    schedule_add(&run->schedule, &open);
    return false;
}

/* Gives a task to each worker that has none.  False with errno when there is
 * not even one process. */
static bool give_all(struct batch_run *run)
{
    const bool is_alone = run->n_gone + 1 == run->workers->n;
    uint32_t number;

    for (uint32_t i = 0; i < run->workers->n; i++) {
        if (run->is_busy.at[i] || run->is_gone.at[i] ||
            !schedule_take(&run->schedule, i, is_alone, &number))
            continue;
        if (!give(run, i, number))
            return run->n_busy > 0;
    }
    return true;
}

/* Ends all tasks that have not begun. */
static void give_up(struct batch_run *run, const char *stop, const char *error)
{
    uint32_t number;

    while (schedule_take(&run->schedule, 0, true, &number)) {
        run->tasks.at[number].stop = stop;
        run->tasks.at[number].error = error;
        end_task(run, number);
    }
}

static void stop_all(struct batch_run *run)
{
    run->is_stopped = true;
    run->workers->interrupt(run->workers->self);
    while (run->n_busy)
        follow(run);
    give_up(run, "interrupted", NULL);
}

static void work(struct batch_run *run)
{
    char why[128];

    while (run->n_open) {
        if (is_interrupted(run) || run->is_stopped) {
            stop_all(run);
            return;
        }
        if (!give_all(run)) {
            (void)snprintf(why, sizeof why, "no process for it: %s",
                           strerror(errno));
            give_up(run, "lost", why);
        }
        if (run->n_gone == run->workers->n)
            give_up(run, "lost", explain(ASSIGNMENT_GONE));
        if (run->n_busy)
            follow(run);
    }
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
    for (uint32_t i = 0; i < run->workers->n; i++) {
        vec_push(&run->is_busy, false);
        vec_push(&run->is_gone, false);
    }
    print_resumed(run);
    add_nets(run);
    work(run);
    print_summary(run);
}

static void finish(struct batch_run *run)
{
    for (uint32_t i = 0; i < run->tasks.len; i++)
        assignment_report_finish(&run->tasks.at[i].report);
    vec_free(&run->tasks);
    vec_free(&run->nets);
    vec_free(&run->is_busy);
    vec_free(&run->is_gone);
    schedule_finish(&run->schedule);
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
        .workers = batch->workers,
        .aside = options_take_stdout(options) > 0,
        .is_in_order = batch->is_spread || !batch_is(options) ||
                       batch->workers->n == 1 || options->checkpoint ||
                       options->resume,
        .has_blocks = batch_has_blocks(options) &&
                      (batch->is_spread || options->n_jobs) &&
                      schedule_blocks(UINT32_MAX, options->nets.len) > 1,
        .diag = diag,
    };
    struct output out;

    if (path && !output_open(&out, path, diag))
        return false;
    run.lines = path ? out.file : NULL;
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
