#include "cli/batch_block.h"

#include "base/text.h"

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

/* --- printing ------------------------------------------------------------- */

void batch_block_print_line(FILE *out, const char *net, const char *text)
{
    text_print(net, out);
    fprintf(out, ": %s\n", text);
}

/* The length of the beginning that names what a message is about: the net or,
 * where no file is concerned, the program. */
static size_t name_of(const char *line, const char *net)
{
    static const char program[] = "punf-por";
    const size_t len = strlen(net), other = sizeof program - 1;

    return !strncmp(line, net, len) && line[len] == ':'           ? len
           : !strncmp(line, program, other) && line[other] == ':' ? other
                                                                  : 0;
}

/* named: a line may begin with a name, which the name of the net replaces. */
static void print_stream(FILE *from, const char *net, bool named, FILE *to)
{
    text_buffer line = {0};

    rewind(from);
    while (text_read_line(&line, from)) {
        const char *const text = text_end(&line);
        const size_t start = named ? name_of(text, net) : 0;

        text_print(net, to);
        if (!start)
            fputs(": ", to);
        (void)fwrite(text + start, 1, line.len - start, to);
        fputc('\n', to);
    }
    vec_free(&line);
}

/* Does the stream end in a whole line? */
static bool is_whole(FILE *from)
{
    return !fseek(from, -1, SEEK_END) && fgetc(from) == '\n';
}

bool batch_block_copy_line(const struct batch_block *block, FILE *to)
{
    char bytes[4096];
    size_t n;

    if (!is_whole(block->lines))
        return false;
    rewind(block->lines);
    while ((n = fread(bytes, 1, sizeof bytes, block->lines)) > 0)
        (void)fwrite(bytes, 1, n, to);
    (void)fflush(to);
    return true;
}

void batch_block_print(const struct batch_block *block, const char *net)
{
    print_stream(block->out, net, false, stdout);
    (void)fflush(stdout);
    print_stream(block->err, net, true, stderr);
}
