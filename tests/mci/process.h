/* process.h - is what was read from an .mci file a complete prefix of the
 * net's unfolding?  Everything is recomputed from the file by the
 * definitions, so this is for small nets. */
#ifndef PROCESS_H
#define PROCESS_H

#include "reader.h"

#include "net/net.h"

/* A branching process: initial conditions are the initial marking; what an
 * event takes and makes is what its transition does, reading being both; what
 * it takes comes from smaller events and is concurrent; no two events have the
 * same transition and take the same.  Names are the net's.
 *
 * Cutoffs are listed once and no event follows them; the companion is no
 * cutoff, its local configuration is not larger, and both reach the same
 * marking.
 *
 * NULL, or what is wrong. */
const char *process_check(const struct reader *reader, const struct net *net);

/* Do the configurations without cutoffs reach exactly the markings that the
 * net reaches, and are exactly the transitions of events fireable?  True also
 * when there are more than `limit` of them; *n_compared counts those nets
 * where there are not. */
bool process_complete(const struct reader *reader, const struct net *net,
                      uint32_t limit, uint32_t *n_compared);

#endif
