/* unfolding.h - is a prefix part of the unfolding, by its definition?
 *
 * prefix_check() knows only the prefix; here the relation and the token game
 * come in ([Rod15] Def. 3): every local configuration can be fired, every
 * maximal cause of an event depends on it, and the immediate conflicts are
 * those that the relation makes, all of them. */
#ifndef UNFOLDING_H
#define UNFOLDING_H

#include "answer/prefix.h"
#include "net/dep.h"

/* NULL, or what is wrong: a static text. */
const char *unfolding_compare(const struct prefix *prefix,
                              const struct net *net, const struct dep *dep);

#endif
