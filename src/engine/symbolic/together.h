/* together.h - which places are marked together, and which transitions fire
 * together, at the markings of a diagram. */
#ifndef TOGETHER_H
#define TOGETHER_H

#include "engine/symbolic/sets.h"
#include "occurrence/concurrency.h"

/* Fills *c, which is all zero, for the nodes of the input, after
 * sets_explore().  False when the watch stops it; then *c stays empty. */
bool together_find(struct sets *sets, enum concurrency_kind kind,
                   struct concurrency *c);

#endif
