/* pnml_label.h - the labels of PNML: elements that hold a text or a number,
 * in the ways that dialects write them. */
#ifndef PNML_LABEL_H
#define PNML_LABEL_H

#include "base/text.h"
#include "formats/xml.h"

/* Each begins at the opening tag of the label and ends at its closing one.
 * The text is what stands in it, in <text> or in <value>, with white space
 * collapsed.  In a label that means something, other elements are refused,
 * and about says of what it is: "place 'p'". */
bool pnml_label_read(struct xml *xml, const char *about, text_buffer *text);
bool pnml_label_read_name(struct xml *xml, text_buffer *text);

/* An attribute (NULL: an empty text), white space collapsed as well. */
void pnml_label_from_attribute(const char *value, text_buffer *text);

/* The number in a label; otherwise if there is none.  "Default,1", as PIPE
 * writes it, is 1.  what is "weight", for messages. */
bool pnml_label_amount(struct xml *xml, const char *text, const char *about,
                       const char *what, uint64_t otherwise, uint64_t *value);

#endif
