#include "formats/picture/page.h"

#include "base/output.h"

static void put_pieces(const char *const *pieces, FILE *file)
{
    for (; *pieces; pieces++)
        fputs(*pieces, file);
}

bool page_write(const struct prefix_json *what, const char *path,
                struct diag *diag)
{
    struct prefix_json all = *what;
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    all.with_layout = true;
    put_pieces(page_head, out.file);
    prefix_json_print(&all, out.file);
    put_pieces(page_tail, out.file);
    return output_close(&out, diag);
}
