/* prefix_fold.h - a prefix whose read places have copies as one with reads.
 *
 * Where a place is read, an engine may give each of its readers a copy, which
 * the reader consumes and produces again.  Files that know no reads need such a
 * prefix; drawings and the functions of the library show reads.  Both have the
 * same events: the copies of a condition become one condition, and what a
 * reader produces again is what it has read. */
#ifndef PREFIX_FOLD_H
#define PREFIX_FOLD_H

#include "occurrence/prefix.h"

/* Fills a prefix that is all zero from one with copies. */
void prefix_fold_reads(const struct prefix *prefix, struct prefix *folded);

#endif
