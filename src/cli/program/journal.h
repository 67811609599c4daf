/* journal.h - the finished tasks of a run, as a file (FORMATS.md).
 *
 *     punf-por journal 3 0.2.0
 *     option --engine=state
 *     question --deadlock
 *     net 51c3b5d3f0a4e1b7 nets/ring.pnml
 *     begin
 *     ["9a0f...",{"exit_code":0,...,"out":"t3: reachable\n","task":[0,2,0,1]}]
 *     ...
 *
 * The lines up to "begin" identify the run; the options --jobs, --nets-from,
 * --checkpoint and --resume are left out. A record is written, with all that
 * the task has printed, before anything of it is printed, and reaches the disk.
 * A run that is killed may leave a part of a record: a reader takes the records
 * up to the first one that is not whole. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "cli/program/batch_print.h"

/* A finished task. */
struct journal_record {
    int key[4];     /* the number of the net in the list, and the part */
    json_t *report; /* of its child (batch_print.h) */
};

struct journal {
    FILE *file;                       /* NULL: nothing is written */
    const char *path;                 /* of what is written; NULL: nothing is */
    VEC(struct journal_record) found; /* in the file of --resume, sorted */
    bool is_cut; /* behind the last of them there was something else */
};

/* Reads the file of --resume, if there is one, and begins the file of
 * --checkpoint with what was found there, if that was given.  The options have
 * all nets.  False with a report when a file cannot be read or written, or is
 * that of another run. */
bool journal_open(struct journal *journal, const struct options *options,
                  struct diag *diag);
void journal_close(struct journal *journal);

/* The report of this part, which is the caller's; NULL: it was not finished
 * before. */
json_t *journal_take(struct journal *journal, uint32_t net,
                     const struct task_part *part);

/* Adds the report of a task; the report then says whose it is.  False with a
 * message when it cannot be written; then no other one is. */
bool journal_add(struct journal *journal, uint32_t net,
                 const struct task_part *part, json_t *report,
                 struct diag *diag);

#endif
