/* journal.h - the finished tasks of a run, as a file (FORMATS.md).
 *
 *     punf-por journal 2 0.2.0
 *     option --engine=state
 *     question --deadlock
 *     net 51c3b5d3f0a4e1b7 nets/ring.pnml
 *     begin
 *     task 0 2 0 1 0 14 0 0 hash
 *     t3: reachable
 *     ...
 *
 * The beginning says what the run is; the options about processes and limits of
 * the journal itself are no part of it.  A record is written, with all that the
 * task has printed, before anything of it is printed, and reaches the disk.  A
 * run that is killed may leave a part of a record: a reader takes the records
 * up to the first one that is not whole. */
#ifndef JOURNAL_H
#define JOURNAL_H

#include "base/diag.h"
#include "cli/batch_child.h"
#include "cli/options.h"

/* A finished task: a part of net number `net` in the list. */
struct journal_record {
    uint32_t net;
    struct task_part part;
    struct batch_child_report report;
};

struct journal {
    FILE *file;                       /* NULL: nothing is written */
    const char *path;                 /* of what is written; NULL: nothing is */
    VEC(struct journal_record) found; /* in the file of --resume, sorted */
    uint32_t n_found;
    bool is_cut; /* behind the last of them there was something else */
    text_buffer scratch;
};

/* Reads the file of --resume, if there is one, and begins the file of
 * --checkpoint with what was found there, if that was given.  The options have
 * all nets.  False with a report when a file cannot be read or written, or is
 * that of another run. */
bool journal_open(struct journal *journal, const struct options *options,
                  struct diag *diag);
void journal_close(struct journal *journal);

/* Was this part finished before?  Its report is the caller's then. */
bool journal_take(struct journal *journal, uint32_t net,
                  const struct task_part *part,
                  struct batch_child_report *report);

/* Adds a record.  False with a report when it cannot be written; then no other
 * one is. */
bool journal_add(struct journal *journal, uint32_t net,
                 const struct task_part *part,
                 const struct batch_child_report *report, struct diag *diag);

#endif
