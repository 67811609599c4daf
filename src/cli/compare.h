/* compare.h - the engines side by side on one net: which rows there are,
 * and whether their verdicts agree.
 *
 *     relation  engine       order  conditions  events  ...  verdict
 *     classic   por          foata          34      31  ...  reachable
 *     classic   prefix       size           36      29  ...  unknown (timeout)
 *     classic   from-prefix  foata          20      14  ...  reachable
 *     classic   merged       foata          20      14  ...  reachable
 *
 * Each row runs in a child process, whose line of JSON (json.h) has all that is
 * printed about the row.  An answer of one row holds for all: a question is
 * answered as soon as one row answers it.  Two rows that contradict each other
 * are an internal error. */
#ifndef COMPARE_H
#define COMPARE_H

#include "cli/compare_row.h"
#include "cli/options.h"
#include "cli/result.h"

struct compare {
    VEC(struct compare_row) rows;
    bool reads;
    /* After compare_join(), for json_run.c: */
    json_t *table;   /* an object a row */
    json_t *answers; /* of the first row with an answer: its query, or null */
};

/* What the rows share. */
struct compare_task {
    punfpor *problem; /* with options and questions */
    punfpor_net *net;
    double seconds;                           /* of a row; 0: no limit */
    const volatile sig_atomic_t *interrupted; /* NULL: none */
    void (*wipe)(void *self); /* the line of progress; may be NULL */
    void *self;
};

/* Does a row use each option that was given?  If not, reports one. */
bool compare_fits(const struct options *options, struct diag *diag);

/* Lays out the rows of the net: each engine, and the merged process, under
 * classic, under read where there are read arcs, and under the relation of the
 * problem where it is neither; but only rows with the engine, the relation and
 * the order that the options give. */
void compare_init(struct compare *compare, const punfpor_net *net,
                  const punfpor *problem, const struct options *options);
void compare_finish(struct compare *compare);

/* Runs the rows in sequence and prints each on out.  An interruption, a net
 * that is not safe and bad input end this after the current row; rows that were
 * not run are removed.  False when a row cannot be started. */
bool compare_run(struct compare *compare, const struct compare_task *task,
                 FILE *out, struct diag *diag);

/* Joins the rows into the result, which was initialised.  False with a report
 * when one row has the verdict yes and another no, which it names, or when a
 * row has failed.  A row that crashed is reported as well; the answers of the
 * other rows stand. */
bool compare_join(struct compare *compare, const punfpor *problem,
                  struct result *result, struct diag *diag);

/* The sizes as bars (compare_plot.c): each figure has a panel, each row a bar
 * in it.  A row that a limit ended has its size so far, with the reason.  path
 * as for output_open(). */
bool compare_plot_write(const struct compare *compare, const char *title,
                        const char *path, struct diag *diag);

#endif
