/* xml_bytes.h - the bytes of an XML document before libxml2 reads them.
 *
 * They come in pages.  This module finds where the tags are, of which libxml2
 * tells the end, and mends comments.
 *
 * XML forbids "--" within comments, and many programs write it: command lines,
 * rules of hyphens.  A comment ends at the first "-->".  Hyphens become blanks
 * in the bytes that libxml2 will see, since its own way to read on after this
 * error misses the end of a comment that ends in "--->".  Bytes of a comment
 * that depend on later bytes begin the next page.
 *
 * The encoding must agree with ASCII; in UTF-16, bytes are left as they are. */
#ifndef XML_BYTES_H
#define XML_BYTES_H

#include "base/vec.h"
#include "formats/text/source.h"

#include <stdint.h>

struct xml_bytes_position {
    uint32_t line, column; /* from 1 */
};

enum xml_bytes_state {
    XML_BYTES_OUTSIDE, /* zero, so the initial state */
    XML_BYTES_OPENED,  /* "<" */
    XML_BYTES_BANG,    /* "<!" */
    XML_BYTES_HYPHEN,  /* "<!-" */
    XML_BYTES_COMMENT,
    XML_BYTES_SECTION,     /* "<![" of CDATA */
    XML_BYTES_INSTRUCTION, /* "<?" */
};

struct xml_bytes {
    struct source *source;
    char page[8192];
    size_t n_left; /* bytes behind the page, with which the next one begins */
    bool at_end;   /* of the source */
    bool is_wide;  /* UTF-16 */
    bool is_plain; /* UTF-8: set by the parser, which passes no starts then */
    enum xml_bytes_state state;
    uint32_t run; /* of hyphens, brackets or question marks before this byte */
    struct xml_bytes_position counted; /* of a byte up to which bytes are
                                          counted */
    struct xml_bytes_position opened;  /* of the last "<" */
    struct xml_bytes_position flaw; /* the first "--" in a comment; line 0: none
                                     */
    VEC(struct xml_bytes_position) tags; /* where tags and DOCTYPE begin */
    uint32_t n_taken;                    /* of them, by xml_bytes_take() */
    VEC(uint32_t) starts;                /* of markup in the page, as offsets */
    uint32_t n_passed;                   /* of them, by xml_bytes_pass() */
};

/* `bytes` is all zero; the source is borrowed. */
void xml_bytes_init(struct xml_bytes *bytes, struct source *source);
void xml_bytes_finish(struct xml_bytes *bytes);

/* Reads the next page and returns how many bytes it has; 0 at the end, and when
 * the source has failed. */
size_t xml_bytes_read(struct xml_bytes *bytes);

/* Scans the first n bytes of the page, with those that were left before, and
 * returns how many of them are left. */
size_t xml_bytes_scan(struct xml_bytes *bytes, size_t n);

/* The offset of the next "<" of markup in the page that was not passed; n:
 * there is none in its n bytes. */
size_t xml_bytes_pass(struct xml_bytes *bytes, size_t n);

/* Where the next tag begins, of those that were not taken. */
struct xml_bytes_position xml_bytes_take(struct xml_bytes *bytes);

#endif
