/* walk.h - the engine `walk`: random and guided walks from the initial marking.
 *
 * A walk fires one enabled transition after the other and remembers nothing
 * but its run, so it needs little memory on any net.  Most walks are guided by
 * an open question (guide.h), some by chance alone; towards deadlocks they
 * prefer transitions that disable more than they enable.  The lengths of the
 * walks follow the sequence of Luby, Sinclair, Zuckerman (1993), which is near
 * the best one when nothing is known:
 *
 *     1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...   times a number of steps
 *
 * A walk answers yes, with a run, or finds a second token, and never no.  Of
 * a largest value it is sure when the sum of its positive factors is reached.
 * All depends on the seed, the number of the walk and the work alone. */
#ifndef WALK_H
#define WALK_H

#include "engine/engine.h"

extern const struct engine walk_engine;

#endif
