#include "cli/compare.h"

#include <inttypes.h>
#include <string.h>

const struct compare_row_column compare_row_columns[COMPARE_ROW_COLUMNS] = {
    {"conditions", "conditions", COMPARE_ROW_ALL},
    {"events", "events", COMPARE_ROW_ALL},
    {"histories", "histories", COMPARE_ROW_HISTORIES},
    {"cutoffs", "cutoffs", COMPARE_ROW_ALL},
    {"maximal_configurations", "maximal", COMPARE_ROW_VISITS},
    {"max_configuration", "largest", COMPARE_ROW_VISITS},
};

json_t *compare_row_query(const struct compare_row *row, uint32_t q)
{
    return json_array_get(json_object_get(row->line, "queries"), q);
}

const char *compare_row_word(const struct compare_row *row, uint32_t q)
{
    return row->line ? json_text_at(compare_row_query(row, q), "verdict")
                     : punfpor_verdict_text(PUNFPOR_UNKNOWN);
}

const char *compare_row_stop(const struct compare_row *row)
{
    switch (row->end) {
    case CHILD_DONE:
        return json_text_at(row->line, "stop");
    case CHILD_STARVED:
    case CHILD_EMPTY:
        return "out of memory";
    case CHILD_KILLED:
        return punfpor_stop_text(PUNFPOR_TIME_LIMIT);
    case CHILD_CRASHED:
        return "crashed";
    }
    return "";
}

bool compare_row_is_done(const struct compare_row *row)
{
    return row->line &&
           !strcmp(compare_row_stop(row), punfpor_stop_text(PUNFPOR_DONE));
}

static const json_t *stat_of(const struct compare_row *row, const char *name)
{
    return json_object_get(json_object_get(row->line, "stats"), name);
}

bool compare_row_figure(const struct compare_row *row,
                        const struct compare_row_column *column,
                        uint64_t *value)
{
    const bool has_it = column->which == COMPARE_ROW_HISTORIES
                            ? row->reads && !row->is_merged
                            : column->which == COMPARE_ROW_ALL || row->visits;
    const json_t *const figure = stat_of(row, column->figure);

    *value = (uint64_t)json_integer_value(figure);
    return has_it && json_is_integer(figure);
}

/* A row without a line has seconds and nothing else. */
static double seconds_of(const struct compare_row *row)
{
    return row->line ? json_real_value(stat_of(row, "seconds")) : row->seconds;
}

/* --- the table ----------------------------------------------------------- */

/* Columns are as wide as their titles; figures of millions fit. */
#define RELATION "%-8s  "
#define ENGINE "%-11s  "
#define ORDER "%-6s"
#define FIGURE "  %10s"
#define SECONDS "  %9s"
#define MEMORY "  %9s"

void compare_row_titles(FILE *out, bool reads)
{
    fprintf(out, RELATION ENGINE ORDER, "relation", "engine", "order");
    for (uint32_t i = 0; i < COMPARE_ROW_COLUMNS; i++)
        if (compare_row_has_column(&compare_row_columns[i], reads))
            fprintf(out, FIGURE, compare_row_columns[i].title);
    fprintf(out, SECONDS MEMORY "  %s\n", "seconds", "memory", "verdict");
}

static void print_figures(FILE *out, const struct compare_row *row)
{
    uint64_t value;

    for (uint32_t i = 0; i < COMPARE_ROW_COLUMNS; i++) {
        const struct compare_row_column *const column = &compare_row_columns[i];

        if (!compare_row_has_column(column, row->reads))
            continue;
        if (compare_row_figure(row, column, &value))
            fprintf(out, "  %10" PRIu64, value);
        else
            fprintf(out, FIGURE, "-");
    }
}

static uint32_t count_word(const struct compare_row *row, uint32_t from,
                           uint32_t to, const char *word)
{
    uint32_t n = 0;

    for (uint32_t q = from; q < to; q++)
        n += !strcmp(compare_row_word(row, q), word);
    return n;
}

/* "reachable", "unknown (timeout)"; "3 reachable, 1 unreachable". */
static void print_verdict(FILE *out, const struct compare_row *row,
                          uint32_t n_questions)
{
    const char *const unknown = punfpor_verdict_text(PUNFPOR_UNKNOWN);
    const char *between = "  ";

    if (!n_questions)
        fprintf(out, compare_row_is_done(row) ? "  %s" : "  unknown (%s)",
                compare_row_stop(row));
    for (uint32_t q = 0; q < n_questions; q++) {
        const char *const word = compare_row_word(row, q);

        if (count_word(row, 0, q, word))
            continue;
        fputs(between, out);
        if (n_questions > 1)
            fprintf(out, "%" PRIu32 " ", count_word(row, q, n_questions, word));
        fputs(word, out);
        if (!strcmp(word, unknown))
            fprintf(out, " (%s)", compare_row_stop(row));
        between = ", ";
    }
}

static void print_memory(FILE *out, const struct compare_row *row)
{
    const json_t *const bytes = stat_of(row, "peak_bytes");

    if (bytes)
        fprintf(out, "  %7.1fMB", (double)json_integer_value(bytes) / 1e6);
    else
        fprintf(out, MEMORY, "-");
}

void compare_row_print(FILE *out, const struct compare_row *row,
                       uint32_t n_questions)
{
    fprintf(out, RELATION ENGINE ORDER, row->relation, row->engine, row->order);
    print_figures(out, row);
    fprintf(out, "  %9.3f", seconds_of(row));
    print_memory(out, row);
    print_verdict(out, row, n_questions);
    fputc('\n', out);
    fflush(out);
}

/* --- as JSON -------------------------------------------------------------- */

json_t *compare_row_json(const struct compare_row *row, uint32_t n_questions)
{
    json_t *const object =
        json_pack("{s:s,s:s,s:s}", "relation", row->relation, "engine",
                  row->engine, "order", row->order);
    json_t *const verdicts = json_array();
    const json_t *const bytes = stat_of(row, "peak_bytes");

    for (uint32_t i = 0; i < COMPARE_ROW_COLUMNS; i++) {
        uint64_t value;
        const bool known =
            compare_row_figure(row, &compare_row_columns[i], &value);

        json_object_set_new(object, compare_row_columns[i].figure,
                            known ? json_integer((json_int_t)value)
                                  : json_null());
    }
    json_object_set_new(object, "seconds", json_real(seconds_of(row)));
    json_object_set_new(object, "peak_bytes",
                        bytes ? json_integer(json_integer_value(bytes))
                              : json_null());
    json_object_set_new(object, "stop", json_string(compare_row_stop(row)));
    for (uint32_t q = 0; q < n_questions; q++)
        json_array_append_new(verdicts, json_string(compare_row_word(row, q)));
    json_object_set_new(object, "verdicts", verdicts);
    return object;
}
