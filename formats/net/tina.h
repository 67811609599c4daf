/* tina.h - the textual nets of the Tina toolbox, .net.  The grammar is in
 * doc/FORMATS.md. */
#ifndef TINA_H
#define TINA_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool tina_probe(const char *page, size_t len);

/* The net, or NULL with a report. */
struct net *tina_read(struct source *source, struct diag *diag);

/* Labels become names, other names become labels of Tina.  path serves
 * messages only.  The caller checks the stream for errors. */
bool tina_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag);

#endif
