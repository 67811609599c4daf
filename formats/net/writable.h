/* writable.h - what the formats of nets cannot say.  Each function returns
 * false with a report that names the node. */
#ifndef WRITABLE_H
#define WRITABLE_H

#include "base/diag.h"
#include "net/net.h"

#include <stdbool.h>

/* Does every label fit?  rule ends the message: "place 'a b' cannot be written:
 * rule". */
bool writable_labels(const struct net *net, bool (*fits)(const char *label),
                     const char *rule, const char *path, struct diag *diag);

/* What arcs a format has besides consuming, producing and reading arcs of
 * weight 1. */
enum writable_arc {
    WRITABLE_WEIGHT = 1,
    WRITABLE_INHIBITOR = 2,
    WRITABLE_RESET = 4,
};

/* arcs: some of them, or 0. */
bool writable_arcs(const struct net *net, unsigned arcs, const char *path,
                   struct diag *diag);

#endif
