/* batch.h - several nets, each in a child process of its own.
 *
 * What a child prints is kept and printed as one block when the child ends,
 * each line behind the name of its net:
 *
 *     a.pnml: deadlock: reachable
 *     b.pnml:1:1: error: ...
 *
 * So no net disturbs another one: a child that crashes, is killed or runs out
 * of memory ends its net only, with a report that names it.  With one child at
 * a time the blocks come in the order of the nets, otherwise as the children
 * end.  Under --json each net has one line of JSON. */
#ifndef BATCH_H
#define BATCH_H

#include "cli/outcome.h"

#include <signal.h>

struct batch_work {
    /* In the child: answers for the net on stdout and stderr, as for a single
     * one, and prints its line of JSON to lines, if that is not NULL. */
    enum outcome_code (*run)(void *self, const char *net, FILE *lines);
    void *self;
};

struct batch {
    const struct options *options; /* nets, n_jobs, timeout, json, quiet */
    const volatile sig_atomic_t *interrupted;
    struct batch_work work;
};

/* Are there several nets, or a list of nets? */
bool batch_is(const struct options *options);

/* Answers for each net.  After an interruption the running children end as a
 * single run does, and the nets that have not begun are unknown.  The exit code
 * is the largest of all nets.  False with a report when the lines of JSON
 * cannot be written. */
bool batch_run(const struct batch *batch, enum outcome_code *code,
               struct diag *diag);

#endif
