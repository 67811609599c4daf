/* task.h - one net, from its file to the exit code: load, set, ask, solve,
 * present.
 *
 * Everything about nets is behind the library's interface, api/punfpor.h.  The
 * library replays each run before it hands out an answer, and checks the proof
 * of a certificate. */
#ifndef TASK_H
#define TASK_H

#include "cli/compare.h"
#include "cli/outcome.h"

#include <signal.h>

/* What a task is about. */
enum task_kind {
    TASK_WHOLE,  /* the net with all questions */
    TASK_SURVEY, /* reads the net and asks the questions; no search */
    TASK_BLOCK,  /* questions `first` to `first + n - 1` */
};

struct task_part {
    enum task_kind kind;
    uint32_t first, n; /* of a block, otherwise 0 */
};

struct task {
    /* Set by the caller, who keeps them; the others are 0. */
    const struct options *options;
    const volatile sig_atomic_t *interrupted;
    void (*catch_signals)(void); /* before the search: they set the flag */
    const punfpor_ranks *ranks;  /* of which this process is one; NULL: alone */
    struct task_part part;       /* of the questions; all zero: all of them */

    punfpor_net *net; /* of the outcome, too */
    punfpor *problem;
    struct outcome outcome;
    struct compare compare; /* of --compare */
    uint32_t n_asked;       /* questions so far, of this part or not */
    bool leaves_out;        /* a formula that has no answer */
    bool has_ended;         /* the search, without an error */
    double start;           /* of task_run() */
    sig_atomic_t n_signals; /* that were told before what runs now */
    punfpor_error error;    /* of the library, until it is reported */
    struct diag diag;
    const char *caret; /* the text in which diag.column is; NULL: none */
};

/* Answers the questions about options->net: prints the answers, writes the
 * files and prints what is wrong.  A survey reads the net and asks all
 * questions, and ends there.  A block does not repeat the warnings of the
 * survey, and prints no figures.  The caller then calls task_finish(). */
enum outcome_code task_run(struct task *task);
void task_finish(struct task *task);

#endif
