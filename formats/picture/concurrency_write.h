/* concurrency_write.h - which nodes are concurrent, as text, as comma-separated
 * values, and as a picture.
 *
 * The text is the lower triangle of the matrix, a line for each node with a
 * letter for itself and for each node before it: 1 for concurrent, 0 for not.
 * A letter that comes more than three times in a row is written once, with its
 * number: 0(12), as the tools for nested-unit nets do. doc/FORMATS.md has an
 * example. */
#ifndef CONCURRENCY_WRITE_H
#define CONCURRENCY_WRITE_H

#include "base/diag.h"
#include "occurrence/concurrency.h"

struct concurrency_write_names {
    const struct net *net;
    enum concurrency_kind kind;
    const char *title;
};

/* path as for output_open(). */
bool concurrency_write_text(const struct concurrency *c, const char *path,
                            struct diag *diag);
bool concurrency_write_csv(const struct concurrency_write_names *names,
                           const struct concurrency *c, const char *path,
                           struct diag *diag);

/* With a report when the picture would be too large to be read. */
bool concurrency_write_svg(const struct concurrency_write_names *names,
                           const struct concurrency *c, const char *path,
                           struct diag *diag);

#endif
