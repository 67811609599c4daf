/* pnml_dialect.h - the additions of tools to PNML, and which additions are
 * harmless.
 *
 * One table lists the attributes and elements that do not change behaviour:
 * drawings, names, ids of editors, rates.  An attribute or an element of a node
 * or an arc that neither the reader nor the table knows is an error, since it
 * may be a guard, a delay or a colour.  In a net, a page or the document it is
 * a warning; but an element with a place, a transition or an arc in it is an
 * error, and so is an element of a net of TAPAAL. */
#ifndef PNML_DIALECT_H
#define PNML_DIALECT_H

#include "formats/net/pnml_label.h"

#include <stdbool.h>

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

#endif
