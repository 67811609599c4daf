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

/* For formats without weights and inhibitor arcs, and for those without
 * inhibitor arcs. */
bool writable_plain(const struct net *net, const char *path, struct diag *diag);
bool writable_weighted(const struct net *net, const char *path,
                       struct diag *diag);

#endif
