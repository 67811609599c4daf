/* batch.h - many questions as tasks, each in a child process.
 *
 * A task is a net of a list, or a block of the questions about it.  What the
 * child of a task prints is kept, and printed when it is its turn; with a list
 * of nets each line stands behind the name of its net:
 *
 *     a.pnml: deadlock: reachable
 *     b.pnml:1:1: error: ...
 *
 * A child that crashes, is killed or runs out of memory loses its task and no
 * other one.  A lost task is tried once more, and then its questions are
 * `unknown (lost)`.  Under --json each net is one task, and has
 * one line of JSON.
 *
 * Finished tasks go to the journal (journal.h) before they are printed. */
#ifndef BATCH_H
#define BATCH_H

#include "cli/task.h"

/* Are there several nets, or a list of nets? */
bool batch_is(const struct options *options);

/* Are there several questions about a net, whose answers are lines that do not
 * depend on each other?  Then they can be asked in blocks. */
bool batch_has_blocks(const struct options *options);

/* Answers all questions.  Each child runs a copy of the task, whose options
 * have all nets and whose part is all of the questions.  After an interruption
 * the tasks that run end as a single run does, and the questions of the other
 * tasks are unknown.  The exit code is the largest of all nets.  False with a
 * report when the journal, or the lines of JSON, cannot be read or written. */
bool batch_run(const struct task *task, enum outcome_code *code,
               struct diag *diag);

/* --- combine.c - which options go together.
 *
 * options.h reads each option for itself.  Here an option that would have no
 * effect beside another one is refused, as is a file that two outputs would
 * share. */

/* Reports the first contradiction between options.  Fills in the number of
 * --jobs, and the limit that a row of --compare has when none was given. */
bool combine_options(struct options *options, struct diag *diag);

/* Once all nets are known: reports the first contradiction among the files that
 * are named, and between the options of tasks (batch.h). */
bool combine_files(const struct options *options, struct diag *diag);

#endif
