/* report.h - what a person reads: verdicts, runs, figures, progress.
 *
 * Verdicts are results, one line a question, and go to standard output;
 * everything else is about the run and goes to standard error.  Names are
 * written so that a line stays a line: control characters as \xNN. */
#ifndef REPORT_H
#define REPORT_H

#include "engine/engine.h"

#include <time.h>

/* "t3: reachable", "t3: unknown (timeout)". */
void report_verdict(FILE *out, const struct goal *goal,
                    const struct answer *answer,
                    const struct answer_finding *finding);

/* "run of t3, 2 steps: t1 t3", names as in .scn files. */
void report_run(FILE *out, const struct net *net, const struct goal *goal,
                const witness_run *run);

/* The figures that the engine has, a line each. */
void report_stats(FILE *out, const struct answer_stats *stats);

/* The net is not safe: the place, the transition and the run to it. */
void report_unsafe(FILE *out, const char *file, const struct net *net,
                   const struct answer *answer);

/* "net.pnml: 4 places, 3 transitions, 7 arcs, 1 read arc". */
void report_net(FILE *out, const char *file, const struct net *net);

/* A line on a terminal that is written over again and again. */
struct report_progress {
    FILE *out;
    struct timespec start, last; /* last: when the line was written */
    uint64_t steps;              /* counted by then: pushes, or firings */
    int width;                   /* of the line that stands there */
};

void report_progress_init(struct report_progress *progress, FILE *out);

/* The show() of a struct engine_progress; writes at most five times a second.
 */
void report_progress_show(void *self, const struct answer_stats *stats,
                          uint32_t depth, uint32_t bound);

/* Its hide(): wipes the line. */
void report_progress_hide(void *self);

#endif
