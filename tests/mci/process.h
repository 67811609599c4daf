/* process.h - does an .mci file contain a complete prefix of the net's
 * unfolding?  The definitions are checked on the file, so this is for small
 * nets. */
#ifndef PROCESS_H
#define PROCESS_H

#include "reader.h"

#include "net/net.h"

/* A branching process: initial conditions are the initial marking; an event
 * consumes and produces as its transition does, and reading is both; what it
 * consumes comes from smaller events and is concurrent; transition and preset
 * identify an event.  Names are the net's.
 *
 * Cutoffs are listed once and have no causal successors; the companion is no
 * cutoff, its local configuration is not larger, and both reach the same
 * marking.
 *
 * NULL, or the error. */
const char *process_check(const struct reader *reader, const struct net *net);

/* Do the configurations without cutoffs reach exactly the reachable markings of
 * the net, and do the events label exactly the fireable transitions?  True also
 * when there are more than `limit` of them; *n_compared counts the nets
 * actually compared. */
bool process_complete(const struct reader *reader, const struct net *net,
                      uint32_t limit, uint32_t *n_compared);

#endif
