/* compare_plot.h - the sizes in a comparison as bars.
 *
 * Each figure has a panel, each row of the table a bar in it.  A row that a
 * limit ended has its size so far, with the reason. */
#ifndef COMPARE_PLOT_H
#define COMPARE_PLOT_H

#include "cli/compare.h"

/* path as for output_open(). */
bool compare_plot_write(const struct compare *compare, const char *title,
                        const char *path, struct diag *diag);

#endif
