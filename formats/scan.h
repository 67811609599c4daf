/* scan.h - a cursor over the characters of a source, which knows line and
 * column.
 *
 * CR LF and CR count as LF.  Errors stick: after the first one the cursor
 * stands at the end, so that loops over the input stop by themselves. */
#ifndef SCAN_H
#define SCAN_H

#include "base/diag.h"
#include "formats/source.h"
#include "base/text.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

enum { SCAN_END = -1 };

struct scan {
    struct source *source;
    struct diag *diag;
    char page[16384];
    size_t at, len;
    uint32_t line, column; /* of the next character, from 1 */
    bool failed;
};

void scan_init(struct scan *scan, struct source *source, struct diag *diag);

/* The next byte, or SCAN_END; scan_next() moves past it. */
int scan_peek(struct scan *scan);
int scan_next(struct scan *scan);

/* Blanks and tabs; white space, which is these and line ends; what is left of
 * the line, without its end. */
void scan_skip_blanks(struct scan *scan);
void scan_skip_space(struct scan *scan);
void scan_skip_line(struct scan *scan);

struct net_where scan_where(const struct scan *scan);

/* Reports at a place met before, or at the cursor.  Always false. */
bool scan_error_at(struct scan *scan, struct net_where where,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool scan_error(struct scan *scan, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Each of these reads one thing at the cursor, or reports and returns false.
 * what: how to call the thing in a message. */
bool scan_number(struct scan *scan, const char *what, uint32_t *value);

/* A text from one delimiter to another, which escape (0: none) protects. */
bool scan_quoted(struct scan *scan, int open, int close, int escape,
                 text_buffer *text);

/* The characters up to white space or the end. */
bool scan_word(struct scan *scan, text_buffer *text);

/* Ends well: nothing failed, neither here nor in the source. */
bool scan_finish(struct scan *scan);

/* "'x'", "end of line" or "end of file", for messages. */
const char *scan_describe(int c, char text[16]);

#endif
