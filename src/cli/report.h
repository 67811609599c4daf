/* report.h - what a person reads: answers, runs, figures.
 *
 * Answers are results, one line a question, and go to standard output;
 * everything else is about the run and goes to standard error.  Control
 * characters in names appear as \xNN, so that each report stays on its line. */
#ifndef REPORT_H
#define REPORT_H

#include "cli/result.h"

#include <stdio.h>

/* A question and what is known of it. */
struct report_answer {
    const punfpor *problem;
    uint32_t q;
    const char *listed; /* punfpor_listed(); NULL: nothing */
    const char *label;
    const char *words[3]; /* punfpor_answer_text(), by verdict */
    bool is_bound, is_about_all;
    bool is_list; /* then the problem is asked for the list */

    struct result_finding finding;
};

/* The question, without an answer. */
struct report_answer report_question(const punfpor *problem, uint32_t q);

/* Prints the line of the answer.  Names of transitions in a list are written as
 * in runs.
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
void report_answer(FILE *out, const struct report_answer *answer,
                   const punfpor_net *net, enum punfpor_stop stop);

/* Prints the text of a formula, or the part of it around the column, with a
 * caret below the column, in bytes from 1. */
void report_caret(FILE *out, const char *text, uint32_t column);

/* "run of t3, 2 steps: t1 t3", names as in .scn files. */
void report_run(FILE *out, const punfpor_net *net, const char *label,
                const uint32_t *steps, uint32_t n_steps);

/* The same of two runs, whose first `common` steps are the same; the second
 * begins behind `first` steps. */
void report_two_runs(FILE *out, const punfpor_net *net, const char *label,
                     const uint32_t *steps, uint32_t n_steps, uint32_t first,
                     uint32_t common);

/* The same of a run that repeats for ever from step `loop` on. */
void report_lasso(FILE *out, const punfpor_net *net, const char *label,
                  const uint32_t *steps, uint32_t n_steps, uint32_t loop);

/* "branch 1, behind the run, E G p holds, 1 step: t1": branch k of a question.
 */
void report_branch(FILE *out, const punfpor_net *net, const punfpor *problem,
                   uint32_t q, uint32_t k);

/* "run.scn: t3: after 2 steps": where a run that goes on answers a question. */
void report_answered(FILE *out, const char *file, const char *label,
                     uint32_t n_steps);

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
