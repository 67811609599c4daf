/* llnet.h - the low-level nets of the PEP tool, .ll_net.  The grammar is in
 * doc/FORMATS.md. */
#ifndef LLNET_H
#define LLNET_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool llnet_probe(const char *page, size_t len);

/* The net, or NULL with a report. */
struct net *llnet_read(struct source *source, struct diag *diag);

/* Labels become names.  path serves messages only.  The caller checks the
 * stream for errors. */
bool llnet_write_net(const struct net *net, const char *path, FILE *out,
                     struct diag *diag);

#endif
