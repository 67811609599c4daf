/* comments.h - "--" within the comments of an XML document.
 *
 * XML forbids it, and many programs write it: command lines, rules of hyphens.
 * A comment ends at the first "-->".  This module overwrites hyphens by blanks
 * in the bytes that libxml2 will see, since its own way to read on after this
 * error misses the end of a comment that ends in "--->".  The encoding must
 * agree with ASCII. */
#ifndef COMMENTS_H
#define COMMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum comments_state {
    COMMENTS_OUTSIDE, /* zero, so the initial state */
    COMMENTS_OPENED,  /* "<" */
    COMMENTS_BANG,    /* "<!" */
    COMMENTS_HYPHEN,  /* "<!-" */
    COMMENTS_INSIDE,
    COMMENTS_SECTION,     /* "<![" of CDATA */
    COMMENTS_INSTRUCTION, /* "<?" */
};

struct comments {
    enum comments_state state;
    uint32_t run; /* of hyphens, brackets or question marks before this byte */
};

/* Changes the next n bytes.  *first is the first hyphen that was overwritten,
 * or NULL. Returns the number of undecided hyphens at the end, with which the
 * next call must begin. */
size_t comments_mend(struct comments *comments, char *bytes, size_t n,
                     const char **first);

#endif
