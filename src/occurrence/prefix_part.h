/* prefix_part.h - a part of a prefix that is a prefix itself.
 *
 * Its events are numbered anew, in the old order.  What a part shows of an
 * event is its past, what follows it, and what is in conflict with it. */
#ifndef PREFIX_PART_H
#define PREFIX_PART_H

#include "base/bits.h"
#include "occurrence/prefix.h"

/* The past of the events in focus, and those events that follow one of them or
 * are in immediate conflict with one, if the past has all their causes.  The
 * caller frees the set. */
bits_word *prefix_part_around(const struct prefix *prefix,
                              const bits_word *focus);

/* Fills part, which is all zero, with the events of keep, which has the causes
 * of its members, and bottom.  Returns the old numbers by event; the caller
 * frees them. */
uint32_t *prefix_part_take(const struct prefix *prefix, const bits_word *keep,
                           struct prefix *part);

#endif
