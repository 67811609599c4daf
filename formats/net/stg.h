/* stg.h - signal transition graphs of petrify and Workcraft, .g: nets whose
 * transitions are edges of signals, and dummies.  The grammar is in
 * doc/FORMATS.md.
 *
 * What a signal is (input, output, internal) and its value do not change what
 * the net can do; they are not kept. */
#ifndef STG_H
#define STG_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool stg_probe(const char *page, size_t len);

/* The net, or NULL with a report.  A place between two transitions that has no
 * name gets the label "<a+,b->", as in the marking of the file. */
struct net *stg_read(struct source *source, struct diag *diag);

/* Labels become names: edges those of internal signals, all others dummies.
 * path serves messages only.  The caller checks the stream for errors. */
bool stg_write_net(const struct net *net, const char *path, FILE *out,
                   struct diag *diag);

#endif
