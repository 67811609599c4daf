/* batch_print.h - the tasks of a batch, each in a child process, and their
 * results, printed net by net: the output of the children, each line behind the
 * name of its net, and a line for a task that has no result. */
#ifndef BATCH_PRINT_H
#define BATCH_PRINT_H

#include "cli/jobs.h"
#include "cli/task.h"

/* --- a task in a child process (batch_child.c) ------------------------------
 *
 * The streams of the child are files without a name, which outlive a child that
 * is killed.  At its end the child sends a line to its parent.  The report has
 * both:
 *
 *     {"exit_code": 0, "interrupted": false,
 *      "line": {...},          of the net under --json, or
 *      "labels": ["t3", ...],  of a survey: the questions
 *      "out": "...", "err": "..."}
 *
 * Texts are bytes (json_bytes()).  A child that has not come to its end has
 * streams only. */

struct batch_print_task {
    const struct task *begins; /* what all children begin with */
    struct task_part part;
    uint32_t net;
    const char *name; /* of the net */
    bool has_line;    /* of JSON, about the net */
    bool was_lost;    /* another process tries it, once */
    bool is_begun;
    bool is_known; /* finished in an earlier run */
    bool is_ended;
    const char *stop;  /* why it is unknown; NULL: its process has ended */
    const char *error; /* what happened to its process; NULL: nothing */
    FILE *out, *err;   /* of its child */
    json_t *report;    /* of its child, at first the line; NULL: none yet */
};

/* As job of that number.  False with errno when there is no process or no file
 * for it. */
bool batch_child_start(struct batch_print_task *task, struct jobs *jobs,
                       uint32_t number);

/* After its JOBS_END: completes the report. */
void batch_child_end(struct batch_print_task *task);

/* --- tasks and nets ------------------------------------------------------- */

struct batch_print_net {
    uint32_t first;            /* its first task: all of it, or its survey */
    uint32_t blocks, n_blocks; /* further tasks, from `blocks` on */
    uint32_t n_open;           /* tasks that have not ended */
    uint32_t n_printed;        /* tasks */
    uint32_t n_questions;      /* if it has blocks */
    enum outcome_code code;
};

struct batch_print {
    const struct options *options;
    VEC(struct batch_print_task) tasks;
    VEC(struct batch_print_net) nets;
    bool has_names; /* each line stands behind the name of its net */
    bool is_in_order;
    uint32_t next; /* nets before it are printed, if they are in order */
    bool aside;    /* answers go to standard error */
    FILE *lines;   /* of JSON; NULL: none */
    enum outcome_code code; /* the largest one */
    uint32_t n_unknown, n_failed;
};

void batch_print_finish(struct batch_print *print);

/* The exit code that a task has reported; -1: it has not come to its end. */
int batch_print_code(const struct batch_print_task *task);

/* Task `number` has ended: prints it, and the tasks that have waited for it. */
void batch_print_ended(struct batch_print *print, uint32_t number);

#endif
