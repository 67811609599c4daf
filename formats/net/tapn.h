/* tapn.h - nets of TAPAAL, .tapn, as far as they are untimed and have no
 * colours.  doc/FORMATS.md lists what is accepted.
 *
 * A file has several components, which are nets that share some places and
 * transitions. */
#ifndef TAPN_H
#define TAPN_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format?  Any of them looks like
 * PNML, too. */
bool tapn_probe(const char *page, size_t len);

/* The net of all active components, or NULL with a report.  A node that is not
 * shared has the id "component.name"; its name is its label if that is
 * unique. */
struct net *tapn_read(struct source *source, struct diag *diag);

/* Labels become names; a read arc becomes a pair of arcs.  path serves messages
 * only.  The caller checks the stream for errors. */
bool tapn_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag);

#endif
