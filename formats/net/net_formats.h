/* net_formats.h - the formats of nets: a reader and a writer each, and what the
 * writers share.  doc/FORMATS.md has the grammars, and lists what is accepted
 * and what is refused.  registry.c has a row for each format. */
#ifndef NET_FORMATS_H
#define NET_FORMATS_H

#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What the user wants a reader to make of a net.  What has no effect is
 * refused. */
struct net_formats_options {
    bool ptnet;   /* a PNML net is a P/T net, whatever its type says */
    bool untimed; /* without the durations of a net where all transitions have
                     one that may be anything */
};

/* Do these first bytes of a file look like this format?
 *
 * The net, or NULL with a report.  Readers of other formats than PNML do not
 * look at the options.
 *
 * Labels become names; what the format lacks for a read arc becomes a pair of
 * arcs.  path serves messages only.  The caller checks the stream for
 * errors. */
#define NET_FORMAT(name)                                                      \
    bool name##_probe(const char *page, size_t len);                          \
    struct net *name##_read(struct source *source,                            \
                            const struct net_formats_options *options,        \
                            struct diag *diag);                               \
    bool name##_write_net(const struct net *net, const char *path, FILE *out, \
                          struct diag *diag);

NET_FORMAT(pnml)
NET_FORMAT(llnet)
NET_FORMAT(tina)
NET_FORMAT(stg)
NET_FORMAT(lola)
NET_FORMAT(tapn)
#undef NET_FORMAT

/* Is the text a name in LoLA: no keyword, no white space and none of ",;:(){}",
 * and no beginning of a comment? */
bool lola_is_name(const char *text);

/* "an HTML page": what a file with these first bytes seems to be, if it is no
 * net; NULL when they show nothing. */
const char *guess_kind(const char *page, size_t len);

/* What a format cannot say: each function returns false with a report that
 * names the node.
 *
 * Does every label fit?  rule ends the message: "place 'a b' cannot be written:
 * rule". */
bool writable_labels(const struct net *net, bool (*fits)(const char *label),
                     const char *rule, const char *path, struct diag *diag);

/* What arcs a format has besides those of weight 1 that consume, produce and
 * read. */
enum {
    WRITABLE_WEIGHT = 1,
    WRITABLE_INHIBITOR = 2,
    WRITABLE_RESET = 4,
};

/* arcs: some of them, or 0. */
bool writable_arcs(const struct net *net, unsigned arcs, const char *path,
                   struct diag *diag);

#endif
