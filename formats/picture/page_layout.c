#include "formats/picture/prefix_json.h"

#include "formats/picture/dot.h"
#include "formats/picture/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Graphviz takes a second for these; lines are arcs and causes. */
enum {
    MOST_EVENTS = 600,
    MOST_CONFLICTS = 1200,
    MOST_NODES = 300,
    MOST_LINES = 400
};

/* --- where Graphviz has put them ------------------------------------------ */

static void put_units(struct json_stream *json, const char *key, double units)
{
    json_stream_number(json, key, (uint64_t)fmax(0, round(units)));
}

/* "x,y x,y ...".  Graphviz counts upward. */
static void put_points(struct json_stream *json, void *object, double height)
{
    const char *at = canvas_get(object, "pos");
    char *comma;

    while (*at) {
        put_units(json, NULL, strtod(at, &comma));
        put_units(json, NULL, height - strtod(comma + (*comma == ','), NULL));
        at += strcspn(at, " ");
        at += strspn(at, " ");
    }
    json_stream_close(json, ']');
}

static void put_places(struct json_stream *json, Agraph_t *graph)
{
    double width = 0, height = 0;

    (void)sscanf(canvas_get(graph, "bb"), "0,0,%lf,%lf", &width, &height);
    put_units(json, "width", width);
    put_units(json, "height", height);
    json_stream_open(json, "nodes", '[');
    for (Agnode_t *n = agfstnode(graph); n; n = agnxtnode(graph, n)) {
        json_stream_open(json, NULL, '[');
        json_stream_text(json, NULL, agnameof(n));
        put_points(json, n, height);
    }
    json_stream_close(json, ']');
    json_stream_open(json, "edges", '[');
    for (Agnode_t *n = agfstnode(graph); n; n = agnxtnode(graph, n))
        for (Agedge_t *e = agfstout(graph, n); e; e = agnxtout(graph, e)) {
            json_stream_open(json, NULL, '[');
            json_stream_text(json, NULL, agnameof(agtail(e)));
            json_stream_text(json, NULL, agnameof(aghead(e)));
            put_points(json, e, height);
        }
    json_stream_close(json, ']');
}

/* --- the drawings --------------------------------------------------------- */

static void draw_prefix(struct drawing *d, const struct prefix_json *what)
{
    dot_draw_prefix(d, what->prefix);
}

static void draw_merged(struct drawing *d, const struct prefix_json *what)
{
    dot_merged_draw(d, what->merged);
}

static void draw_net(struct drawing *d, const struct prefix_json *what)
{
    const struct net *const net = what->net;

    for (place_id p = 0; p < net_place_count(net); p++)
        drawing_name_circle(d, drawing_circle(d, p), net_place_label(net, p),
                            "");
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        Agnode_t *const box = drawing_box(d, t);
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span read = net_read(net, t);
        const struct net_place_span post = net_post(net, t);

        drawing_name_box(d, box, net_trans_label(net, t), "");
        drawing_arcs(d, box, pre.at, pre.len, true, DRAWING_ARC);
        drawing_arcs(d, box, read.at, read.len, true, DRAWING_READ);
        drawing_arcs(d, box, post.at, post.len, false, DRAWING_ARC);
    }
}

/* --- all of them ---------------------------------------------------------- */

static uint32_t count_drawn(const struct prefix *prefix)
{
    uint32_t n = prefix->events.len;

    for (uint32_t b = 0; b < prefix->conditions.len; b++)
        n += prefix_is_drawn(prefix, b);
    return n;
}

/* A drawing of the page, and what Graphviz lays out in a second. */
struct page_drawing {
    const char *name, *letters;
    bool conditions;
    bool is_small;
    uint32_t most_lines;
    void (*draw)(struct drawing *d, const struct prefix_json *what);
};

/* Lays the graph out unless it has too many lines, and writes where everything
 * is.  The network simplex of Graphviz has no bound of its own: on graphs with
 * many cycles it takes minutes. */
static void put_drawing(struct json_stream *json,
                        const struct page_drawing *drawing,
                        const struct prefix_json *what)
{
    const struct drawing_options options = {.for_page = true,
                                            .no_companions = true,
                                            .conditions = drawing->conditions};
    struct drawing d;

    drawing_init(&d, drawing->name, drawing->letters, what->net, false,
                 &options);
    drawing->draw(&d, what);
    canvas_set_graph(&d.canvas, "ranksep", "0.5");
    canvas_set_graph(&d.canvas, "nslimit", "0.2");
    canvas_set_graph(&d.canvas, "nslimit1", "0.2");
    canvas_set_graph(&d.canvas, "mclimit", "0.5");
    if ((uint32_t)agnedges(d.canvas.graph) <= drawing->most_lines &&
        picture_lay_out(d.canvas.graph)) {
        json_stream_open(json, drawing->name, '{');
        put_places(json, d.canvas.graph);
        json_stream_close(json, '}');
    } else {
        json_stream_word(json, drawing->name, "null");
    }
    canvas_drop(&d.canvas);
}

/* is_drawn: what is small enough is laid out. */
static void put_drawings(struct json_stream *json, const char *key,
                         const struct prefix_json *what, bool is_drawn)
{
    const struct net *const net = what->net;
    const struct prefix *const prefix = what->prefix;
    const struct merged *const merged = what->merged;
    const struct page_drawing drawings[] = {
        {"structure", "be", false,
         prefix->events.len <= MOST_EVENTS &&
             prefix->conflicts.len <= MOST_CONFLICTS,
         UINT32_MAX, draw_prefix},
        {"occurrence", "be", true, count_drawn(prefix) <= MOST_NODES,
         MOST_LINES, draw_prefix},
        {"merged", "bm", false,
         merged->events.len + merged->conditions.len <= MOST_NODES, MOST_LINES,
         draw_merged},
        {"net", "pt", false,
         net_place_count(net) + net_trans_count(net) <= MOST_NODES, MOST_LINES,
         draw_net},
    };

    json_stream_open(json, key, '{');
    for (uint32_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (is_drawn && drawings[i].is_small)
            put_drawing(json, &drawings[i], what);
        else
            json_stream_word(json, drawings[i].name, "null");
    json_stream_close(json, '}');
}

static bool write_drawings(const void *self, FILE *out)
{
    struct json_stream json = {.file = out};

    put_drawings(&json, NULL, self, true);
    return !ferror(out);
}

void page_layout_put(struct json_stream *json, const struct prefix_json *what)
{
    text_buffer text = {0};

    if (apart_run(write_drawings, what, &what->limits, &text) == APART_DONE)
        json_stream_word(json, "layout", text_end(&text));
    else
        put_drawings(json, "layout", what, false);
    vec_free(&text);
}
