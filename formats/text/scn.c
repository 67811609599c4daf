#include "formats/text/scn.h"

#include "base/output.h"
#include "formats/text/scan.h"

#include <string.h>

char *scn_name(const struct net *net, trans_id t)
{
    return text_quoted(net_trans_label(net, t));
}

static bool read_word(struct scan *scan, text_buffer *text)
{
    if (scan_peek(scan) != '{')
        return scan_word(scan, text);
    if (!scan_quoted(scan, '{', '}', '\\', text))
        return false;

    const int c = scan_peek(scan);

    return c == SCAN_END || strchr(" \t\n#", c) ||
           scan_error(scan, "expected white space after the closing '}'");
}

static bool read_step(struct scan *scan, const struct net *net,
                      text_buffer *text, witness_run *run)
{
    const struct net_where where = scan_where(scan);
    struct diag why = {0};
    trans_id t;

    if (!read_word(scan, text))
        return false;
    t = net_find_trans(net, text_make_utf8(text), &why);
    if (t == TRANS_NONE)
        return scan_error_at(scan, where, "%s", why.text);
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
    scan_skip_gap(&scan, '#');
    while (scan_peek(&scan) != SCAN_END && read_step(&scan, net, &text, run))
        scan_skip_gap(&scan, '#');

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
    for (uint32_t i = 0; i <= run->len; i++) {
        char *name;

        if (i == loop)
            write_comment(out.file, i < run->len ? "for ever:" : "deadlock");
        if (i == run->len)
            break;
        name = scn_name(net, run->at[i]);

        fprintf(out.file, "%s\n", name);
        mem_free(name);
    }
    return output_close(&out, diag);
}
