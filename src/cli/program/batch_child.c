#include "cli/program/batch_child.h"

#include "cli/outcome.h"
#include "cli/option_files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* --- its streams ---------------------------------------------------------- */

static void close_files(struct batch_child *child)
{
    if (child->out)
        (void)fclose(child->out);
    if (child->err)
        (void)fclose(child->err);
    child->out = child->err = NULL;
}

static json_t *read_file(FILE *from)
{
    text_buffer text = {0};
    char bytes[4096];
    json_t *string;
    size_t n;

    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        text_add(&text, bytes, n);
    string = json_bytes(text.at, text.len);
    vec_free(&text);
    return string;
}

/* --- in the child --------------------------------------------------------- */

static json_t *list_labels(const punfpor *problem)
{
    json_t *const labels = json_array();

    for (uint32_t q = 0; q < punfpor_questions(problem); q++) {
        const char *const label = punfpor_question_label(problem, q);

        json_array_append_new(labels, json_bytes(label, strlen(label)));
    }
    return labels;
}

static json_t *line_of(struct task *task, enum outcome_code code)
{
    json_t *const net = task->options->json_line
                            ? json_run_end(&task->outcome, code, &task->diag)
                            : json_null();
    json_t *const line =
        json_pack("{s:i,s:b,s:o}", "exit_code", (int)code, "interrupted",
                  *task->interrupted && code == OUTCOME_UNKNOWN, "line", net);

    if (task->part.kind == TASK_SURVEY && code == OUTCOME_YES)
        json_object_set_new(line, "labels", list_labels(task->outcome.problem));
    return line;
}

static int run_task(void *self, int fd)
{
    const struct batch_child *const child = self;
    struct task task = *child->task;
    struct options options = *task.options;
    struct option_files files = {0};
    enum outcome_code code;

    if (dup2(fileno(child->out), STDOUT_FILENO) < 0 ||
        dup2(fileno(child->err), STDERR_FILENO) < 0)
        return CHILD_NO_MEMORY;
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    options.net = child->net;
    options.checkpoint = options.resume = NULL;
    options.json_line = child->has_line;
    option_files_fill(&files, &options);
    task.options = &options;
    task.part = child->part;
    code = task_run(&task);
    return json_send(line_of(&task, code), fd) ? 0 : 1;
}

/* --- in the parent -------------------------------------------------------- */

/* A child beyond its deadline is killed.  The rows of a comparison have
 * deadlines of their own. */
static double seconds_of(const struct options *options)
{
    return options->compare ? 0 : options_seconds(options);
}

bool batch_child_start(struct batch_child *child, struct jobs *jobs,
                       uint32_t number)
{
    int why;

    child->out = tmpfile();
    child->err = tmpfile();
    if (child->out && child->err &&
        jobs_start(jobs, number, run_task, child,
                   seconds_of(child->task->options)))
        return true;
    why = errno;
    close_files(child);
    errno = why;
    return false;
}

json_t *batch_child_end(struct batch_child *child, json_t *line)
{
    json_t *const report = line ? line : json_object();

    json_object_set_new(report, "out", read_file(child->out));
    json_object_set_new(report, "err", read_file(child->err));
    close_files(child);
    return report;
}
