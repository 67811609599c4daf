#include "cli/program/batch_print.h"

#include <string.h>

/* --- lines ---------------------------------------------------------------- */

/* The length of the beginning that names what a message is about: the net or,
 * where no file is concerned, the program. */
static size_t name_of(const char *line, size_t n, const char *net)
{
    static const char program[] = "punf-por";
    const size_t len = strlen(net), other = sizeof program - 1;

    return n > len && !memcmp(line, net, len) && line[len] == ':' ? len
           : n > other && !memcmp(line, program, other) && line[other] == ':'
               ? other
               : 0;
}

static void print_name(const struct batch_print *print, const char *net,
                       FILE *out)
{
    if (!print->has_names)
        return;
    text_print(net, out);
    fputs(": ", out);
}

static void print_line(const struct batch_print *print, const char *net,
                       const char *line, size_t n, FILE *out)
{
    const size_t start =
        print->has_names && out == stderr ? name_of(line, n, net) : 0;

    if (start)
        text_print(net, out);
    else
        print_name(print, net, out);
    (void)fwrite(line + start, 1, n - start, out);
    fputc('\n', out);
}

/* Prints the lines of a stream, without a last one that is cut; returns their
 * number. */
static uint32_t print_stream(const struct batch_print *print, const char *net,
                             const json_t *stream, bool is_cut, FILE *out)
{
    text_buffer text = {0};
    uint32_t n_lines = 0, at = 0;

    json_take_bytes(stream, &text);
    while (at < text.len) {
        const char *const line = text.at + at;
        const char *const end = memchr(line, '\n', text.len - at);
        const uint32_t len = end ? (uint32_t)(end - line) : text.len - at;

        if (!end && is_cut)
            break;
        print_line(print, net, line, len, out);
        n_lines++;
        at += len + (end != NULL);
    }
    vec_free(&text);
    (void)fflush(out);
    return n_lines;
}

/* --- a task --------------------------------------------------------------- */

int batch_print_code(const struct batch_print_task *task)
{
    const json_t *const code = json_object_get(task->report, "exit_code");

    return json_is_integer(code) ? (int)json_integer_value(code) : -1;
}

static enum outcome_code code_of(const struct batch_print *print,
                                 const struct batch_print_task *task)
{
    const int code = batch_print_code(task);

    return task->error  ? OUTCOME_INTERNAL
           : task->stop ? OUTCOME_UNKNOWN
           : task->part.kind == TASK_BLOCK && code == OUTCOME_NO &&
                   print->nets.at[task->net].n_questions > 1
               ? OUTCOME_YES
               : (enum outcome_code)code;
}

/* The questions of a block from `n_answered` on. */
static void print_unknown_block(const struct batch_print *print,
                                const struct batch_print_task *task,
                                uint32_t n_answered)
{
    const uint32_t survey = print->nets.at[task->net].first;
    const json_t *const labels =
        json_object_get(print->tasks.at[survey].report, "labels");
    text_buffer label = {0};

    for (uint32_t i = n_answered; i < task->part.n; i++) {
        print_name(print, task->name, stdout);
        json_take_bytes(json_array_get(labels, task->part.first + i), &label);
        text_print(text_end(&label), stdout);
        printf(": unknown (%s)\n", task->stop);
    }
    vec_free(&label);
}

/* A task that has no result, or only a part of it. */
static void print_unknown(const struct batch_print *print,
                          const struct batch_print_task *task,
                          uint32_t n_answered)
{
    FILE *const out = print->aside ? stderr : stdout;

    if (task->part.kind == TASK_BLOCK) {
        print_unknown_block(print, task, n_answered);
    } else if (!print->aside || !print->options->quiet) {
        print_name(print, task->name, out);
        fprintf(out, "unknown (%s)\n", task->stop);
    }
    (void)fflush(stdout);
    if (!task->error)
        return;
    text_print(task->name, stderr);
    fprintf(stderr, ": error: %s\n", task->error);
}

/* Blocks of a net may have the same to say. */
static bool repeats(const struct batch_print *print,
                    const struct batch_print_task *task)
{
    const struct batch_print_net *const net = &print->nets.at[task->net];
    const struct batch_print_task *const blocks = &print->tasks.at[net->blocks];

    for (uint32_t i = 0; i < net->n_blocks && &blocks[i] != task; i++)
        if (blocks[i].is_ended &&
            json_equal(json_object_get(blocks[i].report, "err"),
                       json_object_get(task->report, "err")))
            return true;
    return false;
}

/* Its line of JSON, behind all else that it prints. */
static void print_json(const struct batch_print *print,
                       const struct batch_print_task *task)
{
    struct options options = *print->options;
    json_t *failed = NULL;
    char *text;

    options.net = task->name;
    if (task->stop)
        failed = json_run_failed(&options, task->stop,
                                 (int)code_of(print, task), task->error);
    text =
        json_text(task->stop ? failed : json_object_get(task->report, "line"));
    if (text)
        fprintf(print->lines, "%s\n", text);
    (void)fflush(print->lines);
    mem_free(text);
    json_decref(failed);
}

/* Its texts are not needed any more, but for what the survey says, and what
 * repeats() compares. */
static void print_task(struct batch_print *print, struct batch_print_task *task)
{
    struct batch_print_net *const net = &print->nets.at[task->net];
    const uint32_t n_answered =
        print_stream(print, task->name, json_object_get(task->report, "out"),
                     task->stop != NULL, stdout);
    const enum outcome_code code = code_of(print, task);

    if (!repeats(print, task))
        (void)print_stream(print, task->name,
                           json_object_get(task->report, "err"), false, stderr);
    if (task->stop)
        print_unknown(print, task, n_answered);
    if (print->lines && task->part.kind != TASK_SURVEY)
        print_json(print, task);
    if (code > net->code)
        net->code = code;
    net->n_printed++;
    (void)json_object_del(task->report, "out");
    (void)json_object_del(task->report, "line");
}

/* --- in order ------------------------------------------------------------- */

static void count(struct batch_print *print, enum outcome_code code)
{
    print->n_unknown += code == OUTCOME_UNKNOWN;
    print->n_failed += code > OUTCOME_UNKNOWN;
    if (code > print->code)
        print->code = code;
}

static struct batch_print_task *task_of(struct batch_print *print,
                                        const struct batch_print_net *net,
                                        uint32_t i)
{
    return &print->tasks.at[i ? net->blocks + i - 1 : net->first];
}

/* Prints tasks of the net up to the first one that has not ended.  True when
 * all are printed. */
static bool print_net(struct batch_print *print, struct batch_print_net *net)
{
    while (net->n_printed <= net->n_blocks) {
        struct batch_print_task *const task =
            task_of(print, net, net->n_printed);

        if (!task->is_ended)
            return false;
        print_task(print, task);
    }
    for (uint32_t i = 0; i <= net->n_blocks; i++) {
        json_decref(task_of(print, net, i)->report);
        task_of(print, net, i)->report = NULL;
    }
    count(print, net->code);
    return true;
}

void batch_print_ended(struct batch_print *print, uint32_t number)
{
    struct batch_print_task *const task = &print->tasks.at[number];
    struct batch_print_net *const net = &print->nets.at[task->net];

    task->is_ended = true;
    net->n_open--;
    if (!print->is_in_order && !net->n_open)
        (void)print_net(print, net);
    while (print->is_in_order && print->next < print->nets.len &&
           print_net(print, &print->nets.at[print->next]))
        print->next++;
}

void batch_print_finish(struct batch_print *print)
{
    for (uint32_t i = 0; i < print->tasks.len; i++)
        json_decref(print->tasks.at[i].report);
    vec_free(&print->tasks);
    vec_free(&print->nets);
}
