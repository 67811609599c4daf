/* prolog.h - watches what stands before the root element of an XML document.
 *
 * A DOCTYPE can take any parser unbounded time and memory, and libxml2 reports
 * it only after the tag that follows it.  So this module finds it in the bytes
 * before libxml2 reads them.  This is safe as long as '<' and '!' are encoded
 * as in ASCII, or with null bytes beside them as in UTF-16.  Other encodings
 * are refused. */
#ifndef PROLOG_H
#define PROLOG_H

#include <stdbool.h>
#include <stdint.h>

enum prolog_state {
    PROLOG_OUTSIDE, /* of all markup: all zero is the start */
    PROLOG_OPENED,  /* "<" */
    PROLOG_BANG,    /* "<!" */
    PROLOG_COMMENT,
    PROLOG_INSTRUCTION, /* "<?", the XML declaration among them */
    PROLOG_OVER,        /* the root element has begun */
    PROLOG_DOCTYPE,
    PROLOG_ENCODING, /* of an unknown kind; prolog.text holds its name */
};

struct prolog {
    enum prolog_state state;
    uint32_t n;     /* bytes of the markup, and as many as fit in text */
    char text[256]; /* kept for the declaration */
    char before[2]; /* the last two bytes, to see where markup ends */
};

/* Takes the next byte; false when the document is to be refused, and then
 * state tells why. */
bool prolog_pass(struct prolog *prolog, char c);

#endif
