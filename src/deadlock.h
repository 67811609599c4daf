/* deadlock.h - does a complete prefix hold a configuration that enables none of
 * its events?  By a SAT solver (CaDiCaL).
 *
 * [McM92]: on a complete prefix such configurations are those that reach a
 * deadlock.  A variable for each event that was opened (es_open()) and for
 * "condition b was taken"; an event needs the makers of what it uses; a
 * condition is taken at most once; of what an event uses, cutoffs included,
 * something is missing or taken. */
#ifndef DEADLOCK_H
#define DEADLOCK_H

#include "es.h"
#include "watch.h"

enum deadlock_verdict { DEADLOCK_NO, DEADLOCK_YES, DEADLOCK_UNKNOWN };

/* The events of the configuration are appended when there is one.  Unknown
 * when the watch ended the search.  No event of the store tests conditions. */
enum deadlock_verdict deadlock_find(const struct es *es, struct watch *watch,
                                    event_list *configuration);

#endif
