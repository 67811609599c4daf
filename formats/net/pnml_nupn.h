/* pnml_nupn.h - the units of a NUPN, in a <toolspecific> element.
 *
 * The units are a claim about the net that no answer needs.  So an error in
 * them is a warning, and then the net has no units. */
#ifndef PNML_NUPN_H
#define PNML_NUPN_H

#include "base/text.h"
#include "base/vec.h"
#include "formats/text/symbols.h"
#include "formats/text/xml.h"
#include "net/names.h"
#include "net/net.h"

struct pnml_nupn_unit {
    uint32_t parent; /* UNITS_NONE: none is known */
    bool described;
};

struct pnml_nupn_place {
    uint32_t unit, symbol;
};

struct pnml_nupn {
    bool seen;
    struct net_where where;
    char problem[160]; /* "": none */
    struct names ids;  /* of units */
    VEC(struct pnml_nupn_unit) units;
    VEC(struct pnml_nupn_place) places; /* as listed */
    uint32_t n_described;
    uint64_t size[2]; /* places and transitions, as the file says */
    uint64_t n_units; /* the same */
    bool has_size, has_structure, safe;
    text_buffer root, list;
};

void pnml_nupn_finish(struct pnml_nupn *nupn);

/* Reads the element <toolspecific tool="nupn">, from its opening tag to its
 * closing tag.  False only if the document cannot be read. */
bool pnml_nupn_read(struct pnml_nupn *nupn, struct xml *xml,
                    struct symbols *symbols);

/* Gives the units to the builder, or warns.  Call it after
 * symbols_resolve(). */
void pnml_nupn_build(struct pnml_nupn *nupn, const struct symbols *symbols,
                     uint32_t n_places, uint32_t n_transitions,
                     struct net_builder *builder);

#endif
