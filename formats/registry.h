/* registry.h - the formats of nets, and which one a file is in. */
#ifndef REGISTRY_H
#define REGISTRY_H

#include "net/net.h"

#include <stdbool.h>

/* The net in a file, "-" for standard input, or NULL with a report.  The
 * format is told by the content, never by the name; gzip is unpacked. */
struct net *registry_read(const char *path, struct diag *diag);

/* The same from bytes in memory, which messages call name. */
struct net *registry_read_memory(const void *bytes, size_t size,
                                 const char *name, struct diag *diag);

/* Writes the net in the format that the suffix of path names. */
bool registry_write(const struct net *net, const char *path, struct diag *diag);

#endif
