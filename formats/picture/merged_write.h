/* merged_write.h - a merged process as text, one node a line.
 *
 * Each line is a JSON object: first the net and the sizes, then the conditions,
 * by place and depth, then the events, by transition and by the numbers of
 * their conditions.  So equal processes have equal files, however they were
 * made.  doc/FORMATS.md has an example. */
#ifndef MERGED_WRITE_H
#define MERGED_WRITE_H

#include "base/diag.h"
#include "net/net.h"
#include "occurrence/merged.h"

/* path as for output_open(). */
bool merged_write(const struct net *net, const struct merged *merged,
                  const char *path, struct diag *diag);

#endif
