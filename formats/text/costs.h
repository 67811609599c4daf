/* costs.h - files of costs: what a firing of each transition costs.
 *
 * A line has a transition and a whole number, as in `pay 12`; # begins a
 * comment.  The transition is a word, or stands in double quotes.  A transition
 * that the file does not name costs 1. */
#ifndef COSTS_H
#define COSTS_H

#include "base/diag.h"
#include "net/net.h"

enum { COSTS_LARGEST = 1000000000 };

/* By transition of the input, for mem_free(); NULL with a report. */
uint32_t *costs_read(const struct net *net, const char *path,
                     struct diag *diag);

#endif
