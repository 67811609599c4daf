/* symbols.h - the ids of a document, and what they stand for.
 *
 * An id may be used before it is defined, and a reference node stands for
 * another node, maybe through others.  Symbols are numbered from 0 in the
 * order in which their ids were first met. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include "base/vec.h"
#include "net/names.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

enum symbols_kind {
    SYMBOL_UNKNOWN, /* used, not defined */
    SYMBOL_PLACE,
    SYMBOL_TRANS,
    SYMBOL_PLACE_REF,
    SYMBOL_TRANS_REF,
};

/* There are as many as the document has ids: kept small. */
struct symbols_entry {
    uint32_t kind : 3;    /* enum symbols_kind */
    uint32_t column : 29; /* where it is defined; 0 when beyond */
    uint32_t line;
    uint32_t target; /* place_id, trans_id, or the number of a symbol */
};

struct symbols {
    const char *file; /* that all of them are from */
    struct names ids;
    VEC(struct symbols_entry) at;
};

void symbols_finish(struct symbols *symbols);

uint32_t symbols_intern(struct symbols *symbols, const char *id);
const char *symbols_id(const struct symbols *symbols, uint32_t s);

/* Says what s is; false with a report when that was said before. */
bool symbols_define(struct symbols *symbols, uint32_t s, enum symbols_kind kind,
                    uint32_t target, struct net_where where, struct diag *diag);

/* Makes every reference a place or a transition.  Refuses cycles, references
 * to nothing, and those to a node of the other kind. */
bool symbols_resolve(struct symbols *symbols, struct diag *diag);

#endif
