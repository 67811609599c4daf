/* batch_child.h - a task of a batch in a child process, and what it prints.
 *
 * The streams of the child are files without a name, which outlive a child that
 * is killed. */
#ifndef BATCH_CHILD_H
#define BATCH_CHILD_H

#include "base/text.h"
#include "cli/jobs.h"
#include "cli/task.h"

struct batch_child_task {
    const struct options *options;
    const volatile sig_atomic_t *interrupted;
    void (*catch_signals)(void); /* in the child: they set its flag */
    const char *net;
    struct task_part part;
    bool has_lines; /* of JSON, or of the survey */
};

struct batch_child {
    struct batch_child_task what;
    FILE *out, *err, *lines; /* NULL: none */
};

enum batch_child_end {
    BATCH_CHILD_ENDED, /* with the exit code of the task */
    BATCH_CHILD_INTERRUPTED,
    BATCH_CHILD_LATE,    /* killed some time after its deadline */
    BATCH_CHILD_STARVED, /* killed, as is done when memory is short */
    BATCH_CHILD_EMPTY,   /* its memory ran out */
    BATCH_CHILD_CRASHED,
};

struct batch_child_report {
    int code;
    text_buffer out, err; /* what it has printed */
    text_buffer lines;    /* of JSON, or what the survey says */
};

/* As job of that number.  False with errno when there is no process or no file
 * for it. */
bool batch_child_start(struct batch_child *child,
                       const struct batch_child_task *what, struct jobs *jobs,
                       uint32_t number);

/* After its JOBS_END; fills a report that was all zero. */
enum batch_child_end batch_child_take(struct batch_child *child,
                                      const struct jobs_event *event,
                                      struct batch_child_report *report);

void batch_child_report_finish(struct batch_child_report *report);

#endif
