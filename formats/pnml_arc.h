/* pnml_arc.h - the arcs of a PNML document.
 *
 * An arc is ordinary or reads; everything that might be of another kind, in
 * any dialect, is refused: to take an inhibitor arc for an ordinary one would
 * be to answer for another net. */
#ifndef PNML_ARC_H
#define PNML_ARC_H

#include "net.h"
#include "symbols.h"
#include "text.h"
#include "vec.h"
#include "xml.h"

struct pnml_arc {
    uint32_t id;             /* where in texts */
    uint32_t source, target; /* symbols */
    struct net_where where;
    bool reads;
};

struct pnml_arcs {
    VEC(struct pnml_arc) at;
    text_buffer texts;
    text_buffer id, source, target, label; /* of the arc that is being read */
};

void pnml_arc_finish(struct pnml_arcs *arcs);

/* Can the tag that opens here be an arc? */
bool pnml_arc_is_arc(struct xml *xml);

/* From the opening tag of an arc to its closing one. */
bool pnml_arc_read(struct pnml_arcs *arcs, struct xml *xml,
                   struct symbols *symbols);

/* Adds the arcs to the net, once symbols_resolve() was done. */
bool pnml_arc_build(const struct pnml_arcs *arcs, const struct symbols *symbols,
                    struct net_builder *builder, struct diag *diag);

#endif
