#include "cli/program/batch_print.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* --- its streams ---------------------------------------------------------- */

static void close_files(struct batch_print_task *task)
{
    if (task->out)
        (void)fclose(task->out);
    if (task->err)
        (void)fclose(task->err);
    task->out = task->err = NULL;
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
    const struct batch_print_task *const of = self;
    struct task task = *of->begins;
    options_name_list names = {0};
    struct options options = option_files_fill(task.options, of->name, &names);
    enum outcome_code code;

    if (dup2(fileno(of->out), STDOUT_FILENO) < 0 ||
        dup2(fileno(of->err), STDERR_FILENO) < 0)
        return CHILD_NO_MEMORY;
    (void)signal(SIGINT, SIG_DFL);
    (void)signal(SIGTERM, SIG_DFL);
    options.checkpoint = options.resume = NULL;
    options.json_line = of->has_line;
    task.options = &options;
    task.part = of->part;
    code = task_run(&task);
    return json_send(line_of(&task, code), fd) ? 0 : 1;
}

/* --- in the parent -------------------------------------------------------- */

bool batch_child_start(struct batch_print_task *task, struct jobs *jobs,
                       uint32_t number)
{
    const struct options *const options = task->begins->options;
    /* A child beyond its deadline is killed.  The rows of a comparison have
     * deadlines of their own. */
    const double seconds = options->compare ? 0 : options_seconds(options);
    int why;

    task->out = tmpfile();
    task->err = tmpfile();
    if (task->out && task->err &&
        jobs_start(jobs, number, run_task, task, seconds))
        return true;
    why = errno;
    close_files(task);
    errno = why;
    return false;
}

void batch_child_end(struct batch_print_task *task)
{
    if (!task->report)
        task->report = json_object();
    json_object_set_new(task->report, "out", read_file(task->out));
    json_object_set_new(task->report, "err", read_file(task->err));
    close_files(task);
}
