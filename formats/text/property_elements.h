/* property_elements.h - the elements of the formulas of a property file.
 *
 * One table has a row for each: its name and what it makes of its parts.  The
 * elements for places, numbers and transitions are its leaves; sums,
 * comparisons and operators join them.  A formula that has EF, AG or AG EF at
 * its beginning, and temporal operators nowhere else, stays a condition on
 * markings; any other one is about paths (property_paths.h). */
#ifndef PROPERTY_ELEMENTS_H
#define PROPERTY_ELEMENTS_H

#include "formats/text/property_formula.h"

/* Reads from the opening tag of <formula> to its closing tag and leaves the
 * values of its parts in f->values.  False with a report where an element is
 * unknown or needs other parts, or the file is no XML. */
bool property_elements_read(struct property_formula *f);

#endif
