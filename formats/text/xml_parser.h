/* xml_parser.h - libxml2's push parser at work: from pages of bytes to tags.
 *
 * The parser is pushed a page at a time.  Its callbacks queue the tags of the
 * page: callbacks are faster than xmlTextReader, which builds a tree, and
 * readers stay plain loops.  Input that could take unbounded time or memory is
 * refused: a DOCTYPE, and a tag, text or comment of more than 32 MB. */
#ifndef XML_PARSER_H
#define XML_PARSER_H

#include "base/diag.h"
#include "base/mem.h"
#include "formats/text/xml_bytes.h"
#include "formats/text/xml_calls.h"
#include "formats/text/xml_queue.h"

struct xml_parser {
    struct xml_calls calls;
    xmlParserCtxtPtr parser; /* NULL: there is no libxml2, which is late */
    struct xml_bytes bytes;
    struct xml_queue queue; /* of the page */
    struct diag late;       /* what is wrong behind the queue */
    uint32_t n_open;
    uint32_t mute; /* drop all that is deeper; UINT32_MAX: nothing */
    size_t piece;  /* bytes since the last '>' */
    struct xml_bytes_position where; /* of the last tag */
    bool is_empty;                   /* it opens an element and closes it */
    bool whole;                      /* the root element is closed */
    struct mem_guard guard;
};

/* `p` is all zero and stays where it is; the source is borrowed.  A missing
 * libxml2 is reported as any error is, behind the tags. */
void xml_parser_open(struct xml_parser *p, struct source *source);
void xml_parser_close(struct xml_parser *p);

/* Has the queue all tags that come, so that p->late says what is wrong? */
bool xml_parser_is_done(const struct xml_parser *p);

/* Replaces the tags of the queue by those of the next page, maybe none. */
void xml_parser_read(struct xml_parser *p);

/* Drops all up to the closing tag at that depth. */
void xml_parser_mute(struct xml_parser *p, uint32_t depth);

#endif
