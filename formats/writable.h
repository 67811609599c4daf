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

/* For formats in which a read arc is a pair of arcs.  A transition that reads
 * a place, does not consume from it and produces on it would need an arc of
 * weight 2 there. */
bool writable_loops(const struct net *net, const char *path, struct diag *diag);

#endif
