/* draw_bars  Draws a table on standard input as bars, as SVG on standard
 * output, by the code that --profile and --compare use.  Cells are separated
 * by tabs:
 *
 *     title   the title
 *     axis    what the numbers are
 *     series  the name of each column of numbers
 *     bars    a label, and its numbers
 *
 * A cell that is no number is printed in place of a bar; an empty one has no
 * bar. */
#include "base/plot.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { TOP = 78, WIDTH = 420, RIGHT = 90, BELOW = 28 };

struct table {
    char *title, *axis;
    const char *series[PLOT_SERIES];
    uint32_t n_series;
    VEC(struct plot_bar) bars;
};

static void fail(const char *why, const char *what)
{
    fprintf(stderr, "draw_bars: %s: '%s'\n", why, what);
    exit(EXIT_FAILURE);
}

/* The next cell of the line, which ends there; NULL: there is none. */
static char *next_cell(char **line)
{
    char *const cell = *line;

    if (!cell)
        return NULL;
    *line = strchr(cell, '\t');
    if (*line)
        *(*line)++ = '\0';
    return cell;
}

static void add_bar(struct table *table, const char *label, const char *cell,
                    uint32_t series)
{
    struct plot_bar bar = {.label = label, .series = series};
    char *end = NULL;

    bar.value = strtod(cell, &end);
    bar.has_value = *cell && !*end && bar.value >= 0;
    if (!bar.has_value)
        bar.note = cell;
    vec_push(&table->bars, bar);
}

static void read_bars(struct table *table, char *line)
{
    const char *label = next_cell(&line);

    for (uint32_t i = 0; i < table->n_series; i++) {
        const char *const cell = next_cell(&line);

        if (!cell)
            fail("too few cells", label ? label : "");
        if (!*cell)
            continue;
        add_bar(table, label, cell, i);
        label = NULL;
    }
}

static void read_series(struct table *table, char *line)
{
    for (char *name = next_cell(&line); name; name = next_cell(&line)) {
        if (table->n_series == PLOT_SERIES)
            fail("too many series", name);
        table->series[table->n_series++] = name;
    }
}

/* The texts of the table are those of the line, which stays. */
static void read_line(struct table *table, char *line)
{
    const char *const kind = next_cell(&line);

    if (!strcmp(kind, "title"))
        table->title = next_cell(&line);
    else if (!strcmp(kind, "axis"))
        table->axis = next_cell(&line);
    else if (!strcmp(kind, "series"))
        read_series(table, line);
    else if (!strcmp(kind, "bars"))
        read_bars(table, line);
    else
        fail("unknown kind of line", kind);
}

static void draw(const struct table *table)
{
    const struct plot_bar *const bars = table->bars.at;
    const uint32_t n = table->bars.len;
    const struct plot_panel panel = {.x = plot_bars_margin(bars, n),
                                     .y = TOP,
                                     .width = WIDTH,
                                     .height = plot_bars_height(bars, n),
                                     .title = table->axis};

    plot_open(stdout, panel.x + WIDTH + RIGHT, TOP + panel.height + BELOW,
              table->title);
    plot_series(stdout, panel.x, 34, table->series, table->n_series);
    plot_bars(stdout, &panel, bars, n);
    plot_close(stdout);
}

int main(void)
{
    struct table table = {0};
    VEC(char *) lines = {0};
    text_buffer line = {0};

    while (text_read_line(&line, UINT32_MAX, stdin)) {
        vec_push(&lines, mem_text(text_end(&line)));
        read_line(&table, lines.at[lines.len - 1]);
    }
    if (!table.title || !table.axis || !table.bars.len)
        fail("incomplete table", table.title ? table.title : "");
    draw(&table);
    for (uint32_t i = 0; i < lines.len; i++)
        mem_free(lines.at[i]);
    vec_free(&lines);
    vec_free(&line);
    vec_free(&table.bars);
    return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
