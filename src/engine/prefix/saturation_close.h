/* saturation_close.h - the figures of a prefix and the prefix itself, at the
 * end. */
#ifndef SATURATION_CLOSE_H
#define SATURATION_CLOSE_H

#include "engine/prefix/saturation.h"
#include "engine/unfolding/count_nodes.h"

/* The figures; nodes may be counted later (`counts_late`), and these are their
 * figures. */
void saturation_close_stats(struct saturation *x);
void saturation_close_counts(struct saturation *x,
                             struct count_nodes_sizes sizes);

/* The prefix, for the answer. */
void saturation_close_prefix(struct saturation *x);

#endif
