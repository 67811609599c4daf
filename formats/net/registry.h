/* registry.h - the formats of nets, and the detection of the format of a
 * file. */
#ifndef REGISTRY_H
#define REGISTRY_H

#include "base/diag.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>

/* Options of the readers of nets.  An option without effect is refused. */
struct registry_options {
    bool ptnet;   /* a PNML net is a P/T net, whatever its type says */
    bool untimed; /* without the durations of a net where all transitions have
                     one that may be anything */
    bool counts;  /* places may have several tokens: see net_builder_count() */
    const char *initial; /* of a Boolean network, "A=1,B=0"; NULL: all initial
                            values are open */
};

/* Reads the net in a file, "-" for standard input.  NULL with a report on
 * errors.  The content determines the format; if it shows none, the suffix
 * does.  Packed files are unpacked. options may be NULL. */
struct net *registry_read(const char *path,
                          const struct registry_options *options,
                          struct diag *diag);

/* The same from bytes in memory; messages call them name. */
struct net *registry_read_memory(const void *bytes, size_t size,
                                 const char *name,
                                 const struct registry_options *options,
                                 struct diag *diag);

/* Writes the net in the format that the suffix of path gives. */
bool registry_write(const struct net *net, const char *path, struct diag *diag);

#endif
