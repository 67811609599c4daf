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

#include "base/child.h"
#include "cli/json.h"
#include "cli/options.h"
#include "cli/result.h"

/* --- a row: the line of its child, as text and as JSON (compare_row.c) -----
 */

struct compare_row {
    const char *relation;       /* "classic", "read", "none" or "user" */
    const char *engine, *order; /* engine: "from-prefix" for the merged process
                                   of the complete prefix */
    const char *runs;           /* the engine that runs */
    bool is_merged;
    bool given;  /* the relation is the one that the problem has */
    bool reads;  /* the net has read arcs: events may have several histories */
    bool visits; /* visits configurations and has figures about them */

    enum child_end end;
    json_t *line;   /* after CHILD_DONE, else NULL */
    double seconds; /* that the process has run */
};

/* Which rows have a figure. */
enum compare_row_which {
    COMPARE_ROW_ALL,
    COMPARE_ROW_HISTORIES, /* all but merged ones, if the net has read arcs */
    COMPARE_ROW_VISITS,    /* rows whose engine visits configurations */
};

/* A figure of the rows, as a column of the table. */
struct compare_row_column {
    const char *figure, *title;
    enum compare_row_which which; /* rows have it */
};

enum { COMPARE_ROW_COLUMNS = 6 };
extern const struct compare_row_column compare_row_columns[COMPARE_ROW_COLUMNS];

/* Has the table of a net this column? */
static inline bool
compare_row_has_column(const struct compare_row_column *column, bool reads)
{
    return column->which != COMPARE_ROW_HISTORIES || reads;
}

/* The query with this number, and the word of its answer. */
json_t *compare_row_query(const struct compare_row *row, uint32_t q);
const char *compare_row_word(const struct compare_row *row, uint32_t q);

/* The line of titles, and the line of a row. */
void compare_row_titles(FILE *out, bool reads);
void compare_row_print(FILE *out, const struct compare_row *row,
                       uint32_t n_questions);

/* The figure of a column; false when the row does not have it. */
bool compare_row_figure(const struct compare_row *row,
                        const struct compare_row_column *column,
                        uint64_t *value);

/* Why the row stopped: punfpor_stop_text(), "out of memory", "crashed". */
const char *compare_row_stop(const struct compare_row *row);

/* Is the row complete? */
bool compare_row_is_done(const struct compare_row *row);

/* The row as an object of the table. */
json_t *compare_row_json(const struct compare_row *row, uint32_t n_questions);

/* --- all rows ------------------------------------------------------------- */

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
    struct announce *announce; /* with the line of progress; may be NULL */
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
