/* invariant.h - the set of all markings as a proof. */
#ifndef INVARIANT_H
#define INVARIANT_H

#include "engine/symbolic/sets.h"
#include "proof/diagram.h"

/* The caller destroys the result.  NULL: it would have more than
 * DIAGRAM_MOST_ARCS arcs, or the diagram is stopped. */
struct diagram *invariant_of(struct sets *sets);

#endif
