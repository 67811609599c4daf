/* dot_merged.h - drawings of merged processes (merged.h) in the language of
 * Graphviz, as nets: circles with place and occurrence depth, boxes with
 * transition and the number of events that they stand for. */
#ifndef DOT_MERGED_H
#define DOT_MERGED_H

#include "formats/picture/dot.h"

/* The merged process of the prefix; as dot_write_prefix(). */
bool dot_merged_write(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);

#endif
