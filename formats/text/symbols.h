/* symbols.h - the ids of a document and the nodes they denote.
 *
 * An id may be used before its definition.  A reference node denotes another
 * node, possibly through further references.  Symbols are numbered from 0 in
 * the order of their first occurrence. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "base/vec.h"
#include "net/names.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

enum symbols_kind {
    SYMBOL_UNKNOWN, /* used, not yet defined */
    SYMBOL_PLACE,
    SYMBOL_TRANS,
    SYMBOL_PLACE_REF,
    SYMBOL_TRANS_REF,
};

/* Compact: a document has one for each id. */
struct symbols_entry {
    uint32_t kind : 3;    /* enum symbols_kind */
    uint32_t column : 29; /* of the definition; 0 when too large */
    uint32_t line;
    uint32_t target; /* place_id, trans_id, or the number of a symbol */
};

struct symbols {
    const char *file; /* of all the ids */
    struct names ids;
    VEC(struct symbols_entry) at;
};

void symbols_finish(struct symbols *symbols);

uint32_t symbols_intern(struct symbols *symbols, const char *id);
const char *symbols_id(const struct symbols *symbols, uint32_t s);

/* Defines s.  False with a report when s is already defined. */
bool symbols_define(struct symbols *symbols, uint32_t s, enum symbols_kind kind,
                    uint32_t target, struct net_where where, struct diag *diag);

/* Resolves every reference to a place or a transition.  Rejects cycles,
 * references to undefined ids, and references to a node of the other kind.
 * False with a report. */
bool symbols_resolve(struct symbols *symbols, struct diag *diag);

#endif
