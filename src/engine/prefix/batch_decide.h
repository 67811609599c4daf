/* batch_decide.h - which events of one size are cutoffs, by the threads of a
 * batch. */
#ifndef BATCH_DECIDE_H
#define BATCH_DECIDE_H

#include "engine/prefix/event_batch.h"

/* Decides which of the events, all of one size, are cutoffs.  If the batch
 * counts, the conditions of the cutoffs will be counted. */
void batch_decide_cutoffs(struct event_batch *batch, struct es_span events);

#endif
