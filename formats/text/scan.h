/* scan.h - a cursor over the characters of a source, with line and column.
 *
 * CR LF and CR count as LF.  Errors stick: after the first error the cursor is
 * at the end, so loops over the input terminate. */
#ifndef SCAN_H
#define SCAN_H

#include "base/diag.h"
#include "base/text.h"
#include "formats/text/source.h"
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

/* The index of the first byte of a page behind a byte order mark, white space
 * and comments, which go from the given character (0: none) to the end of their
 * line.  For detecting a format; len when there is none. */
size_t scan_prelude(const char *page, size_t len, char comment);

/* Does the page begin with one of the words, which end with NULL, and one of
 * these characters behind it? */
bool scan_begins(const char *page, size_t len, const char *const *words,
                 const char *behind);

/* The next byte, or SCAN_END.  scan_next() also moves past it. */
int scan_peek(struct scan *scan);
int scan_next(struct scan *scan);

/* Each skips: blanks and tabs; white space, which includes line ends; the same
 * with comments, from this character to the end of their line; the rest of the
 * line up to its end. */
void scan_skip_blanks(struct scan *scan);
void scan_skip_space(struct scan *scan);
void scan_skip_gap(struct scan *scan, int comment);
void scan_skip_line(struct scan *scan);

/* Skips white space and such comments; is there more behind them? */
bool scan_more(struct scan *scan, int comment);

/* Does the line end here, maybe with a comment? */
bool scan_at_end(struct scan *scan, int comment);

/* Moves past this character if it is at the cursor. */
bool scan_accept(struct scan *scan, int c);

struct net_where scan_where(const struct scan *scan);

/* Report an error at a given position, or at the cursor.  Always false. */
bool scan_error_at(struct scan *scan, struct net_where where,
                   const char *format, ...)
    __attribute__((format(printf, 3, 4)));
#define scan_error(scan, ...) \
    scan_error_at((scan), scan_where(scan), __VA_ARGS__)

/* "expected a place, found ':'": what is at the cursor.  Always false. */
bool scan_expected(struct scan *scan, const char *what);

/* Moves past this character, which must be at the cursor; past blanks to the
 * end of the line, which must be there. */
bool scan_expect(struct scan *scan, int c);
bool scan_end_line(struct scan *scan, int comment);

/* Appends the next characters, as long as they belong; line ends never do. */
void scan_take(struct scan *scan, bool (*belongs)(int c), text_buffer *text);

/* Each of the next functions reads one item at the cursor; false with a report
 * on errors.  what names the item in messages. */
bool scan_number(struct scan *scan, const char *what, uint32_t *value);

/* A text behind the delimiter at the cursor, up to the closing one; the byte
 * after escape (0: none) is literal. */
bool scan_quoted(struct scan *scan, int close, int escape, text_buffer *text);

/* The characters up to white space or the end. */
bool scan_word(struct scan *scan, text_buffer *text);

/* A name: a word, or a text in double quotes, which a blank or the end of the
 * line follows. */
bool scan_name(struct scan *scan, text_buffer *name);

/* The transition of that name, which was read at `where`; reads one. */
bool scan_find_trans(struct scan *scan, const struct net *net,
                     text_buffer *name, struct net_where where, trans_id *t);
bool scan_trans(struct scan *scan, const struct net *net, text_buffer *name,
                trans_id *t);

/* True when no error has occurred, here or in the source. */
bool scan_finish(struct scan *scan);

/* Text for messages: "'x'", "end of line" or "end of file". */
const char *scan_describe(int c, char text[16]);

/* Is the word one of these, which NULL ends; are their letters the same,
 * capitals or not? */
bool scan_is_any(const char *word, const char *const *words);
bool scan_is_like_any(const char *word, const char *const *words);

#endif
