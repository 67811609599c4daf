/* pnml.h - the parts of the reader of PNML documents.
 *
 * --- pnml_label.c: the elements that describe a node, an arc or a net, labels
 * with a text or a number, as the dialects write them, and the messages about
 * whom they describe. */
#ifndef PNML_H
#define PNML_H

#include "base/text.h"
#include "base/vec.h"
#include "formats/text/symbols.h"
#include "formats/text/xml.h"
#include "net/names.h"
#include "net/net.h"

#include <stdbool.h>

/* A set of kinds is a sum. */
enum pnml_label_kind {
    PNML_DOCUMENT = 1,
    PNML_NET = 2, /* or a page */
    PNML_PLACE = 4,
    PNML_TRANSITION = 8,
    PNML_ARC = 16,
};

/* The current element, to which labels and attributes belong. */
struct pnml_label_owner {
    struct xml *xml;
    struct net_builder *builder; /* gets the warnings */
    enum pnml_label_kind kind;
    bool tapaal;                /* the document is one of TAPAAL */
    text_buffer prefix;         /* of ids in a component of it: "component." */
    text_buffer id;             /* of a node or an arc; "": it has none */
    text_buffer source, target; /* of an arc */
    text_buffer text;           /* of the last label */
};

void pnml_label_finish(struct pnml_label_owner *owner);

/* "place 'p'", "arc 'a' from 'p' to 't'", "the net".  The room is enough for
 * ordinary ids; longer ones are truncated.  Returns text. */
enum { PNML_LABEL_TEXT = 320 };

const char *pnml_label_describe(const struct pnml_label_owner *owner,
                                char text[PNML_LABEL_TEXT]);

/* Reports an error at the current tag: "place 'p' has a guard" where the format
 * gives "has a guard".  The next one ends in "the net is timed, ...".  Always
 * false. */
bool pnml_label_error(const struct pnml_label_owner *owner, const char *format,
                      ...) __attribute__((format(printf, 2, 3)));
bool pnml_label_timed(const struct pnml_label_owner *owner, const char *what);

/* From the opening tag of a label to its closing tag.  *text becomes the text
 * in it, in its <text> or in its <value>, with white space collapsed.
 * pnml_label_read() reads into owner->text and rejects other elements inside;
 * in a name they are harmless. */
bool pnml_label_read(struct pnml_label_owner *owner);
bool pnml_label_read_name(struct xml *xml, text_buffer *text);

/* The same for an attribute; an empty text if there is none. */
const char *pnml_label_attribute(struct xml *xml, const char *name,
                                 text_buffer *text);

/* The same for the id of a node, which begins with the prefix. */
void pnml_label_id(const struct pnml_label_owner *owner, const char *name,
                   text_buffer *text);

/* From the opening tag of a colour to its closing tag.  False with a report,
 * unless it is the only colour of a net without colours, which TAPAAL writes
 * everywhere; its initial marking of colours repeats the number of tokens. */
bool pnml_label_colour(struct pnml_label_owner *owner);

/* Parses the number in a label; an empty text gives otherwise.  "Default,1", as
 * PIPE writes it, is 1.  what is "weight", for messages. */
bool pnml_label_amount(const struct pnml_label_owner *owner, const char *text,
                       const char *what, uint64_t otherwise, uint64_t *value);

/* The same from the opening to the closing tag of a label. */
bool pnml_label_read_amount(struct pnml_label_owner *owner, const char *what,
                            uint64_t otherwise, uint64_t *value);

/* --- pnml_dialect.c: the additions of tools, and which of them are harmless.
 *
 * One table lists the attributes and elements that do not change behaviour:
 * drawings, names, ids of editors, rates.  An attribute or an element of a node
 * or an arc that neither the reader nor the table knows is an error, since it
 * may be a guard, a delay or a colour.  In a net, a page or the document it is
 * a warning; but an element with a place, a transition or an arc in it is an
 * error, and so is an element of a net of TAPAAL. */

/* Looks at the attributes of the current opening tag.  False with a report if
 * one is an error (see above); warns of the others that are not known. */
bool pnml_dialect_attributes(const struct pnml_label_owner *owner);

/* Skips the current element, a child of the owner, if it is harmless.  If not,
 * reports it, or warns and skips it (see above). */
bool pnml_dialect_skip(const struct pnml_label_owner *owner);

enum pnml_dialect_type {
    PNML_TYPE_PT, /* a place/transition net, in any spelling */
    PNML_TYPE_COLOURED,
    PNML_TYPE_UNKNOWN,
};

/* The type that the text means: a URI or a name.  The types of nets with
 * inhibitor or reset arcs are PNML_TYPE_PT: the arcs tell. */
enum pnml_dialect_type pnml_dialect_type(const char *text);

/* --- pnml_arc.c: the arcs.
 *
 * An arc is ordinary, a read arc or an inhibitor arc, with a weight.  Every arc
 * that may be of another kind, in any dialect, is rejected: a reset arc read as
 * an ordinary one would give the answer for another net. */

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

/* --- pnml_nupn.c: the units of a NUPN, in a <toolspecific> element.
 *
 * The units are a claim about the net that no answer needs.  So an error in
 * them is a warning, and then the net has no units. */

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
