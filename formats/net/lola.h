/* lola.h - the place/transition nets of LoLA.  The grammar is in
 * doc/FORMATS.md. */
#ifndef LOLA_H
#define LOLA_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Do these first bytes of a file look like this format? */
bool lola_probe(const char *page, size_t len);

/* The net, or NULL with a report. */
struct net *lola_read(struct source *source, struct diag *diag);

/* Labels become names; a read arc becomes a pair of arcs.  path serves messages
 * only.  The caller checks the stream for errors. */
bool lola_write_net(const struct net *net, const char *path, FILE *out,
                    struct diag *diag);

/* Is the text a name in LoLA: no keyword, no white space and none of ",;:(){}",
 * and no beginning of a comment? */
bool lola_is_name(const char *text);

#endif
