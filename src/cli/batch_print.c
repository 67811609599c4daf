#include "cli/batch_print.h"

#include <string.h>

/* The length of the beginning that names what a message is about: the net or,
 * where no file is concerned, the program. */
static size_t name_of(const char *line, size_t n, const char *net)
{
    static const char program[] = "punf-por";
    const size_t len = strlen(net), other = sizeof program - 1;

    return n > len && !memcmp(line, net, len) && line[len] == ':' ? len
           : n > other && !memcmp(line, program, other) && line[other] == ':'
               ? other
               : 0;
}

static void print_one(const struct batch_print_page *page, const char *line,
                      size_t len)
{
    const char *const net = page->net;
    const size_t start = net && page->is_named ? name_of(line, len, net) : 0;

    if (net)
        text_print(net, page->out);
    if (net && !start)
        fputs(": ", page->out);
    (void)fwrite(line + start, 1, len - start, page->out);
    fputc('\n', page->out);
}

uint32_t batch_print_text(const struct batch_print_page *page,
                          const text_buffer *text)
{
    uint32_t n_lines = 0, at = 0;

    while (at < text->len) {
        const char *const line = text->at + at;
        const char *const end = memchr(line, '\n', text->len - at);
        const uint32_t len = end ? (uint32_t)(end - line) : text->len - at;

        if (!end && page->is_cut)
            break;
        print_one(page, line, len);
        n_lines++;
        at += len + (end != NULL);
    }
    (void)fflush(page->out);
    return n_lines;
}

void batch_print_line(FILE *out, const char *net, const char *text)
{
    if (net) {
        text_print(net, out);
        fputs(": ", out);
    }
    text_print(text, out);
    fputc('\n', out);
}
