/* run_process.h - the process of a run: its events, in their order, and the
 * conditions that they consume, read and produce.
 *
 * It is a prefix without conflicts, for answers of engines that build none.  An
 * event causes another one if that consumes or reads what it produces, or
 * consumes what it reads, and events of one transition are ordered. */
#ifndef RUN_PROCESS_H
#define RUN_PROCESS_H

#include "occurrence/prefix.h"

/* Steps, at most: causality takes a bit for each pair of events. */
enum { RUN_PROCESS_STEPS = 10000 };

/* Fills a prefix that is all zero with the process of a run that can be fired.
 * The events after the first `loop` steps repeat for ever; loop may be the
 * length of the run. */
void run_process_fill(const struct net *net, const trans_id *run, uint32_t len,
                      uint32_t loop, struct prefix *prefix);

/* The same for two runs, which begin with so many equal steps: those have the
 * same events.  Both can be fired, and have that many steps together at most.
 * Events of different branches that use a condition are in conflict, if
 * one of them consumes it. */
void run_process_fork(const struct net *net, struct net_trans_span first,
                      struct net_trans_span second, uint32_t common,
                      struct prefix *prefix);

#endif
