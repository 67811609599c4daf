#include "cli/compare.h"

#include "base/output.h"
#include "base/plot.h"

#include <string.h>

enum { TOP = 78, WIDTH = 420, RIGHT = 170, GAP = 52, MOST_LABEL = 32 };

struct plotting {
    const struct compare *compare;
    struct plot_bar *bars;      /* one a row */
    char (*labels)[MOST_LABEL]; /* of them */
    char (*notes)[MOST_LABEL];
    const char *relations[PLOT_SERIES];
    uint32_t n_relations;
    FILE *file;
    uint32_t y; /* where the next panel begins */
};

/* The rows of a relation follow each other. */
static uint32_t take_relation(struct plotting *p, const char *name)
{
    if (!p->n_relations || strcmp(p->relations[p->n_relations - 1], name) != 0)
        p->relations[p->n_relations++] = name;
    return p->n_relations - 1;
}

static void label_bars(struct plotting *p)
{
    for (uint32_t i = 0; i < p->compare->rows.len; i++) {
        const struct compare_row *const row = &p->compare->rows.at[i];

        (void)snprintf(p->labels[i], MOST_LABEL, "%s %s %s", row->relation,
                       row->engine, row->order);
        (void)snprintf(p->notes[i], MOST_LABEL, "(%s)", compare_row_stop(row));
        p->bars[i].label = p->labels[i];
        p->bars[i].note = compare_row_is_done(row) ? NULL : p->notes[i];
        p->bars[i].series = take_relation(p, row->relation);
    }
}

/* A figure that no row has gets no panel. */
static void put_panel(struct plotting *p,
                      const struct compare_row_column *column)
{
    const uint32_t n = p->compare->rows.len;
    uint32_t n_values = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint64_t value = 0;

        p->bars[i].has_value =
            compare_row_figure(&p->compare->rows.at[i], column, &value);
        p->bars[i].value = (double)value;
        n_values += p->bars[i].has_value;
    }
    if (!n_values)
        return;

    const struct plot_panel panel = {.x = plot_bars_margin(p->bars, n),
                                     .y = p->y,
                                     .width = WIDTH,
                                     .height = plot_bars_height(p->bars, n),
                                     .title = column->title};

    plot_bars(p->file, &panel, p->bars, n);
    p->y += panel.height + GAP;
}

/* Only the sizes of the prefix: the figures of configurations are of one
 * engine. */
static bool has_panel(const struct compare_row_column *column, bool reads)
{
    return column->which != COMPARE_ROW_VISITS &&
           compare_row_has_column(column, reads);
}

static void put_document(struct plotting *p, const char *title)
{
    const uint32_t n = p->compare->rows.len;
    uint32_t n_panels = 0;

    for (uint32_t i = 0; i < COMPARE_ROW_COLUMNS; i++)
        n_panels += has_panel(&compare_row_columns[i], p->compare->reads);
    plot_open(p->file, plot_bars_margin(p->bars, n) + WIDTH + RIGHT,
              TOP + n_panels * (plot_bars_height(p->bars, n) + GAP) - 20,
              title);
    plot_series(p->file, plot_bars_margin(p->bars, n), 34, p->relations,
                p->n_relations);
    for (uint32_t i = 0; i < COMPARE_ROW_COLUMNS; i++)
        if (has_panel(&compare_row_columns[i], p->compare->reads))
            put_panel(p, &compare_row_columns[i]);
    plot_close(p->file);
}

bool compare_plot_write(const struct compare *compare, const char *title,
                        const char *path, struct diag *diag)
{
    const uint32_t n = compare->rows.len;
    struct plotting p = {.compare = compare, .y = TOP};
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    p.bars = mem_zero(n, sizeof *p.bars);
    p.labels = mem_zero(n, sizeof *p.labels);
    p.notes = mem_zero(n, sizeof *p.notes);
    p.file = out.file;
    label_bars(&p);
    put_document(&p, title);
    mem_free(p.bars);
    mem_free(p.labels);
    mem_free(p.notes);
    return output_close(&out, diag);
}
