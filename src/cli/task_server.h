/* task_server.h - a process that runs tasks for its parent, one after the
 * other.
 *
 * A process of `mpirun` must not be copied by fork() once MPI has begun.  So it
 * starts this one before, and sends it assignments through a pipe; the reports
 * come back through another one.  Each task runs in a child of this process,
 * as it does without MPI (local_workers.h). */
#ifndef TASK_SERVER_H
#define TASK_SERVER_H

#include "cli/workers.h"

#include <signal.h>

struct task_server {
    pid_t pid;
    int to, from; /* ends of the pipes */
    assignment_words words;
};

/* The new process calls prepare() for its signal handlers, which set
 * *interrupted, and ends with its parent.  False with errno. */
bool task_server_start(struct task_server *server,
                       const struct workers_task *task, void (*prepare)(void),
                       const volatile sig_atomic_t *interrupted);
void task_server_finish(struct task_server *server);

/* False when the process has ended. */
bool task_server_send(struct task_server *server, const uint32_t *words,
                      size_t n);

enum task_server_news {
    TASK_SERVER_NOTHING, /* no report, now */
    TASK_SERVER_REPORT,
    TASK_SERVER_GONE, /* the process has ended */
};

/* The words of a report, valid until the next call. */
enum task_server_news task_server_receive(struct task_server *server,
                                          const uint32_t **words, size_t *n);

/* Ends the running task, as a signal does. */
void task_server_interrupt(const struct task_server *server);

#endif
