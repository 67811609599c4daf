/* plot.h - plots as SVG: lines over a common axis, and bars.
 *
 * They tell series apart by place, not by colour: each line has a panel of its
 * own. */
#ifndef PLOT_H
#define PLOT_H

#include <stdint.h>
#include <stdio.h>

/* The text as text of an XML document. */
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

#endif
