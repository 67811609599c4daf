#include "formats/picture/drawing.h"

#include <math.h>
#include <string.h>

/* --- kinds ---------------------------------------------------------------- */

/* Brightness, border or shape distinguishes them as well as hue. */
#define DRAWING_WITNESS_FILL "#ffd966"
#define DRAWING_FIRST_FILL "#f4b183"
#define DRAWING_SECOND_FILL "#9dc3e6"
#define DRAWING_FREE_FILL "#b6d7a8"
#define DRAWING_DOOMED_FILL "#f6b26b"
#define DRAWING_BAD_FILL "#e06666"
#define DRAWING_CUTOFF_FILL "#c8c8c8"
#define DRAWING_PLACE_FILL "#eaf1fb"
#define DRAWING_READ_INK "#1a8a5a"
#define DRAWING_CONFLICT_INK "#d62728"
#define DRAWING_COMPANION_INK "#1f5fb4"
#define DRAWING_HIDDEN_INK "#909090"

enum shape { BOX, CIRCLE, LINE };

enum head { HEAD_FULL, HEAD_NONE, HEAD_EMPTY, HEAD_VEE };

static const struct {
    const char *arrowhead, *sample;
} heads[] = {
    [HEAD_FULL] = {NULL, "&#9654;"},
    [HEAD_NONE] = {NULL, "&#160;"},
    [HEAD_EMPTY] = {"empty", "&#9655;"},
    [HEAD_VEE] = {"vee", "&gt;"},
};

#define RUN(fill) .colour = fill, .width = DRAWING_THICK
#define BESIDE(ink, look) \
    .shape = LINE, .colour = ink, .style = look, .is_beside = true

/* What is left out is as canvas_init() has it. */
static const struct drawn_kind {
    const char *meaning;
    enum shape shape;
    const char *colour; /* of the area, or of the line */
    const char *style, *width;
    enum head head;
    bool is_double; /* the border */
    bool is_beside; /* the line puts neither end above the other one */
} kinds[DRAWING_KINDS] = {
    [DRAWING_EVENT] = {.meaning = "event"},
    [DRAWING_RUN] = {.meaning = "event of the run", RUN(DRAWING_WITNESS_FILL)},
    [DRAWING_LOOP] = {.meaning = "event that repeats for ever",
                      RUN(DRAWING_WITNESS_FILL),
                      .style = DRAWING_ROUNDED},
    [DRAWING_BOTH] = {.meaning = "event of both runs",
                      RUN(DRAWING_WITNESS_FILL)},
    [DRAWING_FIRST] = {.meaning = "of the first run", RUN(DRAWING_FIRST_FILL)},
    [DRAWING_SECOND] = {.meaning = "of the second run",
                        RUN(DRAWING_SECOND_FILL)},
    [DRAWING_FREE] = {.meaning = "free", .colour = DRAWING_FREE_FILL},
    [DRAWING_DOOMED] = {.meaning = "doomed", .colour = DRAWING_DOOMED_FILL},
    [DRAWING_BAD] = {.meaning = "bad", .colour = DRAWING_BAD_FILL},
    [DRAWING_CUTOFF] = {.meaning = "cutoff",
                        .colour = DRAWING_CUTOFF_FILL,
                        .is_double = true},
    [DRAWING_CONDITION] = {.meaning = "condition", .shape = CIRCLE},
    [DRAWING_CONDITION_AGAIN] = {.meaning =
                                     "the same condition as a full circle",
                                 .shape = CIRCLE,
                                 .style = "filled,dashed"},
    [DRAWING_MERGED_CONDITION] = {.meaning = "place, #n: n-th in its past",
                                  .shape = CIRCLE},
    [DRAWING_CAUSE] = {.meaning = "cause", .shape = LINE},
    [DRAWING_ARC] = {.meaning = "arc", .shape = LINE},
    [DRAWING_READ] = {.meaning = "read arc",
                      .shape = LINE,
                      .colour = DRAWING_READ_INK,
                      .head = HEAD_NONE},
    [DRAWING_HIDDEN_CAUSE] = {.meaning = "cause that no condition shows",
                              .shape = LINE,
                              .colour = DRAWING_HIDDEN_INK,
                              .head = HEAD_EMPTY},
    [DRAWING_CONFLICT] = {.meaning = "immediate conflict",
                          BESIDE(DRAWING_CONFLICT_INK, "dashed"),
                          .head = HEAD_NONE},
    [DRAWING_COMPANION] = {.meaning = "has the same marking",
                           BESIDE(DRAWING_COMPANION_INK, "dotted"),
                           .width = "1.5",
                           .head = HEAD_VEE},
    [DRAWING_TRANSITION] = {.meaning = "transition"},
    [DRAWING_AGAIN] = {.meaning = "transition that a run can fire twice",
                       .style = DRAWING_ROUNDED},
    [DRAWING_BEFORE] = {.meaning = "before", .shape = LINE},
    [DRAWING_EXCLUSIVE] = {.meaning = "exclusive",
                           BESIDE(DRAWING_CONFLICT_INK, "dashed"),
                           .head = HEAD_NONE},
    [DRAWING_CONCURRENT] = {.meaning = "concurrent",
                            BESIDE(DRAWING_COMPANION_INK, "dotted"),
                            .head = HEAD_NONE},
    [DRAWING_INTERLEAVING] = {.meaning = "interleaving",
                              BESIDE(DRAWING_HIDDEN_INK, "dotted"),
                              .head = HEAD_NONE},
};

static void set_given(void *object, const char *name, const char *value)
{
    if (value)
        canvas_set(object, name, value);
}

void drawing_mark(struct drawing *d, enum drawing_kind kind, void *object)
{
    const struct drawn_kind *const k = &kinds[kind];

    if (d->options->for_page) /* its style is that of the page */
        return;
    d->has[kind] = true;
    set_given(object, k->shape == LINE ? "color" : "fillcolor", k->colour);
    set_given(object, "style", k->style);
    set_given(object, "penwidth", k->width);
    set_given(object, "peripheries", k->is_double ? "2" : NULL);
    set_given(object, "arrowhead", heads[k->head].arrowhead);
    set_given(object, "dir", k->head == HEAD_NONE ? "none" : NULL);
}

/* --- the legend ----------------------------------------------------------- */

enum { COLUMNS = 3 };

#define NO_CELLS "CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\"><TR>"
#define TABLE_CLOSE "</TR></TABLE>"
#define TEXT_OPEN "<TD ALIGN=\"LEFT\"><FONT POINT-SIZE=\"10\">"
#define TEXT_CLOSE "&#160;&#160;</FONT></TD>"

static void put_sample(struct canvas *canvas, const struct drawn_kind *k)
{
    const char *const ink = k->colour ? k->colour : CANVAS_INK;
    char html[512];

    switch (k->shape) {
    case BOX: /* in a box: both borders of a cutoff */
        (void)snprintf(html, sizeof html,
                       "<TABLE BORDER=\"%d\"%s COLOR=\"" CANVAS_INK
                       "\" BGCOLOR=\"%s\" CELLBORDER=\"%d\" CELLSPACING="
                       "\"%d\" CELLPADDING=\"0\"><TR><TD WIDTH=\"18\" "
                       "HEIGHT=\"9\"></TD>" TABLE_CLOSE,
                       k->width ? 2 : 1, k->style ? " STYLE=\"rounded\"" : "",
                       k->colour ? k->colour : "white", k->is_double,
                       k->is_double);
        break;
    case CIRCLE:
        (void)snprintf(html, sizeof html,
                       "<TABLE BORDER=\"1\" STYLE=\"rounded%s\" COLOR=\"%s\" "
                       "BGCOLOR=\"" DRAWING_PLACE_FILL "\" " NO_CELLS
                       "<TD WIDTH=\"13\" HEIGHT=\"13\" FIXEDSIZE=\"TRUE\">"
                       "</TD>" TABLE_CLOSE,
                       k->style ? ",dashed" : "", ink);
        break;
    case LINE: /* The upper one of two cells has a lower border: the line.  The
                  head stands behind both. */
        (void)snprintf(
            html, sizeof html,
            "<TABLE BORDER=\"0\" " NO_CELLS
            "<TD BORDER=\"1\" SIDES=\"B\" STYLE=\"%s\" COLOR=\"%s\" "
            "WIDTH=\"20\" HEIGHT=\"6\"></TD><TD ROWSPAN=\"2\" ALIGN="
            "\"LEFT\"><FONT POINT-SIZE=\"7\" COLOR=\"%s\">%s</FONT>"
            "</TD></TR><TR><TD WIDTH=\"20\" HEIGHT=\"6\"></TD>" TABLE_CLOSE,
            k->style ? k->style : "solid", ink, ink, heads[k->head].sample);
        break;
    }
    canvas_below(canvas, html);
}

static void put_legend(struct drawing *d)
{
    struct canvas *const canvas = &d->canvas;
    uint32_t n = 0;

    for (uint32_t i = 0; i < DRAWING_KINDS; i++) {
        if (!d->has[i])
            continue;
        canvas_below(canvas, n == 0             ? "<TABLE BORDER=\"0\" "
                                                  "CELLBORDER=\"0\" "
                                                  "CELLSPACING=\"4\" "
                                                  "CELLPADDING=\"0\"><TR>"
                             : n % COLUMNS == 0 ? "</TR><TR>"
                                                : "");
        canvas_below(canvas, "<TD>");
        put_sample(canvas, &kinds[i]);
        canvas_below(canvas, "</TD>" TEXT_OPEN);
        canvas_below(canvas, kinds[i].meaning);
        canvas_below(canvas, TEXT_CLOSE);
        n++;
    }
    if (n)
        canvas_below(canvas, TABLE_CLOSE);
}

/* --- nodes and lines ------------------------------------------------------ */

Agnode_t *drawing_circle(struct drawing *d, uint32_t number)
{
    return canvas_node(&d->canvas, d->letters[0], number);
}

Agnode_t *drawing_box(struct drawing *d, uint32_t number)
{
    return canvas_node(&d->canvas, d->letters[1], number);
}

/* A name on the page (page/graphs.js): a long one has two lines, and a very
 * long one loses its middle. */
struct page_name {
    uint32_t lines;
    uint32_t letters; /* of the longest line, at most */
};

static struct page_name page_name(const char *name)
{
    enum { LETTERS_OF_LINE = 16 };
    uint32_t n = text_letters(name, strlen(name));

    if (n <= LETTERS_OF_LINE)
        return (struct page_name){1, n};
    n = (n + 1) / 2 + 3; /* a line ends between words near the middle */
    return (struct page_name){2, n < LETTERS_OF_LINE ? n : LETTERS_OF_LINE};
}

/* In points. */
static void set_size(Agnode_t *node, double width, double height)
{
    char inches[32];

    canvas_set(node, "label", "");
    canvas_set(node, "fixedsize", "true");
    (void)snprintf(inches, sizeof inches, "%.3f", width / 72);
    canvas_set(node, "width", inches);
    (void)snprintf(inches, sizeof inches, "%.3f", height / 72);
    canvas_set(node, "height", inches);
}

static void label(struct canvas *canvas, Agnode_t *node, const char *name,
                  uint32_t letters, const char *more)
{
    canvas_wrapped(canvas, name, letters);
    if (*more)
        canvas_text(canvas, "\\n");
    canvas_text(canvas, more);
    canvas_put(canvas, node, "label");
}

void drawing_name_circle(struct drawing *d, Agnode_t *circle, const char *name,
                         const char *more)
{
    enum { LETTERS = 14 };

    if (d->options->for_page) {
        const struct page_name shown = page_name(name);
        const size_t behind = *more ? strlen(more) + 1 : 0; /* the name */

        set_size(circle, fmax(30, 14 + 7. * (double)(shown.letters + behind)),
                 shown.lines > 1 ? 40 : 30);
        return;
    }
    label(&d->canvas, circle, name, LETTERS, more);
    canvas_set(circle, "shape", "circle");
    canvas_set(circle, "fillcolor", DRAWING_PLACE_FILL);
    canvas_set(circle, "fontsize", "10");
    canvas_set(circle, "margin", "0.01");
}

void drawing_name_box(struct drawing *d, Agnode_t *box, const char *name,
                      const char *more)
{
    enum { LETTERS = 24 };

    if (d->options->for_page) {
        const struct page_name shown = page_name(name);
        const double below = (double)strlen(more);

        set_size(box, fmax(36, 18 + 7.2 * fmax(shown.letters, below)),
                 shown.lines + (below > 0) > 2 ? 47 : 34);
        return;
    }
    label(&d->canvas, box, name, LETTERS, more);
}

Agedge_t *drawing_line(struct drawing *d, Agnode_t *from, Agnode_t *to,
                       enum drawing_kind kind)
{
    Agedge_t *const line = canvas_edge(&d->canvas, from, to);

    drawing_mark(d, kind, line);
    if (d->options->for_page)
        canvas_set(line, "dir", "none");
    if (kinds[kind].is_beside)
        canvas_set(line, "constraint", "false");
    return line;
}

Agedge_t *drawing_arc(struct drawing *d, Agnode_t *circle, Agnode_t *box,
                      bool used, enum drawing_kind kind)
{
    return drawing_line(d, used ? circle : box, used ? box : circle, kind);
}

void drawing_arcs(struct drawing *d, Agnode_t *box, const uint32_t *circles,
                  uint32_t n, bool used, enum drawing_kind kind)
{
    for (uint32_t i = 0; i < n; i++)
        (void)drawing_arc(d, drawing_circle(d, circles[i]), box, used, kind);
}

/* --- all of it ------------------------------------------------------------ */

void drawing_init(struct drawing *d, const char *graph, const char *letters,
                  const struct net *net, bool is_large,
                  const struct drawing_options *options)
{
    *d = (struct drawing){
        .options = options, .letters = letters, .names = {.net = net}};
    if (!options->for_page)
        dot_names_init(&d->names, net, is_large);
    canvas_init(&d->canvas, graph);
}

void drawing_title(struct drawing *d)
{
    const struct drawing_options *const options = d->options;

    if (options->left_to_right)
        canvas_set_graph(&d->canvas, "rankdir", "LR");
    if (options->title && options->title[0]) {
        canvas_name(&d->canvas, options->title);
        canvas_text(&d->canvas, "\\n");
    }
    for (uint32_t i = 0; i < options->n_lines; i++) {
        canvas_name(&d->canvas, options->lines[i]);
        canvas_text(&d->canvas, "\\n");
    }
}

bool drawing_finish(struct drawing *d, const char *path, struct diag *diag)
{
    dot_names_finish(&d->names);
    if (!d->options->no_legend)
        put_legend(d);
    canvas_title(&d->canvas);
    return canvas_finish(&d->canvas, d->options->format, &d->options->limits,
                         path, diag);
}
