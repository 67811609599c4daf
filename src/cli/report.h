/* report.h - what a person reads: answers, runs, figures.
 *
 * Answers are results, one line a question, and go to standard output;
 * everything else is about the run and goes to standard error.  Control
 * characters in names appear as \xNN, so that each report stays on its line. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/result.h"

#include <stdio.h>

/* Prints the line of the answer to question q.  Names of transitions in a list
 * are written as in runs.
 *
 *     t3: reachable
 *     marking p1 !p4: unreachable (if the net is safe)
 *     deadlock: unknown (timeout)
 *     bounds p1 + p2: 2
 *     bounds p1 + p2: unknown, at least 1, at most 2 (timeout)
 *     quasi-live: no, t7 never fires
 *     live: no, after a run t7 never fires again
 *     dead-transitions: 2 of 9: t7 t8
 *     dead-transitions: unknown, 1 dead: t7; 2 fire: t1 t2; 1 open: t3
 * (timeout) */
void report_answer(FILE *out, const punfpor_net *net, const punfpor *problem,
                   uint32_t q, const struct result_finding *finding,
                   enum punfpor_stop stop);

/* Prints the runs that show the answer, each on a line, names as in .scn files;
 * of a question about all transitions, those to transitions that fire.
 *
 *     run of t3, 2 steps: t1 t3
 *     run of A F p, 1 step: t1; for ever: t2 t3
 *     branch 1, behind the run, E G p holds, 1 step: t1 */
void report_runs(FILE *out, const punfpor_net *net, const punfpor *problem,
                 uint32_t q);

/* Prints the text of a formula, or the part of it around the column, with a
 * caret below the column, in bytes from 1. */
void report_caret(FILE *out, const char *text, uint32_t column);

/* The figures of a problem that was solved, a line each. */
void report_stats(FILE *out, const punfpor *problem);

/* "state 12, prefix 3": which engines answered how many questions. */
void report_winners(FILE *out, const punfpor *problem);

/* The net is not safe: the place, the transition and the run to it. */
void report_unsafe(FILE *out, const char *file, const punfpor_net *net,
                   const struct result *result);

/* "net.pnml: 4 places, 3 transitions, 7 arcs, 1 read arc". */
void report_net(FILE *out, const char *file, const punfpor_net *net);

/* The warnings of the reader, a line each. */
void report_warnings(FILE *out, const punfpor_net *net);

/* "explored a reduced net: 2 places, ...", if the last run did. */
void report_reduced(FILE *out, const punfpor *problem);

#endif
