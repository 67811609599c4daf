/* xml.h - a safe interface to libxml2's push parser.
 *
 * It delivers the tags of a document in order, with their positions; its memory
 * does not grow with the document.  It fetches nothing and expands no entity.
 * A DOCTYPE is an error: no format of ours needs one.
 *
 *     struct xml *xml = xml_open(source, diag);
 *     while (xml_next(xml))
 *         ... xml_is(xml, "place"), xml_attribute(xml, "id") ...
 *     ok = !xml_failed(xml);
 *     xml_close(xml); */
#ifndef XML_H
#define XML_H

#include "base/diag.h"
#include "formats/text/source.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

struct xml;

struct xml *xml_open(struct source *source, struct diag *diag);
void xml_close(struct xml *xml);

/* Moves to the next tag; false at the end and after an error, which sticks.  An
 * empty element has an opening and a closing tag, too. */
bool xml_next(struct xml *xml);

/* Is this an opening tag?  Otherwise it is a closing one. */
bool xml_opens(const struct xml *xml);

/* The name of the tag, without its prefix. */
const char *xml_name(const struct xml *xml);
bool xml_is(const struct xml *xml, const char *name);

/* The number of enclosing elements: 0 for the root; the same for the opening
 * and the closing tag. */
uint32_t xml_depth(const struct xml *xml);

/* The value of an attribute of the opening tag, without a prefix, or NULL;
 * valid until the next call of xml_next() or xml_skip(). */
const char *xml_attribute(const struct xml *xml, const char *name);

/* Has the tag this attribute with this value? */
bool xml_has(const struct xml *xml, const char *name, const char *value);

/* All attributes of the tag: how many, and the name of one; *prefix is "" when
 * it has none. */
uint32_t xml_attribute_count(const struct xml *xml);
const char *xml_attribute_name(const struct xml *xml, uint32_t i,
                               const char **prefix);

/* The position of the tag. */
struct net_where xml_where(const struct xml *xml);

/* The text between the previous tag and this one, without what xml_skip()
 * skipped.  Valid until the next call of xml_next() or xml_skip(). */
const char *xml_before(const struct xml *xml);

/* Moves from an opening tag to its closing tag. */
bool xml_skip(struct xml *xml);

/* Was there "--" within a comment?  where is that of the first one; the reader
 * warns of it. */
#define XML_FLAW \
    "'--' in a comment, which XML forbids: comments end at the next '-->'"
bool xml_flawed(const struct xml *xml, struct net_where *where);

/* Report an error, at the tag or elsewhere, and end the reading.  Always
 * false. */
#define xml_error(xml, ...) xml_error_at((xml), xml_where(xml), __VA_ARGS__)
bool xml_error_at(struct xml *xml, struct net_where where, const char *format,
                  ...) __attribute__((format(printf, 3, 4)));
bool xml_failed(const struct xml *xml);

#endif
