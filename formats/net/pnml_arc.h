/* pnml_arc.h - the arcs of a PNML document.
 *
 * An arc is ordinary, a read arc or an inhibitor arc, with a weight.  Every arc
 * that may be of another kind, in any dialect, is rejected: a reset arc read as
 * an ordinary one would give the answer for another net. */
#ifndef PNML_ARC_H
#define PNML_ARC_H

#include "formats/net/pnml_label.h"
#include "formats/text/symbols.h"

/* An arc with an end that is not yet known. */
struct pnml_arc {
    uint32_t id;             /* offset in texts */
    uint32_t source, target; /* symbols */
    uint32_t line, column;
    uint32_t weight;
    enum net_given_kind kind; /* GIVEN_CONSUME: ordinary, in either direction */
};

struct pnml_arc_list {
    VEC(struct pnml_arc) waiting;
    text_buffer texts;
    uint32_t weight; /* of the current arc; 0: none is given */
};

void pnml_arc_finish(struct pnml_arc_list *arcs);

/* Can the current opening tag be an arc? */
bool pnml_arc_is_arc(struct xml *xml);

/* Reads an arc, from its opening tag to its closing tag.  The arc goes to the
 * builder when both ends are known; otherwise it is kept until the end, so
 * memory grows with such arcs only. */
bool pnml_arc_read(struct pnml_arc_list *arcs, struct pnml_label_owner *now,
                   struct symbols *symbols);

/* Adds the kept arcs.  Call it after symbols_resolve(). */
bool pnml_arc_finish_net(const struct pnml_arc_list *arcs,
                         struct pnml_label_owner *now,
                         const struct symbols *symbols);

#endif
