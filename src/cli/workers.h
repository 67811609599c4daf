/* workers.h - those who do tasks: children of this process (local_workers.h),
 * or processes of `mpirun` (rank_workers.h). */
#ifndef WORKERS_H
#define WORKERS_H

#include "cli/assignment.h"
#include "cli/outcome.h"

struct workers {
    uint32_t n; /* their numbers are below it */
    void *self;

    /* Gives a task to a worker that has none.  False when the machine allows no
     * more processes now. */
    bool (*start)(void *self, uint32_t worker, const struct assignment *what);

    /* Waits a little for a report, which must be finished.  After
     * ASSIGNMENT_GONE the worker takes no more tasks; then there may be no
     * task of that number. */
    bool (*wait)(void *self, struct assignment_report *report);

    /* Ends the running tasks, as a signal does. */
    void (*interrupt)(void *self);
};

/* What a worker does, in a process of its own. */
struct workers_task {
    /* Answers on stdout and stderr, as for a single net, and prints lines, if
     * that is not NULL.  *interrupted: a signal has ended the search. */
    enum outcome_code (*run)(void *self, const struct assignment *what,
                             FILE *lines, bool *interrupted);
    void *self;
    bool has_lines;
    double
        seconds; /* after so much time and some more it is killed; 0: never */
};

#endif
