/* batch_print.h - the results of tasks, printed net by net: the output of the
 * children, each line behind the name of its net, and a line for a task that
 * has no result. */
#ifndef BATCH_PRINT_H
#define BATCH_PRINT_H

#include "cli/program/batch_child.h"

struct batch_print_task {
    uint32_t net;
    uint32_t n_lost; /* how often it was lost */
    bool is_begun;
    bool is_known; /* finished in an earlier run */
    bool is_ended;
    const char *stop;  /* why it is unknown; NULL: its process has ended */
    const char *error; /* what happened to its process; NULL: nothing */
    struct batch_child child;
    json_t *report; /* batch_child.h; NULL: none yet */
};

struct batch_print_net {
    const char *name;
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
