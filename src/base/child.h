/* child.h - a child process, whose output comes back through a pipe.
 *
 * The child has a peak memory of its own, and when it crashes or uses up the
 * memory of the machine, only its output is lost.  It has a copy of the memory
 * of its parent, which the work may change.
 *
 * The parent passes on an interruption, so that the child ends as any run does.
 * It kills a child that is still there some time after its deadline. */
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
    CHILD_STARVED, /* killed by the system, as when the machine is short of
                      memory */
    CHILD_EMPTY,   /* its memory ran out: the exit code is CHILD_NO_MEMORY */
    CHILD_CRASHED,
};

enum { CHILD_NO_MEMORY = 5 };

/* In the child: writes to the descriptor, returns the exit code. */
typedef int child_work(void *self, int fd);

struct child {
    pid_t pid;
    int fd;                 /* the end of the pipe that is read */
    double start, deadline; /* deadline 0: none */
    bool notified, killed;
    VEC(unsigned char) bytes; /* received and not yet taken */
};

/* False when no process can be started.  The child is to end by itself within
 * `seconds`; child_watch() kills it some time later. 0: no limit. */
bool child_start(struct child *child, child_work *work, void *self,
                 double seconds);

/* Passes on an interruption, once, and kills a child beyond its deadline.
 * interrupted may be NULL. */
void child_watch(struct child *child, const volatile sig_atomic_t *interrupted);

void child_kill(struct child *child);

/* Appends the contents of the pipe to the bytes; waits if the pipe is empty.
 * False when the child has closed its end. */
bool child_read(struct child *child);

/* Waits for the end of a child that closed its pipe or was killed, and closes
 * this end of the pipe. child_finish() frees the bytes. */
enum child_end child_reap(struct child *child);
void child_finish(struct child *child);

/* For work: false when the parent does not read. */
bool child_send(int fd, const void *bytes, size_t n);

/* For work: bounds the memory of this process, so that allocations fail beyond
 * it. */
void child_bound_memory(size_t bytes);

#endif
