/* compare.h - the engines side by side on one net: which rows there are, the
 * table that is printed, and whether their verdicts agree.
 *
 *     relation  engine  order  conditions  events  ...  verdict
 *     classic   por     foata          34      31  ...  reachable
 *     classic   prefix  size           36      29  ...  unknown (timeout)
 *     classic   merged  foata          20      14  ...  reachable
 *
 * Each row runs in a process of its own and is printed when it ends.  An answer
 * of one row holds for all: a question is answered as soon as one row answers
 * it.  Two rows that contradict each other are an internal error. */
#ifndef COMPARE_H
#define COMPARE_H

#include "cli/options.h"
#include "cli/subprocess.h"

struct compare_row {
    const char *relation;       /* "classic", "read", "none" or "user" */
    const char *engine, *order; /* engine: "merged" for the merged process of
                                   the prefix, which engine `prefix` builds */
    bool given;  /* the relation is the one that the problem has */
    bool visits; /* visits configurations and has figures about them */

    enum subprocess_end end;
    struct result result; /* all unknown unless the row ended */
};

/* The figures of a row, as columns.  X(figure, title, whether every engine has
 * it, or only those that visit configurations). */
#define COMPARE_FIGURES(X)                      \
    X(conditions, "conditions", true)           \
    X(events, "events", true)                   \
    X(cutoffs, "cutoffs", true)                 \
    X(maximal_configurations, "maximal", false) \
    X(max_configuration, "largest", false)

struct compare {
    VEC(struct compare_row) rows;
};

/* What the rows share. */
struct compare_task {
    punfpor *problem;                /* with options and questions */
    struct subprocess_limits limits; /* of a row */
    void (*wipe)(void *self);        /* the line of progress; may be NULL */
    void *self;
};

/* Does a row use each option that was given?  If not, reports one. */
bool compare_fits(const struct options *options, struct diag *diag);

/* Lays out the rows of the net: each engine, and the merged process, under
 * classic, under read where there are read arcs, and under the relation of the
 * problem where it is neither. */
void compare_init(struct compare *compare, const punfpor_net *net,
                  const punfpor *problem);
void compare_finish(struct compare *compare);

/* Runs the rows one after the other and prints each on out.  An interruption, a
 * net that is not safe and bad input end this after the current row; rows that
 * were not run are removed.  False when a row cannot be started. */
bool compare_run(struct compare *compare, const struct compare_task *task,
                 FILE *out, struct diag *diag);

/* The line of titles, and the line of a row. */
void compare_print_titles(FILE *out);
/* problem NULL: its questions are not formulas. */
void compare_print_row(FILE *out, const struct compare_row *row,
                       const punfpor *problem);

/* A figure of COMPARE_FIGURES; false when the row does not have it. */
bool compare_figure(const struct compare_row *row, const char *name,
                    bool of_all, uint64_t *value);

/* Why the row stopped: punfpor_stop_text(), "out of memory", "crashed". */
const char *compare_stop(const struct compare_row *row);

/* Joins the rows into the result, which was initialised.  False with a report
 * that names the rows when one has the verdict yes and another no.  A row that
 * crashed is reported as well; the answers of the others stand. */
bool compare_join(const struct compare_row *rows, uint32_t n_rows,
                  const punfpor *problem, struct result *result,
                  struct diag *diag);

#endif
