#include "formats/text/xml_page.h"

#include <string.h>

static bool is_wide(struct source *source)
{
    size_t len;
    const char *page = source_peek(source, &len);

    return len >= 2 && (!page[0] || !page[1] || !memcmp(page, "\xff\xfe", 2) ||
                        !memcmp(page, "\xfe\xff", 2));
}

void xml_page_init(struct xml_page *page, struct source *source)
{
    page->source = source;
    page->next = page->opened = (struct xml_page_position){1, 1};
    page->by_line = is_wide(source);
}

/* --- positions ------------------------------------------------------------ */

/* Only the bytes behind the last line end matter for the column. */
static void count(struct xml_page_position *next, const char *from,
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

/* Counts up to a byte of the page. */
static void count_to(struct xml_page *page, const char *to)
{
    const char *const from = page->bytes + (page->n_counted - page->offset);

    if (from >= to)
        return;
    count(&page->next, from, to);
    page->n_counted = page->offset + (uint64_t)(to - page->bytes);
}

/* The last '<' of the page before end, or NULL.  Within a tag that the parser
 * has accepted it is the first byte of the tag. */
static const char *find_open(const struct xml_page *page, const char *end)
{
    while (end > page->bytes)
        if (*--end == '<')
            return end;
    return NULL;
}

struct xml_page_position xml_page_locate(struct xml_page *page, const char *end)
{
    const char *const open = find_open(page, end);

    if (!open)
        return page->opened;
    count_to(page, open);
    return page->next;
}

void xml_page_leave(struct xml_page *page, size_t n)
{
    const char *const end = page->bytes + n;
    const char *const open = find_open(page, end);

    if (open &&
        page->n_counted <= page->offset + (uint64_t)(open - page->bytes)) {
        count_to(page, open);
        page->opened = page->next;
    }
    count_to(page, end);
    page->len = n;
    page->offset += n;
}

/* --- bytes ---------------------------------------------------------------- */

/* Takes n bytes for the page and leaves those that depend on the next ones. */
static size_t mend_comments(struct xml_page *page, size_t n)
{
    const char *first;

    if (page->by_line)
        return n;
    page->n_left = comments_mend(&page->comments, page->bytes, n, &first);
    if (first && !page->flaw.line) {
        page->flaw = page->next;
        count(&page->flaw, page->bytes, first);
    }
    return n - page->n_left;
}

/* What was left of the last page is part of a comment, without which the
 * document is cut off as well. */
size_t xml_page_read(struct xml_page *page)
{
    const size_t left = page->n_left;
    size_t n;

    if (left)
        memmove(page->bytes, page->bytes + page->len, left);
    n = source_read(page->source, page->bytes + left,
                    sizeof page->bytes - left);
    page->len = 0;
    page->at_end = !n;
    return n ? mend_comments(page, left + n) : 0;
}
