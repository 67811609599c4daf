/* pnml.h - P/T nets in the Petri Net Markup Language and its dialects.  What
 * is read and refused is listed in doc/FORMATS.md. */
#ifndef PNML_H
#define PNML_H

#include "formats/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool pnml_probe(const char *page, size_t len);

/* The net, or NULL with a report. */
struct net *pnml_read(struct source *source, struct diag *diag);

/* Labels become ids where they can.  path is for messages only; errors of the
 * stream are the caller's business. */
bool pnml_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag);

#endif
