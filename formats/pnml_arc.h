/* pnml_arc.h - the arcs of a PNML document.
 *
 * An arc is ordinary or reads.  Every arc that might be of another kind, in any
 * dialect, is refused: with an inhibitor arc read as an ordinary one the answer
 * would be that of another net. */
#ifndef PNML_ARC_H
#define PNML_ARC_H

#include "base/vec.h"
#include "formats/symbols.h"
#include "base/text.h"
#include "formats/xml.h"
#include "net/net.h"

/* One whose ends are not known yet. */
struct pnml_arc {
    uint32_t id;             /* where in texts */
    uint32_t source, target; /* symbols */
    uint32_t line, column;
    bool reads;
};

struct pnml_arc_list {
    const char *file;
    VEC(struct pnml_arc) waiting;
    text_buffer texts;
    text_buffer id, source, target, label; /* of the arc that is being read */
};

void pnml_arc_finish(struct pnml_arc_list *arcs);

/* Can the tag that opens here be an arc? */
bool pnml_arc_is_arc(struct xml *xml);

/* From the opening tag of an arc to its closing one.  An arc whose ends are
 * known goes to the builder, others wait, so that only they take memory. */
bool pnml_arc_read(struct pnml_arc_list *arcs, struct xml *xml,
                   struct symbols *symbols, struct net_builder *builder,
                   struct diag *diag);

/* Adds the arcs that wait, once symbols_resolve() was done. */
bool pnml_arc_finish_net(const struct pnml_arc_list *arcs,
                         const struct symbols *symbols,
                         struct net_builder *builder, struct diag *diag);

#endif
