/* batch_writer.h - the events that a batch proposes, written by its threads
 * side by side. */
#ifndef BATCH_WRITER_H
#define BATCH_WRITER_H

#include "engine/prefix/event_batch.h"

/* Adds all proposed events, in their order, to the store and the table.
 * Meanwhile the leader calls note(self), which may ask for the proposals, but
 * not for the new events, and may add and enter the next batch.  Returns false
 * and does nothing when the proposals must be accepted one by one: when one
 * thread has made them, or when some of them are no extensions. */
bool batch_writer_run(struct event_batch *batch, void (*note)(void *self),
                      void *self);

#endif
