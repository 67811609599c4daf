/* report.h - what a person reads: verdicts, runs, figures, progress.
 *
 * Verdicts are results, one line a question, and go to standard output;
 * everything else is about the run and goes to standard error.  Control
 * characters in names appear as \xNN, so that each report stays on its line. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/result.h"

#include <stdio.h>
#include <time.h>

/* "t3: reachable", "t3: unknown (timeout)".  why may be NULL: why the answer is
 * unknown, or what it presumes. */
void report_verdict(FILE *out, const char *label, const char *answer,
                    const char *why);

/* Prints the text of a formula, or the part of it around the column, with a
 * caret below the column, in bytes from 1. */
void report_caret(FILE *out, const char *text, uint32_t column);

/* "run of t3, 2 steps: t1 t3", names as in .scn files. */
void report_run(FILE *out, const punfpor_net *net, const char *label,
                const result_run *run);

/* "run.scn: t3: after 2 steps": where a run that goes on answers a question. */
void report_answered(FILE *out, const char *file, const char *label,
                     uint32_t n_steps);

/* The figures of a problem that was solved, a line each. */
void report_stats(FILE *out, const punfpor *problem);

/* "state 12, prefix 3": which engines answered how many questions. */
void report_winners(FILE *out, const struct result *result);

/* The net is not safe: the place, the transition and the run to it. */
void report_unsafe(FILE *out, const char *file, const punfpor_net *net,
                   const struct result *result);

/* "net.pnml: 4 places, 3 transitions, 7 arcs, 1 read arc". */
void report_net(FILE *out, const char *file, const punfpor_net *net);

/* What the reader warns of, a line each. */
void report_warnings(FILE *out, const punfpor_net *net);

/* "explored a reduced net: 2 places, ...", if the last run did. */
void report_reduced(FILE *out, const punfpor *problem);

/* A line on a terminal that the next one overwrites. */
struct report_progress {
    FILE *out;
    struct timespec start, last; /* last: when the line was written */
    uint64_t steps, histories;   /* counted by then */
    int width;                   /* of the line on the terminal */
};

void report_progress_init(struct report_progress *progress, FILE *out);

/* For punfpor_set_progress(); writes at most five times a second. */
void report_progress_show(void *self, const punfpor_progress *now);

/* Wipes the line. */
void report_progress_hide(void *self);

#endif
