#include "cli/batch_child.h"

#include "cli/option_files.h"

#include <errno.h>
#include <unistd.h>

/* A child that has ended its task adds one of these to the exit code; exit(),
 * as when memory runs out, does not. */
enum { DONE = 0x50, INTERRUPTED = 0x60, CODES = 0x0f };

/* --- its streams ---------------------------------------------------------- */

static void close_file(FILE **file)
{
    if (*file)
        (void)fclose(*file);
    *file = NULL;
}

static void close_files(struct batch_child *child)
{
    close_file(&child->out);
    close_file(&child->err);
    close_file(&child->lines);
}

static bool open_files(struct batch_child *child)
{
    child->out = tmpfile();
    child->err = child->out ? tmpfile() : NULL;
    child->lines = child->err && child->what.has_lines ? tmpfile() : NULL;
    return child->err && (child->lines || !child->what.has_lines);
}

static void read_file(FILE *from, text_buffer *text)
{
    char bytes[4096];
    size_t n;

    if (!from)
        return;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        text_add(text, bytes, n);
}

/* --- in the child --------------------------------------------------------- */

static int run(void *self, int fd)
{
    const struct batch_child *const child = self;
    const struct batch_child_task *const what = &child->what;
    struct options options = *what->options;
    struct option_files files = {0};
    struct task task = {.options = &options,
                        .interrupted = what->interrupted,
                        .catch_signals = what->catch_signals,
                        .part = what->part,
                        .survey = child->lines};
    enum outcome_code code;

    (void)fd;
    if (dup2(fileno(child->out), STDOUT_FILENO) < 0 ||
        dup2(fileno(child->err), STDERR_FILENO) < 0)
        return OUTCOME_INTERNAL;
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    options.net = what->net;
    options.checkpoint = options.resume = NULL;
    options.json_line = options.json.given && child->lines;
    option_files_fill(&files, &options);
    code = task_run(&task);
    if (options.json_line)
        (void)task_write_line(&task, code, child->lines);
    return (int)code +
           (*what->interrupted && code == OUTCOME_UNKNOWN ? INTERRUPTED : DONE);
}

/* --- in the parent -------------------------------------------------------- */

/* A child beyond its deadline is killed.  The rows of a comparison have
 * deadlines of their own. */
static double seconds_of(const struct options *options)
{
    return options->compare ? 0 : options_seconds(options);
}

bool batch_child_start(struct batch_child *child,
                       const struct batch_child_task *what, struct jobs *jobs,
                       uint32_t number)
{
    const struct child_work work = {run, child};
    int why;

    *child = (struct batch_child){.what = *what};
    if (open_files(child) &&
        jobs_start(jobs, number, &work, seconds_of(what->options)))
        return true;
    why = errno;
    close_files(child);
    errno = why;
    return false;
}

static enum batch_child_end end_of(const struct jobs_event *event)
{
    switch (event->end) {
    case CHILD_KILLED:
        return BATCH_CHILD_LATE;
    case CHILD_STARVED:
        return BATCH_CHILD_STARVED;
    case CHILD_CRASHED:
        return BATCH_CHILD_CRASHED;
    case CHILD_EXITED:
        break;
    }
    switch (event->code & ~CODES) {
    case DONE:
        return BATCH_CHILD_ENDED;
    case INTERRUPTED:
        return BATCH_CHILD_INTERRUPTED;
    default:
        return event->code == OUTCOME_INTERNAL ? BATCH_CHILD_EMPTY
                                               : BATCH_CHILD_CRASHED;
    }
}

enum batch_child_end batch_child_take(struct batch_child *child,
                                      const struct jobs_event *event,
                                      struct batch_child_report *report)
{
    report->code = event->code & CODES;
    read_file(child->out, &report->out);
    read_file(child->err, &report->err);
    read_file(child->lines, &report->lines);
    close_files(child);
    return end_of(event);
}

void batch_child_report_finish(struct batch_child_report *report)
{
    vec_free(&report->out);
    vec_free(&report->err);
    vec_free(&report->lines);
}
