/* jobs.h - children of this process side by side, which write lines.
 *
 *     jobs_init(&jobs, most, &interrupted);
 *     while (work is left || jobs.children.len)
 *         if (work is left && jobs.children.len < jobs.most)
 *             jobs_start(&jobs, number, work, self, seconds);
 *         else
 *             switch (jobs_next(&jobs, 0, &event)) ...
 *
 * A line is delivered as soon as the child has written it.  Which child is
 * first depends on the machine; the caller numbers them. */
#ifndef JOBS_H
#define JOBS_H

#include "base/child.h"

#include <stdint.h>

enum jobs_kind {
    JOBS_LINE, /* event.line: without its newline, valid until the next call */
    JOBS_END,  /* event.end; there are no more lines */
    JOBS_LATE, /* it is `until`, or a signal came; nothing else has happened */
};

struct jobs_event {
    uint32_t number; /* of the child */
    const char *line;
    enum child_end end;
};

struct jobs_child {
    struct child child;
    uint32_t number;
    uint32_t taken; /* bytes of lines that were delivered */
    uint32_t seen;  /* bytes of the next line, which has no end so far */
    bool closed;
};

struct jobs {
    VEC(struct jobs_child) children;
    uint32_t most; /* at once; the caller keeps to it */
    const volatile sig_atomic_t *interrupted; /* NULL: none */
};

void jobs_init(struct jobs *jobs, uint32_t most,
               const volatile sig_atomic_t *interrupted);

/* Kills and reaps all children. */
void jobs_finish(struct jobs *jobs);

/* False when no process can be started.  seconds as for child_start(). */
bool jobs_start(struct jobs *jobs, uint32_t number, child_work *work,
                void *self, double seconds);

/* Kills the children of this number; their ends come as events. */
void jobs_kill(struct jobs *jobs, uint32_t number);

/* There is a child.  Waits for a line or an end, but not beyond the moment
 * `until` of system_now(), if that is not 0. */
enum jobs_kind jobs_next(struct jobs *jobs, double until,
                         struct jobs_event *event);

#endif
