/* tapn_check.h - what a .tapn must not have: time, colours, and attributes that
 * are not known.
 *
 * Each function looks at the current opening tag; about describes its node or
 * arc in the message, and text is scratch.  False with a report. */
#ifndef TAPN_CHECK_H
#define TAPN_CHECK_H

#include "base/text.h"
#include "formats/text/xml.h"

#include <stdbool.h>

/* Are all attributes known, those of the nodes and arcs of TAPAAL? */
bool tapn_check_attributes(struct xml *xml, const char *about);

/* Is the invariant of a place < inf, or missing? */
bool tapn_check_invariant(struct xml *xml, const char *about,
                          text_buffer *text);

/* Is the interval of an arc [0,inf), or is there none? */
bool tapn_check_interval(struct xml *xml, const char *about, text_buffer *text);

/* Reads a <type> or a <hlinscription>, from its opening to its closing tag.
 * Does it name the only colour of a net without colours?  TAPAAL writes that
 * colour everywhere. */
bool tapn_check_colour(struct xml *xml, const char *about, text_buffer *text);

#endif
