/* prolog.h - inspects the bytes before the root element of an XML document.
 *
 * A DOCTYPE can make any parser use unbounded time and memory, and libxml2
 * reports it only after reading the tag behind it.  This module finds it in the
 * bytes before libxml2 sees them.  That requires '<' and '!' to be encoded as
 * in ASCII, possibly with null bytes beside them as in UTF-16.  All other
 * encodings are rejected. */
#ifndef PROLOG_H
#define PROLOG_H

#include <stdbool.h>
#include <stdint.h>

enum prolog_state {
    PROLOG_OUTSIDE, /* outside markup; zero, so the initial state */
    PROLOG_OPENED,  /* "<" */
    PROLOG_BANG,    /* "<!" */
    PROLOG_COMMENT,
    PROLOG_INSTRUCTION, /* "<?", also of the XML declaration */
    PROLOG_OVER,        /* the root element has begun */
    PROLOG_DOCTYPE,
    PROLOG_ENCODING, /* an unknown one; prolog.text holds its name */
};

struct prolog {
    enum prolog_state state;
    uint32_t n;     /* length of the markup; text holds its beginning */
    char text[256]; /* kept for the declaration */
    char before[2]; /* the last two bytes, to see where markup ends */
};

/* Processes the next byte.  False when the document must be rejected; state
 * then holds the reason. */
bool prolog_pass(struct prolog *prolog, char c);

#endif
