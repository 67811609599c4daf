/* batch_writer.h - the events that a batch proposes, written by its threads
 * side by side. */
#ifndef BATCH_WRITER_H
#define BATCH_WRITER_H

#include "engine/prefix/event_batch.h"

/* Adds all that were proposed, in their order, to the store and the table.
 * Meanwhile the leader calls note(self), which may ask for proposals, but not
 * for the new events, and may add and enter the next batch.  False, and nothing
 * is done, when they must be accepted one by one: they come from one thread, or
 * there are other proposals. */
bool batch_writer_run(struct event_batch *batch, void (*note)(void *self),
                      void *self);

#endif
