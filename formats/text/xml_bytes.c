#include "formats/text/xml_bytes.h"

#include <string.h>

static bool looks_wide(struct source *source)
{
    size_t len;
    const char *page = source_peek(source, &len);

    return len >= 2 && (!page[0] || !page[1] || !memcmp(page, "\xff\xfe", 2) ||
                        !memcmp(page, "\xfe\xff", 2));
}

void xml_bytes_init(struct xml_bytes *bytes, struct source *source)
{
    bytes->source = source;
    bytes->counted = bytes->opened = (struct xml_bytes_position){1, 1};
    bytes->is_wide = looks_wide(source);
}

void xml_bytes_finish(struct xml_bytes *bytes)
{
    vec_free(&bytes->tags);
    vec_free(&bytes->starts);
}

/* --- positions ------------------------------------------------------------ */

/* Only the bytes behind the last line end matter for the column. */
static void count(struct xml_bytes_position *next, const char *from,
                  const char *to)
{
    const char *line = to;
    uint32_t n = 0;

    while (line > from && line[-1] != '\n')
        line--;
    for (const char *at = from; at < line; at++)
        n += *at == '\n';
    if (n) {
        next->line = next->line < UINT32_MAX - n ? next->line + n : UINT32_MAX;
        next->column = 1;
    }
    n = 0;
    for (const char *at = line; at < to; at++)
        n += (*at & 0xc0) != 0x80;
    next->column =
        next->column < UINT32_MAX - n ? next->column + n : UINT32_MAX;
}

size_t xml_bytes_pass(struct xml_bytes *bytes, size_t n)
{
    return bytes->n_passed < bytes->starts.len
               ? bytes->starts.at[bytes->n_passed++]
               : n;
}

struct xml_bytes_position xml_bytes_take(struct xml_bytes *bytes)
{
    return bytes->n_taken < bytes->tags.len ? bytes->tags.at[bytes->n_taken++]
                                            : bytes->opened;
}

/* --- states --------------------------------------------------------------- */

static void enter_state(struct xml_bytes *b, enum xml_bytes_state state)
{
    b->state = state;
    b->run = 0;
}

/* "<" begins a tag or a DOCTYPE. */
static void enter_tag(struct xml_bytes *b)
{
    enter_state(b, XML_BYTES_OUTSIDE);
    vec_push(&b->tags, b->opened);
}

/* Within what ends in n times this byte and '>'. */
static void pass_until(struct xml_bytes *b, char byte, char last, uint32_t n)
{
    if (byte == last)
        b->run++;
    else if (byte == '>' && b->run >= n)
        enter_state(b, XML_BYTES_OUTSIDE);
    else
        b->run = 0;
}

/* The next byte; true when the hyphen two bytes before it belongs to no end of
 * the comment that it is in. */
static bool pass(struct xml_bytes *b, char byte)
{
    const bool wrong = b->run >= 2 && byte != '>';

    switch (b->state) {
    case XML_BYTES_OUTSIDE:
        if (byte == '<')
            enter_state(b, XML_BYTES_OPENED);
        return false;
    case XML_BYTES_OPENED:
        if (byte == '!' || byte == '?')
            enter_state(b,
                        byte == '!' ? XML_BYTES_BANG : XML_BYTES_INSTRUCTION);
        else
            enter_tag(b);
        return false;
    case XML_BYTES_BANG:
        if (byte == '-' || byte == '[')
            enter_state(b, byte == '-' ? XML_BYTES_HYPHEN : XML_BYTES_SECTION);
        else
            enter_tag(b);
        return false;
    case XML_BYTES_HYPHEN:
        enter_state(b, byte == '-' ? XML_BYTES_COMMENT : XML_BYTES_OUTSIDE);
        return false;
    case XML_BYTES_COMMENT:
        pass_until(b, byte, '-', 2);
        return wrong;
    case XML_BYTES_SECTION:
        pass_until(b, byte, ']', 2);
        return false;
    case XML_BYTES_INSTRUCTION:
        pass_until(b, byte, '?', 1);
        return false;
    }
    return false;
}

size_t xml_bytes_scan(struct xml_bytes *b, size_t n)
{
    const char *counted = b->page;
    size_t left = 0;

    for (size_t i = 0; i < n; i++) {
        if (b->state == XML_BYTES_OUTSIDE) {
            const char *const open = memchr(b->page + i, '<', n - i);

            if (!open)
                break;
            i = (size_t)(open - b->page);
            count(&b->counted, counted, open);
            counted = open;
            b->opened = b->counted;
            if (!b->is_plain)
                vec_push(&b->starts, (uint32_t)i);
        }
        if (pass(b, b->page[i])) {
            b->page[i - 2] = ' ';
            if (!b->flaw.line) {
                count(&b->counted, counted, b->page + i - 2);
                counted = b->page + i - 2;
                b->flaw = b->counted;
            }
        }
    }
    if (b->state == XML_BYTES_COMMENT) {
        left = b->run < 2 ? b->run : 2;
        b->run = 0;
    }
    count(&b->counted, counted, b->page + n - left);
    return left;
}

/* Forgets the tags that were taken, and the page. */
static void drop_taken(struct xml_bytes *b)
{
    const uint32_t n = b->tags.len - b->n_taken;

    if (n)
        memmove(b->tags.at, b->tags.at + b->n_taken, n * sizeof *b->tags.at);
    vec_cut(&b->tags, n);
    b->n_taken = 0;
    vec_clear(&b->starts);
    b->n_passed = 0;
}

/* What was left of the last page is part of a comment, without which the
 * document is cut off as well. */
size_t xml_bytes_read(struct xml_bytes *b)
{
    const size_t left = b->n_left;
    size_t n;

    memset(b->page, '-', left);
    n = source_read(b->source, b->page + left, sizeof b->page - left);
    b->at_end = !n;
    if (!n)
        return 0;
    drop_taken(b);
    b->n_left = b->is_wide ? 0 : xml_bytes_scan(b, left + n);
    return left + n - b->n_left;
}
