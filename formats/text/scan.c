#include "formats/text/scan.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool refill(struct scan *scan)
{
    scan->at = 0;
    scan->len = source_read(scan->source, scan->page, sizeof scan->page);
    if (!scan->len && source_failed(scan->source, scan->diag))
        scan->failed = true;
    return scan->len > 0;
}

/* Some editors begin UTF-8 files with a byte order mark. */
static void skip_mark(struct scan *scan)
{
    if (refill(scan) && scan->len >= 3 &&
        !memcmp(scan->page, "\xef\xbb\xbf", 3))
        scan->at = 3;
}

size_t scan_prelude(const char *page, size_t len, char comment)
{
    size_t i = len >= 3 && !memcmp(page, "\xef\xbb\xbf", 3) ? 3 : 0;
    bool inside = false;

    for (; i < len; i++) {
        const bool end = page[i] == '\n' || page[i] == '\r';

        inside = (inside || (comment && page[i] == comment)) && !end;
        if (!inside && !end && page[i] != ' ' && page[i] != '\t')
            return i;
    }
    return len;
}

bool scan_begins(const char *page, size_t len, const char *const *words,
                 const char *behind)
{
    for (; *words; words++) {
        const size_t n = strlen(*words);

        if (len > n && !memcmp(page, *words, n) && page[n] != '\0' &&
            strchr(behind, page[n]))
            return true;
    }
    return false;
}

void scan_init(struct scan *scan, struct source *source, struct diag *diag)
{
    scan->source = source;
    scan->diag = diag;
    scan->at = scan->len = 0;
    scan->line = scan->column = 1;
    scan->failed = false;
    skip_mark(scan);
}

int scan_peek(struct scan *scan)
{
    if (scan->failed || (scan->at == scan->len && !refill(scan)))
        return SCAN_END;

    const unsigned char c = (unsigned char)scan->page[scan->at];

    return c == '\r' ? '\n' : c;
}

/* Columns count characters: continuation bytes of UTF-8 do not count. */
static void advance(struct scan *scan, int c)
{
    if (c == '\n') {
        scan->line += scan->line < UINT32_MAX;
        scan->column = 1;
    } else if ((c & 0xc0) != 0x80) {
        scan->column += scan->column < UINT32_MAX;
    }
}

int scan_next(struct scan *scan)
{
    const int c = scan_peek(scan);

    if (c == SCAN_END)
        return c;

    const bool cr = scan->page[scan->at++] == '\r';

    advance(scan, c);
    if (cr && (scan->at < scan->len || refill(scan)) &&
        scan->page[scan->at] == '\n')
        scan->at++;
    return c;
}

void scan_skip_blanks(struct scan *scan)
{
    while (scan_peek(scan) == ' ' || scan_peek(scan) == '\t')
        (void)scan_next(scan);
}

void scan_skip_gap(struct scan *scan, int comment)
{
    for (scan_skip_space(scan); scan_peek(scan) == comment;
         scan_skip_space(scan))
        scan_skip_line(scan);
}

bool scan_more(struct scan *scan, int comment)
{
    scan_skip_gap(scan, comment);
    return scan_peek(scan) != SCAN_END;
}

bool scan_at_end(struct scan *scan, int comment)
{
    const int c = scan_peek(scan);

    return c == '\n' || c == comment || c == SCAN_END;
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

void scan_skip_space(struct scan *scan)
{
    while (is_space(scan_peek(scan)))
        (void)scan_next(scan);
}

void scan_skip_line(struct scan *scan)
{
    while (scan_peek(scan) != '\n' && scan_peek(scan) != SCAN_END)
        (void)scan_next(scan);
}

struct net_where scan_where(const struct scan *scan)
{
    return (struct net_where){source_name(scan->source), scan->line,
                              scan->column};
}

bool scan_error_at(struct scan *scan, struct net_where where,
                   const char *format, ...)
{
    char text[sizeof scan->diag->text];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (!scan->failed)
        (void)diag_report(scan->diag, DIAG_INPUT, where.file, where.line,
                          where.column, "%s", text);
    scan->failed = true;
    return false;
}

const char *scan_describe(int c, char text[16])
{
    if (c == SCAN_END)
        return "the end of the file";
    if (c == '\n')
        return "the end of the line";
    if (c < 0x20 || c > 0x7e)
        (void)snprintf(text, 16, "byte 0x%02x", (unsigned)c & 0xff);
    else
        (void)snprintf(text, 16, "'%c'", c);
    return text;
}

bool scan_expected(struct scan *scan, const char *what)
{
    char text[16];

    return scan_error(scan, "expected %s, found %s", what,
                      scan_describe(scan_peek(scan), text));
}

bool scan_accept(struct scan *scan, int c)
{
    return scan_peek(scan) == c && scan_next(scan) == c;
}

bool scan_expect(struct scan *scan, int c)
{
    const char what[] = {'\'', (char)c, '\'', '\0'};

    return scan_accept(scan, c) || scan_expected(scan, what);
}

bool scan_end_line(struct scan *scan, int comment)
{
    scan_skip_blanks(scan);
    return scan_at_end(scan, comment)
               ? !scan->failed
               : scan_expected(scan, "the end of the line");
}

/* Whole parts of a page: words are most of a long file, so this is faster than
 * scan_next(). */
void scan_take(struct scan *scan, bool (*belongs)(int c), text_buffer *text)
{
    const char *const page = scan->page;

    while (belongs(scan_peek(scan))) {
        const size_t from = scan->at;
        uint32_t n_chars = 0;

        while (scan->at < scan->len && belongs((unsigned char)page[scan->at]))
            n_chars += (page[scan->at++] & 0xc0) != 0x80;
        text_add(text, page + from, scan->at - from);
        scan->column = scan->column < UINT32_MAX - n_chars
                           ? scan->column + n_chars
                           : UINT32_MAX;
    }
}

bool scan_number(struct scan *scan, const char *what, uint32_t *value)
{
    const struct net_where where = scan_where(scan);
    uint64_t number = 0;
    int c = scan_peek(scan);

    if (c == '-')
        return scan_error(scan, "%s is negative", what);
    if (c < '0' || c > '9')
        return scan_expected(scan, what);
    for (; c >= '0' && c <= '9'; c = scan_peek(scan)) {
        number = number * 10 + (unsigned)(c - '0');
        if (number > INT32_MAX)
            return scan_error_at(scan, where, "%s is too large", what);
        (void)scan_next(scan);
    }
    *value = (uint32_t)number;
    return !scan->failed;
}

bool scan_quoted(struct scan *scan, int close, int escape, text_buffer *text)
{
    const struct net_where where = scan_where(scan);
    const int open = scan_next(scan);
    int c;

    text->len = 0;
    while ((c = scan_peek(scan)) != close) {
        if (c == SCAN_END || c == '\n')
            return scan_error_at(scan, where,
                                 "this '%c' is not closed on its line", open);
        (void)scan_next(scan);
        if (c == escape && escape && scan_peek(scan) != '\n' &&
            scan_peek(scan) != SCAN_END)
            c = scan_next(scan);
        if (c < 0x20 || c == 0x7f)
            return scan_error_at(scan, where,
                                 "this text holds a control character");
        vec_push(text, (char)c);
    }
    (void)scan_next(scan);
    return true;
}

static bool is_word(int c)
{
    return c > ' ' && c != 0x7f;
}

bool scan_word(struct scan *scan, text_buffer *text)
{
    int c;

    text->len = 0;
    scan_take(scan, is_word, text);
    c = scan_peek(scan);
    if (!scan->failed && !is_space(c) && c != SCAN_END)
        return scan_error(scan, "a control character in a word");
    return !scan->failed;
}

bool scan_finish(struct scan *scan)
{
    if (source_failed(scan->source, scan->diag))
        scan->failed = true;
    return !scan->failed;
}

bool scan_is_any(const char *word, const char *const *words)
{
    while (*words)
        if (!strcmp(word, *words++))
            return true;
    return false;
}

bool scan_is_like_any(const char *word, const char *const *words)
{
    while (*words)
        if (!strcasecmp(word, *words++))
            return true;
    return false;
}

/* --- names ---------------------------------------------------------------- */

bool scan_name(struct scan *scan, text_buffer *name)
{
    int c;

    if (scan_peek(scan) != '"')
        return scan_word(scan, name);
    if (!scan_quoted(scan, '"', '\\', name))
        return false;
    c = scan_peek(scan);
    return c == ' ' || c == '\t' || scan_at_end(scan, '#') ||
           scan_error(scan, "expected a blank after the closing '\"'");
}

bool scan_find_trans(struct scan *scan, const struct net *net,
                     text_buffer *name, struct net_where where, trans_id *t)
{
    const char *const text = text_make_utf8(name);
    struct diag why;

    *t = net_find_trans(net, text, NULL);
    if (*t != TRANS_NONE)
        return true;
    why = (struct diag){0}; /* takes longer than most look-ups */
    (void)net_find_trans(net, text, &why);
    return scan_error_at(scan, where, "%s", why.text);
}

bool scan_trans(struct scan *scan, const struct net *net, text_buffer *name,
                trans_id *t)
{
    const struct net_where where = scan_where(scan);

    return scan_name(scan, name) && scan_find_trans(scan, net, name, where, t);
}
