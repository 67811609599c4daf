/* announce.h - what is printed while the engines run: answers on standard
 * output, and progress on a terminal, a line that the next one overwrites.
 *
 * Lines stand in the order in which the questions were asked.  A line is
 * printed as soon as its answer is final and all lines before it are printed:
 *
 *     asked     a       b           c       d
 *     found     final   not yet     final   final
 *     printed   a                           then b, c, d
 *
 * So the lines and their order do not depend on the speed of the engines.  The
 * caller prints the lines that are left when the engines have ended.
 *
 * An answer is final when no later finding changes its line; the library says
 * so (punfpor_set_final()). */
#ifndef ANNOUNCE_H
#define ANNOUNCE_H

#include "cli/report.h"

#include <pthread.h>

struct announce {
    FILE *out, *terminal;
    const punfpor *problem;
    const punfpor_net *net;
    struct result_finding *findings; /* final ones, by question */
    uint32_t n, next;                /* lines below `next` are printed */
    pthread_mutex_t lock;            /* of the terminal */

    double start, last;        /* of system_now(); last: progress was shown */
    uint64_t steps, histories; /* counted by then */
    int width;                 /* of the line on the terminal */
};

/* Borrows its arguments.  Questions are numbered as in the problem. */
void announce_init(struct announce *announce, FILE *out, FILE *terminal,
                   const punfpor *problem, const punfpor_net *net);

/* Wipes the line of progress, too. */
void announce_finish(struct announce *announce);

/* For punfpor_set_final(), with the struct. */
void announce_found(void *self, const punfpor_found *what);

/* For punfpor_set_progress(), with the struct: shows progress at most five
 * times a second. */
void announce_progress(void *self, const punfpor_progress *now);

/* Wipes the line of progress. */
void announce_hide(struct announce *announce);

#endif
