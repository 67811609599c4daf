/* pnml_label.h - the elements of PNML that describe a node, an arc or a net:
 * labels with a text or a number, as the dialects write them, and the messages
 * about whom they describe. */
#ifndef PNML_LABEL_H
#define PNML_LABEL_H

#include "base/text.h"
#include "formats/text/xml.h"
#include "net/net.h"

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

#endif
