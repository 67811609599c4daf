/* pnml_label.h - the labels of PNML: elements with a text or a number, as the
 * dialects write them. */
#ifndef PNML_LABEL_H
#define PNML_LABEL_H

#include "base/text.h"
#include "formats/text/xml.h"

/* The node, arc or net that a label or an attribute belongs to, described in a
 * message only when there is one.  Sets of them are sums. */
enum pnml_label_kind {
    PNML_DOCUMENT = 1,
    PNML_NET = 2, /* or a page */
    PNML_PLACE = 4,
    PNML_TRANSITION = 8,
    PNML_ARC = 16,
    PNML_OTHER = 32, /* its id is the description */
};

struct pnml_label_owner {
    enum pnml_label_kind kind;
    const char *id;              /* "" when it has none */
    const char *source, *target; /* of an arc */
};

/* Enough for ordinary ids; longer ones are truncated. */
enum { PNML_LABEL_TEXT = 320 };

/* "place 'p'", "arc 'a' from 'p' to 't'", "the net".  Returns text. */
const char *pnml_label_describe(const struct pnml_label_owner *owner,
                                char text[PNML_LABEL_TEXT]);

/* Each begins at the opening tag of the label and ends at its closing tag.
 * *text becomes the text in it, in its <text> or in its <value>, with white
 * space collapsed.  pnml_label_read() rejects other elements inside. */
bool pnml_label_read(struct xml *xml, const struct pnml_label_owner *owner,
                     text_buffer *text);
bool pnml_label_read_name(struct xml *xml, text_buffer *text);

/* The same for an attribute; NULL gives an empty text. */
void pnml_label_from_attribute(const char *value, text_buffer *text);

/* Parses the number in a label; an empty text gives otherwise.  "Default,1", as
 * PIPE writes it, is 1.  what is "weight", for messages. */
bool pnml_label_amount(struct xml *xml, const char *text,
                       const struct pnml_label_owner *owner, const char *what,
                       uint64_t otherwise, uint64_t *value);

#endif
