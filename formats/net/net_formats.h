/* net_formats.h - the formats of nets: a reader and a writer each, and what the
 * writers share.  doc/FORMATS.md has the grammars, and lists what is accepted
 * and what is refused.  registry.c has a row for each format. */
#ifndef NET_FORMATS_H
#define NET_FORMATS_H

#include "base/text.h"
#include "formats/text/source.h"
#include "formats/text/xml_write.h"
#include "net/names.h"
#include "net/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct registry_options; /* registry.h */

/* What a reader gets, and the builder that it fills. */
struct net_formats_input {
    struct source *source;
    const struct registry_options *options;
    struct net_builder *builder;
    struct names *places, *transitions; /* of the builder */
    struct diag *diag;
};

/* The kinds of arcs that a format has besides arcs of weight 1 that consume,
 * produce or read. */
enum {
    WRITABLE_WEIGHT = 1,
    WRITABLE_INHIBITOR = 2,
    WRITABLE_RESET = 4,
    WRITABLE_ALL = 7,
};

/* What a format can say. */
struct net_formats_scope {
    bool (*fits)(const char *label); /* NULL: its writer looks at labels */
    const char *rule;                /* "place 'a b' cannot be written: rule" */
    unsigned arcs;                   /* some of those above */
    const char *needs; /* a place and a transition, in words; NULL: nothing */
};

/* Can the format say all of the net?  Otherwise false with a report that names
 * the node. */
bool writable(const struct net_formats_scope *scope, const struct net *net,
              const char *path, struct diag *diag);

/* Reports a node that cannot be written.  Always false. */
bool writable_refuse(const char *kind, const char *label, const char *why,
                     const char *path, struct diag *diag);

/* Do these first bytes of a file look like this format?
 *
 * Reads a net; false with a report.
 * Readers of other formats than PNML do not look at the options.
 *
 * Writes a net that is writable.  Labels become names; in a format without read
 * arcs a read arc becomes a pair of arcs. path serves messages only.  The
 * caller checks the stream for errors. */
#define NET_FORMAT(name)                                  \
    bool name##_probe(const char *page, size_t len);      \
    bool name##_read(const struct net_formats_input *in); \
    NET_WRITER(name)
#define NET_WRITER(name)                                                      \
    extern const struct net_formats_scope name##_write_scope;                 \
    bool name##_write_net(const struct net *net, const char *path, FILE *out, \
                          struct diag *diag);

NET_FORMAT(pnml)
NET_FORMAT(llnet)
NET_FORMAT(tina)
NET_FORMAT(stg)
NET_FORMAT(lola)
NET_WRITER(tapn) /* what reads PNML reads it, too */
NET_FORMAT(bnet)
#undef NET_FORMAT
#undef NET_WRITER

/* Begins a document of PNML: a P/T net with this id and the name of the net. */
void pnml_write_head(struct xml_write *xml, const struct net *net,
                     const char *id);

#endif
