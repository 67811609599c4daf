#include "formats/text/bad.h"

#include "formats/text/scan.h"

#include <stdio.h>
#include <string.h>

bool bad_is_file(const char *text)
{
    const size_t len = strlen(text);

    return len > 4 && !strcmp(text + len - 4, ".bad");
}

static bool is_name(int c)
{
    return c > ' ' && c != 0x7f && c != ',';
}

/* The names of a line; *n counts them. */
static bool read_line(struct scan *scan, struct bad *bad, uint32_t *n)
{
    text_buffer name = {0};
    struct net_where where;

    *n = 0;
    for (;;) {
        while (scan_peek(scan) == ' ' || scan_peek(scan) == '\t' ||
               scan_peek(scan) == ',')
            (void)scan_next(scan);
        if (!is_name(scan_peek(scan)))
            break;
        vec_clear(&name);
        where = scan_where(scan);
        scan_take(scan, is_name, &name);
        text_put(&bad->condition, (*n)++ ? " and " : "(");
        vec_push(&bad->names, ((struct bad_name){bad->condition.len, where}));
        text_put_name(&bad->condition, text_end(&name));
    }
    vec_free(&name);
    text_put(&bad->condition, *n ? ")" : "");
    return scan_end_line(scan, 0);
}

static bool read_bad_markings(struct scan *scan, struct bad *bad)
{
    bool any = false;
    uint32_t n;

    while (scan_more(scan, '#')) {
        text_put(&bad->condition, any ? " or " : "");
        if (!read_line(scan, bad, &n))
            return false;
        if (!n)
            return scan_expected(scan, "the name of a place");
        any = true;
    }
    return any ? scan_finish(scan) : scan_expected(scan, "the name of a place");
}

bool bad_read(struct bad *bad, const char *path, struct diag *diag)
{
    struct source *const source = source_open(path, diag);
    struct scan scan;
    bool good = false;

    if (source) {
        scan_init(&scan, source, diag);
        good = read_bad_markings(&scan, bad);
        (void)text_end(&bad->condition);
    }
    source_close(source);
    return good;
}

void bad_finish(struct bad *bad)
{
    vec_free(&bad->condition);
    vec_free(&bad->names);
}

void bad_locate(const struct bad *bad, const char *path, struct diag *diag)
{
    uint32_t i = bad->names.len;

    while (i > 1 && bad->names.at[i - 1].at >= diag->column)
        i--;
    if (!i || !diag->column)
        return;
    (void)snprintf(diag->file, sizeof diag->file, "%s", path);
    diag->line = bad->names.at[i - 1].where.line;
    diag->column = bad->names.at[i - 1].where.column;
}
