/* batch_child.h - a task of a batch in a child process, and its report.
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
#ifndef BATCH_CHILD_H
#define BATCH_CHILD_H

#include "cli/jobs.h"
#include "cli/task.h"

struct batch_child {
    /* Set by the caller. */
    const struct task *task; /* what all children begin with */
    struct task_part part;
    const char *net;
    bool has_line; /* of JSON, about the net */

    FILE *out, *err;
};

/* As job of that number.  False with errno when there is no process or no file
 * for it. */
bool batch_child_start(struct batch_child *child, struct jobs *jobs,
                       uint32_t number);

/* After its JOBS_END: takes the line that it has sent, or NULL, and returns the
 * report. */
json_t *batch_child_end(struct batch_child *child, json_t *line);

#endif
