/* pnml_label.h - the labels of PNML: elements with a text or a number, as the
 * dialects write them. */
#ifndef PNML_LABEL_H
#define PNML_LABEL_H

#include "base/text.h"
#include "formats/net/pnml_owner.h"
#include "formats/text/xml.h"

/* Each begins at the opening tag of the label and ends at its closing tag.
 * *text becomes the text in it, in its <text> or in its <value>, with white
 * space collapsed.  pnml_label_read() rejects other elements inside. */
bool pnml_label_read(struct xml *xml, const struct pnml_owner *owner,
                     text_buffer *text);
bool pnml_label_read_name(struct xml *xml, text_buffer *text);

/* The same for an attribute; NULL gives an empty text. */
void pnml_label_from_attribute(const char *value, text_buffer *text);

/* Parses the number in a label; an empty text gives otherwise.  "Default,1", as
 * PIPE writes it, is 1.  what is "weight", for messages. */
bool pnml_label_amount(struct xml *xml, const char *text,
                       const struct pnml_owner *owner, const char *what,
                       uint64_t otherwise, uint64_t *value);

#endif
