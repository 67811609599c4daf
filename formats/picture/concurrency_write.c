#include "formats/picture/tables.h"

#include "base/output.h"
#include "base/plot.h"

#include <string.h>

/* A larger picture cannot be read. */
enum { MOST_DRAWN = 1000 };

static const char *label_of(const struct net *net, enum concurrency_kind kind,
                            uint32_t a)
{
    return kind == CONCURRENCY_PLACES ? net_place_label(net, a)
                                      : net_trans_label(net, a);
}

/* --- text ----------------------------------------------------------------- */

static void put_letters(FILE *file, char letter, uint32_t n)
{
    if (n > 3)
        fprintf(file, "%c(%u)", letter, n);
    for (; n <= 3 && n > 0; n--)
        fputc(letter, file);
}

static void put_line(FILE *file, const struct concurrency *c, uint32_t a)
{
    uint32_t from = 0;

    for (uint32_t b = 1; b <= a + 1; b++)
        if (b > a || concurrency_has(c, a, b) != concurrency_has(c, a, from)) {
            put_letters(file, concurrency_has(c, a, from) ? '1' : '0',
                        b - from);
            from = b;
        }
    fputc('\n', file);
}

bool concurrency_write_text(const struct concurrency *c, const char *path,
                            struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    for (uint32_t a = 0; a < c->n; a++)
        put_line(out.file, c, a);
    return output_close(&out, diag);
}

/* --- comma-separated values ----------------------------------------------- */

bool concurrency_write_csv(const struct net *net, enum concurrency_kind kind,
                           const struct concurrency *c, const char *path,
                           struct diag *diag)
{
    struct output out;

    if (!output_open(&out, path, diag))
        return false;
    fputs(kind == CONCURRENCY_PLACES ? "place" : "transition", out.file);
    for (uint32_t b = 0; b < c->n; b++) {
        fputc(',', out.file);
        output_field(out.file, label_of(net, kind, b));
    }
    for (uint32_t a = 0; a < c->n; a++) {
        fputc('\n', out.file);
        output_field(out.file, label_of(net, kind, a));
        for (uint32_t b = 0; b < c->n; b++)
            fputs(concurrency_has(c, a, b) ? ",1" : ",0", out.file);
    }
    fputc('\n', out.file);
    return output_close(&out, diag);
}

/* --- a picture ------------------------------------------------------------ */

enum { SIDE = 12, SQUARES_TOP = 40, EDGE = 10, LETTER = 7 };

/* A square for each pair, filled where it is concurrent. */
static void put_row(FILE *file, const struct concurrency *c, uint32_t a,
                    uint32_t left)
{
    for (uint32_t b = 0; b <= a; b++)
        fprintf(file,
                "<rect x=\"%u\" y=\"%u\" width=\"%d\" height=\"%d\" "
                "fill=\"%s\" stroke=\"#cccccc\"/>\n",
                left + b * SIDE, SQUARES_TOP + a * SIDE, SIDE, SIDE,
                concurrency_has(c, a, b) ? "#1f5f8b" : "white");
}

bool concurrency_write_svg(const struct net *net, enum concurrency_kind kind,
                           const char *title, const struct concurrency *c,
                           const char *path, struct diag *diag)
{
    struct output out;
    uint32_t left = 0;

    if (c->n > MOST_DRAWN)
        return diag_report(diag, DIAG_LIMIT, path, 0, 0,
                           "what is concurrent of more than %u nodes is not "
                           "drawn; a table can have it",
                           MOST_DRAWN);
    if (!output_open(&out, path, diag))
        return false;
    for (uint32_t a = 0; a < c->n; a++) {
        const uint32_t width =
            (uint32_t)strlen(label_of(net, kind, a)) * LETTER;

        left = width > left ? width : left;
    }
    left += EDGE + LETTER;
    plot_open(out.file, left + (c->n + 1) * SIDE + EDGE,
              SQUARES_TOP + c->n * SIDE + EDGE, title);
    for (uint32_t a = 0; a < c->n; a++) {
        fprintf(out.file, "<text x=\"%u\" y=\"%u\" text-anchor=\"end\">",
                left - LETTER, SQUARES_TOP + a * SIDE + SIDE - 2);
        plot_text(out.file, label_of(net, kind, a));
        fputs("</text>\n", out.file);
        put_row(out.file, c, a, left);
    }
    plot_close(out.file);
    return output_close(&out, diag);
}
