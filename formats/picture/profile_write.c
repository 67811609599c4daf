#include "formats/picture/tables.h"

#include "base/output.h"
#include "base/plot.h"

#include <inttypes.h>

enum { N_COLUMNS = sizeof(struct profile_row) / sizeof(uint64_t) };

static const char *const names[N_COLUMNS] = {
#define X(name, text) #name,
    PROFILE_COLUMNS(X)
#undef X
};

static uint64_t cell(const struct profile_row *row, uint32_t column)
{
    const uint64_t cells[N_COLUMNS] = {
#define X(name, text) row->name,
        PROFILE_COLUMNS(X)
#undef X
    };

    return cells[column];
}

bool profile_write_csv(const struct profile *profile, const char *path,
                       struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    for (uint32_t k = 0; k < N_COLUMNS; k++)
        fprintf(out.file, "%s%c", names[k], k + 1 < N_COLUMNS ? ',' : '\n');
    for (uint32_t i = 0; i < profile->rows.len; i++)
        for (uint32_t k = 0; k < N_COLUMNS; k++)
            fprintf(out.file, "%" PRIu64 "%c", cell(&profile->rows.at[i], k),
                    k + 1 < N_COLUMNS ? ',' : '\n');
    return output_close(&out, diag);
}

/* Columns that are 0 everywhere have no panel, and the work is the axis. */
static bool is_plotted(const struct profile *profile, uint32_t column)
{
    for (uint32_t i = 0; column > 0 && i < profile->rows.len; i++)
        if (cell(&profile->rows.at[i], column))
            return true;
    return false;
}

enum { LEFT = 60, TOP = 60, WIDTH = 300, HEIGHT = 130, GAP_X = 85, GAP_Y = 55 };

static void put_column(const struct profile *profile, uint32_t column,
                       uint32_t place, FILE *file)
{
    const uint32_t n = profile->rows.len;
    double *const x = mem_alloc(n, sizeof *x), *const y =
                                                   mem_alloc(n, sizeof *y);
    const struct plot_panel panel = {
        .x = LEFT + place % 2 * (WIDTH + GAP_X),
        .y = TOP + place / 2 * (HEIGHT + GAP_Y),
        .width = WIDTH,
        .height = HEIGHT,
        .title = names[column],
    };

    for (uint32_t i = 0; i < n; i++) {
        x[i] = (double)profile->rows.at[i].work;
        y[i] = (double)cell(&profile->rows.at[i], column);
    }
    plot_line(file, &panel, x, y, n);
    mem_free(x);
    mem_free(y);
}

bool profile_write_svg(const struct profile *profile, const char *title,
                       const char *path, struct diag *diag)
{
    uint32_t n_plots = 0, place = 0;
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    for (uint32_t k = 0; k < N_COLUMNS; k++)
        n_plots += is_plotted(profile, k);
    plot_open(out.file, 2 * (LEFT + WIDTH) + GAP_X - LEFT + 20,
              TOP + (n_plots + 1) / 2 * (HEIGHT + GAP_Y), title);
    for (uint32_t k = 0; k < N_COLUMNS; k++)
        if (is_plotted(profile, k))
            put_column(profile, k, place++, out.file);
    plot_close(out.file);
    return output_close(&out, diag);
}
