/* xml_page.h - an XML document, page by page: its bytes, with positions in
 * them.
 *
 * A page has the bytes that are parsed at once.  A comment that "--" makes
 * ill-formed is mended first (comments.h); bytes of the comment that depend on
 * later bytes are left behind the page and begin the next page. */
#ifndef XML_PAGE_H
#define XML_PAGE_H

#include "formats/text/comments.h"
#include "formats/text/source.h"

#include <stdbool.h>
#include <stdint.h>

struct xml_page_position {
    uint32_t line, column; /* from 1 */
};

struct xml_page {
    struct source *source;
    char bytes[8192];
    size_t len;      /* of those that the parser was given */
    uint64_t offset; /* of the page in the document */
    struct comments comments;
    size_t n_left; /* bytes behind the page, with which the next one begins */
    struct xml_page_position
        flaw;     /* the first "--" in a comment; line 0: none */
    bool at_end;  /* of the source */
    bool by_line; /* UTF-16: bytes give no position, and comments are left */

    /* Of the byte behind the counted ones; of the last '<' before the page. */
    uint64_t n_counted;
    struct xml_page_position next, opened;
};

/* `page` is all zero; the source is borrowed. */
void xml_page_init(struct xml_page *page, struct source *source);

/* Reads the next page and returns how many bytes it has; 0 at the end, and when
 * the source has failed.  xml_page_leave() gets that number before the next
 * page is read. */
size_t xml_page_read(struct xml_page *page);
void xml_page_leave(struct xml_page *page, size_t n);

/* Where the markup begins that is open before `end`, a byte of the page. */
struct xml_page_position xml_page_locate(struct xml_page *page,
                                         const char *end);

#endif
