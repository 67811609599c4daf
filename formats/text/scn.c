#include "formats/text/given_files.h"

#include "base/output.h"
#include "formats/text/scan.h"

#include <string.h>

static bool read_word(struct scan *scan, text_buffer *text)
{
    if (scan_peek(scan) != '{')
        return scan_word(scan, text);
    if (!scan_quoted(scan, '}', '\\', text))
        return false;

    const int c = scan_peek(scan);

    return c == SCAN_END || strchr(" \t\n#", c) ||
           scan_error(scan, "expected white space after the closing '}'");
}

static bool read_step(struct scan *scan, const struct net *net,
                      text_buffer *text, witness_run *run)
{
    const struct net_where where = scan_where(scan);
    trans_id t;

    if (!read_word(scan, text) || !scan_find_trans(scan, net, text, where, &t))
        return false;
    vec_push(run, t);
    return true;
}

bool scn_read(const struct net *net, const char *path, witness_run *run,
              struct diag *diag)
{
    struct source *source = source_open(path, diag);
    struct scan scan;
    text_buffer text = {0};

    if (!source)
        return false;
    scan_init(&scan, source, diag);
    while (scan_more(&scan, '#') && read_step(&scan, net, &text, run))
        continue;

    const bool good = scan_finish(&scan);

    vec_free(&text);
    source_close(source);
    return good;
}

static void write_comment(FILE *out, const char *comment)
{
    fputs("# ", out);
    for (; *comment != '\0'; comment++)
        fputc((unsigned char)*comment < ' ' ? ' ' : *comment, out);
    fputc('\n', out);
}

bool scn_write(const struct net *net, const witness_run *run, uint32_t loop,
               const char *comment, const char *path, struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    write_comment(out.file, comment);
    for (uint32_t i = 0; i < run->len; i++) {
        char *const name = text_quoted(net_trans_label(net, run->at[i]));

        if (i == loop)
            write_comment(out.file, "for ever:");
        fprintf(out.file, "%s\n", name);
        mem_free(name);
    }
    if (loop == run->len)
        write_comment(out.file, "deadlock");
    return output_close(&out, diag);
}
