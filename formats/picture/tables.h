/* tables.h - what is written besides prefixes, nets and pages: tables, plots,
 * and texts.
 *
 * Each path is as for output_open(). */
#ifndef TABLES_H
#define TABLES_H

#include "answer/profile.h"
#include "base/diag.h"
#include "occurrence/concurrency.h"
#include "occurrence/merged.h"
#include "occurrence/relations.h"

/* A merged process as text, one node a line.  Each line is a JSON object: first
 * the net and the sizes, then the conditions, by place and depth, then the
 * events, by transition and by the numbers of their conditions.  So equal
 * processes have equal files, however they were made.  doc/FORMATS.md has an
 * example. */
bool merged_write(const struct net *net, const struct merged *merged,
                  const char *path, struct diag *diag);

/* Which nodes are concurrent, as text: the lower triangle of the matrix, a line
 * for each node with a letter for itself and for each node before it: 1 for
 * concurrent, 0 for not.  A letter that comes more than three times in a row is
 * written once, with its number: 0(12), as the tools for nested-unit nets do.
 * doc/FORMATS.md has an example.  As comma-separated values; and as a picture,
 * with a report when it would be too large to be read. */
bool concurrency_write_text(const struct concurrency *c, const char *path,
                            struct diag *diag);
bool concurrency_write_csv(const struct net *net, enum concurrency_kind kind,
                           const struct concurrency *c, const char *path,
                           struct diag *diag);
bool concurrency_write_svg(const struct net *net, enum concurrency_kind kind,
                           const char *title, const struct concurrency *c,
                           const char *path, struct diag *diag);

/* How transitions are ordered. */
bool relations_write_csv(const struct relations *r, const char *path,
                         struct diag *diag);
bool relations_write_json(const struct relations *r, const char *path,
                          struct diag *diag);

/* The profile of a run as comma-separated values, or as plots of its columns
 * over the work. */
bool profile_write_csv(const struct profile *profile, const char *path,
                       struct diag *diag);
bool profile_write_svg(const struct profile *profile, const char *title,
                       const char *path, struct diag *diag);

#endif
