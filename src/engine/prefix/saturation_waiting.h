/* saturation_waiting.h - extensions of a growing prefix that wait for their
 * size (size_queue.h).
 *
 * Most events of a large prefix are extensions of local configurations which
 * have many: under `none` each event has one for every transition that it
 * enables.  They wait until their size comes up, and then most are cutoffs.
 * These are counted, and wait again: a question to SAT gets them back. */
#ifndef SATURATION_WAITING_H
#define SATURATION_WAITING_H

#include "engine/prefix/saturation.h"

void saturation_waiting_init(struct saturation *x);
void saturation_waiting_finish(struct saturation *x);

/* The i-th event of the batch brings extensions that can wait
 * (event_batch_can_wait()).  saturation_waiting_may(): may they?  Not if one
 * puts a second token on a place.  saturation_waiting_put() lets them wait,
 * except extensions that may answer a question. */
bool saturation_waiting_may(struct saturation *x, uint32_t i);
void saturation_waiting_put(struct saturation *x, uint32_t i);

/* The events of that size leave the queue for the list, and are decided about;
 * false: the watch has ended the run, and some are left unless the prefix is
 * asked for. */
bool saturation_waiting_take(struct saturation *x, uint32_t size,
                             es_event_list *list);

/* The cutoffs that wait again become events of the store, if there is time. */
void saturation_waiting_restore(struct saturation *x);

#endif
