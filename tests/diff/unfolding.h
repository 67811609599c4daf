/* unfolding.h - is a prefix part of the unfolding, by its definition?
 *
 * prefix_check() uses only the prefix.  This check adds the relation and the
 * token game ([Rod15] Def. 3): every local configuration can fire, every event
 * depends on each of its maximal causes, and the immediate conflicts are
 * exactly those of the relation. */
#ifndef UNFOLDING_H
#define UNFOLDING_H

#include "net/dep.h"
#include "occurrence/prefix.h"

/* NULL, or the error: a static text. */
const char *unfolding_compare(const struct prefix *prefix,
                              const struct net *net, const struct dep *dep);

#endif
