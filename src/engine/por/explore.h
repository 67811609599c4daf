/* explore.h - the engine `por`: Explore(C, D, A) of [Rod15], with cutoffs, the
 * marking table and deepening.  Its interface is engine.h; see explore.c. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include "engine/engine.h"

extern const struct engine explore_engine;

#endif
