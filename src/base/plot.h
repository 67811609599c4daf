/* plot.h - plots as SVG: lines over a common axis, and bars.
 *
 * Each line has a panel of its own.  Bars lie one below the other, each with
 * its number; the brightness of their colours tells series apart. */
#ifndef PLOT_H
#define PLOT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Writes the text with the characters escaped that XML needs. */
void plot_text(FILE *file, const char *text);

/* Begins and ends a document of this size with this title. */
void plot_open(FILE *file, uint32_t width, uint32_t height, const char *title);
void plot_close(FILE *file);

/* "1.2M"; text has room for 16 bytes. */
void plot_number(double value, char text[16]);

struct plot_panel {
    uint32_t x, y, width, height; /* of the area of the line */
    const char *title;
};

/* A line through n points, with both axes from 0 to the largest value. */
void plot_line(FILE *file, const struct plot_panel *panel, const double *x,
               const double *y, uint32_t n);

/* Series that a plot of bars can tell apart. */
enum { PLOT_SERIES = 4 };

struct plot_bar {
    const char *label; /* NULL: the bar belongs to the one above it */
    double value;      /* >= 0 */
    const char *note;  /* stands behind the number, or alone if has_value is
                          false; NULL: none */
    uint32_t series;   /* < PLOT_SERIES */
    bool has_value;
};

/* The height of the area of these bars. */
uint32_t plot_bars_height(const struct plot_bar *bars, uint32_t n);

/* The width that their longest label takes, to the left of the area. */
uint32_t plot_bars_margin(const struct plot_bar *bars, uint32_t n);

/* The bars, from the top of the panel on.  The axis begins at 0, or is
 * logarithmic where the largest value is more than a hundred times the
 * smallest one above 0; then the title says so.  Numbers and notes need room
 * to the right of the area. */
void plot_bars(FILE *file, const struct plot_panel *panel,
               const struct plot_bar *bars, uint32_t n);

/* One line with a sample and the name of each series, whose upper left corner
 * is at (x, y). */
void plot_series(FILE *file, uint32_t x, uint32_t y, const char *const *names,
                 uint32_t n);

#endif
