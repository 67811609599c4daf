/* saturation_close.h - the figures of a prefix and the prefix itself, at the
 * end. */
#ifndef SATURATION_CLOSE_H
#define SATURATION_CLOSE_H

#include "prefix/saturation.h"

/* The figures; conditions may be counted later (`counts_late`). */
void saturation_close_stats(struct saturation *x);

/* The prefix, for the answer. */
void saturation_close_prefix(struct saturation *x);

#endif
