/* compare_row.h - a row of a comparison: the content of the line of its child,
 * as text and as JSON. */
#ifndef COMPARE_ROW_H
#define COMPARE_ROW_H

#include "base/child.h"
#include "cli/json.h"

#include <stdint.h>
#include <stdio.h>

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

#endif
