#include "formats/picture/canvas.h"

#include "base/output.h"

#include <string.h>

/* cgraph copies every string and writes through none; its prototypes lack the
 * const. */
static char *plain(const char *text)
{
    union {
        const char *in;
        char *out;
    } both = {text};

    return both.out;
}

static void declare(struct canvas *canvas, int kind, const char *name,
                    const char *value)
{
    (void)agattr(canvas->graph, kind, plain(name), plain(value));
}

static void close_graph(void *self)
{
    struct canvas *const canvas = self;

    (void)agclose(canvas->graph);
}

void canvas_init(struct canvas *canvas, const char *name)
{
    *canvas = (struct canvas){.graph = agopen(plain(name), Agdirected, NULL)};
    mem_guard(&canvas->guard, close_graph, canvas);
    declare(canvas, AGRAPH, "charset", "UTF-8");
    declare(canvas, AGRAPH, "fontname", "Helvetica");
    declare(canvas, AGRAPH, "fontsize", "12");
    declare(canvas, AGRAPH, "labelloc", "t");
    declare(canvas, AGRAPH, "nodesep", "0.25");
    declare(canvas, AGRAPH, "ranksep", "0.35");
    declare(canvas, AGNODE, "shape", "box");
    declare(canvas, AGNODE, "style", "filled");
    declare(canvas, AGNODE, "fillcolor", "white");
    declare(canvas, AGNODE, "color", CANVAS_INK);
    declare(canvas, AGNODE, "fontname", "Helvetica");
    declare(canvas, AGNODE, "fontsize", "11");
    declare(canvas, AGNODE, "margin", "0.06,0.03");
    declare(canvas, AGNODE, "width", "0.35");
    declare(canvas, AGNODE, "height", "0.35");
    declare(canvas, AGEDGE, "color", CANVAS_INK);
    declare(canvas, AGEDGE, "arrowsize", "0.7");
}

void canvas_set_graph(struct canvas *canvas, const char *name,
                      const char *value)
{
    declare(canvas, AGRAPH, name, value);
}

void canvas_drop(struct canvas *canvas)
{
    mem_unguard(&canvas->guard);
    close_graph(canvas);
    vec_free(&canvas->text);
    vec_free(&canvas->below);
}

bool canvas_finish(struct canvas *canvas, const char *format,
                   const struct apart_limits *limits, const char *path,
                   struct diag *diag)
{
    text_buffer bytes = {0};
    struct output out;
    /* A picture has a file when it is drawn. */
    bool done = (!format ||
                 picture_draw(canvas->graph, format, limits, &bytes, diag)) &&
                output_open(&out, path, diag);

    if (done) {
        if (format)
            (void)fwrite(bytes.at, 1, bytes.len, out.file);
        else
            (void)agwrite(canvas->graph, out.file);
        done = output_close(&out, diag);
    }
    vec_free(&bytes);
    canvas_drop(canvas);
    return done;
}

Agnode_t *canvas_node(struct canvas *canvas, char kind, uint32_t number)
{
    char name[16];

    (void)snprintf(name, sizeof name, "%c%u", kind, number);
    return agnode(canvas->graph, name, 1);
}

Agedge_t *canvas_edge(struct canvas *canvas, Agnode_t *from, Agnode_t *to)
{
    return agedge(canvas->graph, from, to, NULL, 1);
}

void canvas_set(void *object, const char *name, const char *value)
{
    (void)agsafeset(object, plain(name), plain(value), plain(""));
}

const char *canvas_get(void *object, const char *name)
{
    const char *const value = agget(object, plain(name));

    return value ? value : "";
}

void canvas_text(struct canvas *canvas, const char *text)
{
    text_put(&canvas->text, text);
}

static void put_code(struct canvas *canvas, unsigned char c)
{
    char code[8];

    (void)snprintf(code, sizeof code, "\\\\x%02x", (unsigned)c);
    canvas_text(canvas, code);
}

/* Old files are in Latin-1: bytes that are not UTF-8 are read as Latin-1. */
static void put_latin1(struct canvas *canvas, unsigned char c)
{
    vec_push(&canvas->text, (char)(0xc0 | c >> 6));
    vec_push(&canvas->text, (char)(0x80 | (c & 0x3f)));
}

/* Bytes of the character at the start of text, which is not empty. */
static uint32_t letter_length(const char *text)
{
    uint32_t value;
    const uint32_t len = text_character(text, &value);

    return len ? len : 1;
}

/* In a label Graphviz expands \N, \G, \n and the like, and entities such as
 * &amp;.  cgraph itself protects quotes.  Returns the bytes of the letter. */
static uint32_t put_letter(struct canvas *canvas, const char *text)
{
    const unsigned char *const c = (const unsigned char *)text;
    uint32_t value;
    const uint32_t len = text_character(text, &value);

    if (*c == '\\')
        canvas_text(canvas, "\\\\");
    else if (*c == '&')
        canvas_text(canvas, "&amp;");
    else if (*c < 0x20 || *c == 0x7f)
        put_code(canvas, *c);
    else if (!len)
        put_latin1(canvas, *c);
    else
        text_add(&canvas->text, text, len);
    return len ? len : 1;
}

void canvas_name(struct canvas *canvas, const char *name)
{
    if (!*name)
        canvas_text(canvas, "''");
    while (*name)
        name += put_letter(canvas, name);
}

/* Where the first line of the name ends: behind the last letter that parts
 * words, unless the line would be short; at the end where little is left. */
static const char *end_of_line(const char *name, uint32_t letters)
{
    const char *end = NULL, *at = name;
    uint32_t n = 0;

    for (; *at && n < letters; n++) {
        const bool parts = strchr("_.,:;/- ", *at);

        at += letter_length(at);
        if (parts && 2 * n >= letters)
            end = at;
    }
    for (n = 0; n < letters / 4 && at[n];)
        n++;
    if (!at[n])
        return at + n;
    return end ? end : at;
}

void canvas_wrapped(struct canvas *canvas, const char *name, uint32_t letters)
{
    const char *end = end_of_line(name, letters);

    if (!*name)
        canvas_name(canvas, name);
    while (*name) {
        if (name == end) {
            canvas_text(canvas, "\\n");
            end = end_of_line(name, letters);
        }
        name += put_letter(canvas, name);
    }
}

void canvas_number(struct canvas *canvas, const char *before, uint32_t number)
{
    char text[16];

    (void)snprintf(text, sizeof text, "%u", number);
    canvas_text(canvas, before);
    canvas_text(canvas, text);
}

void canvas_count(struct canvas *canvas, const char *before, uint32_t n,
                  const char *one, const char *many)
{
    canvas_number(canvas, before, n);
    canvas_text(canvas, " ");
    canvas_text(canvas, n == 1 ? one : many);
}

void canvas_put(struct canvas *canvas, Agnode_t *node, const char *name)
{
    canvas_set(node, name, text_end(&canvas->text));
    vec_clear(&canvas->text);
}

void canvas_below(struct canvas *canvas, const char *html)
{
    text_put(&canvas->below, html);
}

/* One character of the label's own syntax, in that of HTML-like labels: the
 * text already has entities for '&'.  Returns where the next one is. */
static const char *put_html(struct canvas *canvas, const char *at)
{
    const char letter[2] = {*at};

    if (*at == '\\')
        canvas_below(canvas, *++at == 'n' ? "<BR/>" : "&#92;");
    else
        canvas_below(canvas, *at == '<'   ? "&lt;"
                             : *at == '>' ? "&gt;"
                                          : letter);
    return at + 1;
}

/* What stands below follows the title, in a table of one column. */
static char *html_title(struct canvas *canvas)
{
    char *const below = mem_text(text_end(&canvas->below));

    vec_clear(&canvas->below);
    canvas_below(canvas, "<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
                         "CELLSPACING=\"0\" CELLPADDING=\"2\"><TR><TD>");
    for (const char *at = text_end(&canvas->text); *at;)
        at = put_html(canvas, at);
    canvas_below(canvas, "</TD></TR><TR><TD>");
    canvas_below(canvas, below);
    canvas_below(canvas, "</TD></TR></TABLE>");
    mem_free(below);
    return agstrdup_html(canvas->graph, plain(text_end(&canvas->below)));
}

void canvas_title(struct canvas *canvas)
{
    if (canvas->below.len)
        declare(canvas, AGRAPH, "label", html_title(canvas));
    /* A cgraph that forgets that a default is HTML shows the title alone. */
    if (!canvas->below.len ||
        !aghtmlstr(plain(canvas_get(canvas->graph, "label"))))
        declare(canvas, AGRAPH, "label", text_end(&canvas->text));
    vec_clear(&canvas->text);
    vec_clear(&canvas->below);
}
