/* announce.h - verdicts on standard output while the engines still run.
 *
 * Lines stand in the order in which the questions were asked.  A line is
 * printed as soon as its verdict is final and all lines before it are printed:
 *
 *     asked     a       b           c       d
 *     found     final   not yet     final   final
 *     printed   a                           then b, c, d
 *
 * So the lines, and their order, are the same as if all were printed at the
 * end, however fast each engine is.  What is not printed when the engines have
 * ended is left to the caller.
 *
 * A verdict is final when nothing that is found later changes its line; the
 * library says so (punfpor_found). */
#ifndef ANNOUNCE_H
#define ANNOUNCE_H

#include "cli/report.h"
#include "cli/verdict.h"

#include <pthread.h>

struct announce {
    FILE *out;
    const punfpor_net *net;
    struct announce_line *lines; /* by question */
    uint32_t n, next;            /* lines below `next` are printed */
    struct report_progress *progress;
    pthread_mutex_t lock; /* of the terminal */
};

/* Borrows its arguments.  The questions are the questions of the problem.
 * `progress` is the line of progress on the same terminal, which is erased
 * first. */
void announce_init(struct announce *announce, FILE *out, const punfpor *problem,
                   const punfpor_net *net, struct report_progress *progress);
void announce_finish(struct announce *announce);

/* For punfpor_set_found() and punfpor_set_progress(), with the struct. */
void announce_found(void *self, const punfpor_found *what);
void announce_progress(void *self, const punfpor_progress *now);

#endif
