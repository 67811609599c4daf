/* xml.h - a guard round libxml2's xmlTextReader.
 *
 * Hands out the elements of a document one after another, with the place of
 * their tags, in memory that does not grow with the document.  Nothing is
 * fetched, no entity is expanded: a DOCTYPE is an error, since nothing in our
 * formats needs one.
 *
 *     struct xml *xml = xml_open(source, diag);
 *     while (xml_next(xml))
 *         ... xml_is(xml, "place"), xml_attribute(xml, "id") ...
 *     ok = !xml_failed(xml);
 *     xml_close(xml); */
#ifndef XML_H
#define XML_H

#include "base/diag.h"
#include "formats/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

struct xml;

struct xml *xml_open(struct source *source, struct diag *diag);
void xml_close(struct xml *xml);

/* On to the next tag; false at the end and after an error, which sticks.  An
 * empty element has two tags all the same. */
bool xml_next(struct xml *xml);

/* Is this an opening tag?  Else it closes. */
bool xml_opens(const struct xml *xml);

/* The name of the tag, without its prefix. */
const char *xml_name(const struct xml *xml);
bool xml_is(const struct xml *xml, const char *name);

/* Elements around this one: 0 for the root, the same for both its tags. */
uint32_t xml_depth(const struct xml *xml);

/* An attribute of the opening tag, or NULL; valid until the next call. */
const char *xml_attribute(struct xml *xml, const char *name);

/* Where the tag begins. */
struct net_where xml_where(const struct xml *xml);

/* The text between the tag before and this one.  What xml_skip() passed over
 * is not kept. */
const char *xml_before(struct xml *xml);

/* From an opening tag to its closing one. */
bool xml_skip(struct xml *xml);

/* Reports, and ends the reading.  Always false. */
bool xml_error(struct xml *xml, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
bool xml_error_at(struct xml *xml, struct net_where where, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));
bool xml_failed(const struct xml *xml);

#endif
