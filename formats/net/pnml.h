/* pnml.h - P/T nets in the Petri Net Markup Language and its dialects.
 * doc/FORMATS.md lists what is read and what is rejected. */
#ifndef PNML_H
#define PNML_H

#include "formats/net/read_options.h"
#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool pnml_probe(const char *page, size_t len);

/* The net, or NULL with a report. */
struct net *pnml_read(struct source *source, struct diag *diag);
struct net *pnml_read_with(struct source *source,
                           const struct read_options *options,
                           struct diag *diag);

/* Labels become ids where they can.  path serves messages only.  The caller
 * checks the stream for errors. */
bool pnml_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag);

#endif
