/* compare.h - the engines side by side on one net: which rows there are, the
 * table that is printed, and whether they say the same.
 *
 *     relation  engine  order  conditions  events  ...  verdict
 *     classic   por     foata          34      31  ...  reachable
 *     classic   prefix  size           36      29  ...  unknown (timeout)
 *
 * Rows are printed as they end.  What one row proves holds for all of them:
 * together they answer a question as soon as one of them does, and if one
 * says yes and another no, one of them is wrong and so are we. */
#ifndef COMPARE_H
#define COMPARE_H

#include "cli/row.h"

struct compare {
    VEC(struct row) rows;
    struct dep *classic, *read; /* read: NULL without read arcs */
};

/* Lays out the rows of the net: each engine under classic, under read where
 * there are read arcs, and under the relation given where it is neither. */
void compare_init(struct compare *compare, const struct net *net,
                  const struct dep *given, enum engine_order order);
void compare_finish(struct compare *compare);

/* Runs the rows one after the other and prints each on out.  An interruption,
 * a net that is not safe and bad input end this with the row at hand; rows
 * that were not run are left out.  False when a row cannot be started, or when
 * a run that it claims does not replay. */
bool compare_run(struct compare *compare, const struct engine_problem *problem,
                 const struct engine_limits *limits, FILE *out,
                 struct diag *diag);

/* The line of titles, and the line of a row. */
void compare_print_titles(FILE *out);
void compare_print_row(FILE *out, const struct row *row);

/* What the rows say together; the answer was initialised.  False with a report
 * that names the rows when one says yes and another no.  A row that crashed is
 * reported as well, but takes nothing from what the others say. */
bool compare_join(const struct row *rows, uint32_t n_rows,
                  const struct engine_problem *problem, struct answer *answer,
                  struct diag *diag);

#endif
