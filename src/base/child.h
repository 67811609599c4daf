/* child.h - a child process, whose output comes back through a pipe.
 *
 * The child has a peak memory of its own, and when it crashes or uses up the
 * memory of the machine, only its output is lost.  It inherits a copy of
 * everything that its parent has, so that work may use and change it freely.
 *
 * A signal that the parent notices is passed on, so that the child ends as any
 * run does.  A child that does not look at its limits is killed some time after
 * its deadline. */
#ifndef CHILD_H
#define CHILD_H

#include "base/vec.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* How a child has ended. */
enum child_end {
    CHILD_DONE,    /* its work has returned 0 */
    CHILD_KILLED,  /* by its parent */
    CHILD_STARVED, /* killed, as is done when the machine is short of memory */
    CHILD_EMPTY,   /* its memory ran out: the exit code is CHILD_NO_MEMORY */
    CHILD_CRASHED,
};

enum { CHILD_NO_MEMORY = 5 };

struct child_work {
    /* In the child: writes to the descriptor, returns the exit code. */
    int (*run)(void *self, int fd);
    void *self;
};

struct child {
    pid_t pid;
    int fd;                 /* the end of the pipe that is read */
    double start, deadline; /* deadline 0: none */
    bool notified, killed;
    VEC(unsigned char) bytes; /* received and not yet taken */
};

/* False when no process can be started.  After `seconds`, and time enough to
 * end by itself, child_watch() kills it; 0: never. */
bool child_start(struct child *child, const struct child_work *work,
                 double seconds);

/* Passes on an interruption, once, and kills a child beyond its deadline.
 * interrupted may be NULL. */
void child_watch(struct child *child, const volatile sig_atomic_t *interrupted);

void child_kill(struct child *child);

/* Appends what the pipe has to the bytes; waits for it if there is nothing.
 * False when the child has closed its end. */
bool child_read(struct child *child);

/* Waits for the end of a child that closed its pipe or was killed, and closes
 * this end.  Frees nothing: child_finish() does. */
enum child_end child_reap(struct child *child);
void child_finish(struct child *child);

/* For work: false when the parent does not read. */
bool child_send(int fd, const void *bytes, size_t n);

/* For work: bounds the memory of this process, so that allocations fail beyond
 * it. */
void child_bound_memory(size_t bytes);

/* Seconds since a fixed moment. */
double child_now(void);

#endif
