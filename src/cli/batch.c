#include "cli/batch.h"

#include "base/output.h"
#include "cli/batch_block.h"
#include "cli/file_pattern.h"
#include "cli/json.h"
#include "cli/jobs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct batch_child {
    uint32_t number; /* of the net */
    bool done;       /* it says that it has come to its end */
    struct batch_block block;
};

struct batch_run {
    const struct batch *batch;
    const struct options *options;
    struct jobs jobs;
    VEC(struct batch_child) children;
    FILE *lines; /* of JSON; NULL: none */
    bool aside;  /* verdicts go to standard error */
    enum outcome_code code;
    uint32_t n_unknown, n_failed;
};

bool batch_is(const struct options *options)
{
    return options->nets.len > 1 || options->nets_from;
}

static const char *net_of(const struct batch_run *run, uint32_t number)
{
    return run->options->nets.at[number];
}

static bool is_interrupted(const struct batch_run *run)
{
    return *run->batch->interrupted != 0;
}

static void count(struct batch_run *run, enum outcome_code code)
{
    run->n_unknown += code == OUTCOME_UNKNOWN;
    run->n_failed += code > OUTCOME_UNKNOWN;
    if (code > run->code)
        run->code = code;
}

/* --- nets without an answer of their own ---------------------------------- */

static void write_line(const struct batch_run *run, uint32_t number,
                       const char *stop, const char *error,
                       enum outcome_code code)
{
    const struct json_failure failure = {
        .file = net_of(run, number),
        .stop = stop,
        .error = error,
        .code = code,
    };

    if (run->lines)
        (void)json_write_failure(&failure, run->options, run->lines);
}

/* A net that was not answered for a reason of its batch: it is unknown. */
static void give_up(struct batch_run *run, uint32_t number, const char *stop)
{
    char text[64];

    (void)snprintf(text, sizeof text, "unknown (%s)", stop);
    if (!run->aside || !run->options->quiet)
        batch_block_print_line(run->aside ? stderr : stdout,
                               net_of(run, number), text);
    (void)fflush(stdout);
    write_line(run, number, stop, NULL, OUTCOME_UNKNOWN);
    count(run, OUTCOME_UNKNOWN);
}

/* A net whose process failed. */
static void fail(struct batch_run *run, uint32_t number, const char *error)
{
    char text[160];

    (void)snprintf(text, sizeof text, "error: %s", error);
    batch_block_print_line(stderr, net_of(run, number), text);
    write_line(run, number, NULL, error, OUTCOME_INTERNAL);
    count(run, OUTCOME_INTERNAL);
}

/* --- children ------------------------------------------------------------- */

struct batch_task {
    const struct batch_work *work;
    const char *net;
    const struct batch_block *block;
};

/* In the child. */
static int work(void *self, int fd)
{
    const struct batch_task *const task = self;
    enum outcome_code code;

    if (!batch_block_enter(task->block))
        return OUTCOME_INTERNAL;
    code = task->work->run(task->work->self, task->net, task->block->lines);
    (void)child_send(fd, "done\n", 5);
    return (int)code;
}

/* A child beyond its deadline is killed.  The rows of a comparison have
 * deadlines of their own. */
static double seconds_of(const struct options *options)
{
    return options->timeout && !options->compare
               ? strtod(options->timeout, NULL)
               : 0;
}

/* False with errno when the machine allows no more processes or files. */
static bool start(struct batch_run *run, uint32_t number)
{
    struct batch_child child = {.number = number};
    struct batch_task task = {&run->batch->work, net_of(run, number),
                              &child.block};
    const struct child_work child_work = {work, &task};

    if (!batch_block_init(&child.block, run->lines != NULL))
        return false;
    if (!jobs_start(&run->jobs, number, &child_work,
                    seconds_of(run->options))) {
        const int why = errno;

        batch_block_finish(&child.block);
        errno = why;
        return false;
    }
    vec_push(&run->children, child);
    return true;
}

static uint32_t find(const struct batch_run *run, uint32_t number)
{
    uint32_t i = 0;

    while (run->children.at[i].number != number)
        i++;
    return i;
}

static struct batch_child take(struct batch_run *run, uint32_t number)
{
    const uint32_t i = find(run, number);
    const struct batch_child child = run->children.at[i];

    run->children.at[i] = *vec_top(&run->children);
    (void)vec_pop(&run->children);
    return child;
}

/* A child that did not come to its end. */
static void explain(struct batch_run *run, const struct jobs_event *event)
{
    const uint32_t number = event->number;

    if (is_interrupted(run))
        give_up(run, number, "interrupted");
    else if (event->end == CHILD_KILLED)
        give_up(run, number, "timeout");
    else if (event->end == CHILD_STARVED)
        fail(run, number,
             "its process was killed, as is done when memory is "
             "short");
    else if (event->end == CHILD_EXITED && event->code == OUTCOME_INTERNAL)
        fail(run, number, "its process ran out of memory");
    else
        fail(run, number, "its process crashed");
}

static void end(struct batch_run *run, const struct jobs_event *event)
{
    struct batch_child child = take(run, event->number);

    batch_block_print(&child.block, net_of(run, event->number));
    if (!child.done || event->end != CHILD_EXITED)
        explain(run, event);
    else if (run->lines && !batch_block_copy_line(&child.block, run->lines))
        fail(run, event->number, "its line of JSON could not be kept");
    else
        count(run, (enum outcome_code)event->code);
    batch_block_finish(&child.block);
}

/* Waits until a child has ended. */
static void follow(struct batch_run *run)
{
    const uint32_t n = run->children.len;
    struct jobs_event event;

    while (run->children.len == n)
        switch (jobs_next(&run->jobs, 0, &event)) {
        case JOBS_LINE:
            run->children.at[find(run, event.number)].done = true;
            break;
        case JOBS_END:
            end(run, &event);
            break;
        case JOBS_LATE:
            break;
        }
}

/* Starts the child of a net; when the machine does not allow it, after others
 * have ended. */
static void begin(struct batch_run *run, uint32_t number)
{
    while (run->children.len >= run->jobs.most && !is_interrupted(run))
        follow(run);
    while (!is_interrupted(run)) {
        char text[128];

        if (start(run, number))
            return;
        if (run->children.len == 0) {
            (void)snprintf(text, sizeof text, "no process for it: %s",
                           strerror(errno));
            fail(run, number, text);
            return;
        }
        follow(run);
    }
    give_up(run, number, "interrupted");
}

static void print_summary(const struct batch_run *run)
{
    const uint32_t n = run->options->nets.len;

    if (run->options->quiet)
        return;
    fprintf(stderr,
            "%" PRIu32 " net%s: %" PRIu32 " answered, %" PRIu32
            " unknown, %" PRIu32 " failed\n",
            n, n == 1 ? "" : "s", n - run->n_unknown - run->n_failed,
            run->n_unknown, run->n_failed);
}

/* --- all of it ------------------------------------------------------------ */

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
    const struct options *const options = run->options;

    jobs_init(&run->jobs, options->n_jobs ? options->n_jobs : 1,
              run->batch->interrupted);
    for (uint32_t i = 0; i < options->nets.len; i++)
        begin(run, i);
    while (run->children.len > 0)
        follow(run);
    jobs_finish(&run->jobs);
    vec_free(&run->children);
    print_summary(run);
}

bool batch_run(const struct batch *batch, enum outcome_code *code,
               struct diag *diag)
{
    const char *const path = lines_file(batch->options);
    struct batch_run run = {
        .batch = batch,
        .options = batch->options,
        .aside = options_take_stdout(batch->options) > 0,
    };
    struct output out;

    if (path && !output_open(&out, path, diag))
        return false;
    run.lines = path ? out.file : NULL;
    run_all(&run);
    *code = run.code;
    return !path || output_close(&out, diag);
}
