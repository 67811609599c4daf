#include "cli/batch_block.h"

#include <string.h>
#include <unistd.h>

bool batch_block_init(struct batch_block *block, bool has_lines)
{
    *block = (struct batch_block){.out = tmpfile()};
    block->err = block->out ? tmpfile() : NULL;
    block->lines = block->err && has_lines ? tmpfile() : NULL;
    if (block->err && (block->lines || !has_lines))
        return true;
    batch_block_finish(block);
    return false;
}

void batch_block_finish(struct batch_block *block)
{
    if (block->out)
        (void)fclose(block->out);
    if (block->err)
        (void)fclose(block->err);
    if (block->lines)
        (void)fclose(block->lines);
    *block = (struct batch_block){0};
}

bool batch_block_enter(const struct batch_block *block)
{
    return dup2(fileno(block->out), STDOUT_FILENO) >= 0 &&
           dup2(fileno(block->err), STDERR_FILENO) >= 0;
}

static void take(FILE *from, text_buffer *text)
{
    char bytes[4096];
    size_t n;

    if (!from)
        return;
    rewind(from);
    while ((n = fread(bytes, 1, sizeof bytes, from)) > 0)
        text_add(text, bytes, n);
}

void batch_block_take(const struct batch_block *block, text_buffer *out,
                      text_buffer *err, text_buffer *lines)
{
    take(block->out, out);
    take(block->err, err);
    take(block->lines, lines);
}

/* --- printing ------------------------------------------------------------- */

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

static void print_one(const struct batch_block_page *page, const char *line,
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

uint32_t batch_block_print(const struct batch_block_page *page,
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

void batch_block_print_line(FILE *out, const char *net, const char *text)
{
    if (net) {
        text_print(net, out);
        fputs(": ", out);
    }
    text_print(text, out);
    fputc('\n', out);
}

bool batch_block_is_whole(const text_buffer *text)
{
    return text->len && text->at[text->len - 1] == '\n';
}
