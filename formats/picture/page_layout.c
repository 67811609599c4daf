#include "formats/picture/prefix_json.h"

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

#define UNITS 72.0 /* of the page for an inch of Graphviz */

/* --- boxes ---------------------------------------------------------------- */

/* A name on the page (page/graphs.js): a long one has two lines, and a very
 * long one loses its middle. */
struct shown {
    uint32_t lines;
    uint32_t letters; /* of the longest line, at most */
};

static struct shown shown_name(const char *label)
{
    enum { LINE = 16 };
    uint32_t n = text_letters(label, strlen(label));

    if (n <= LINE)
        return (struct shown){1, n};
    n = (n + 1) / 2 + 3; /* a line ends between words near the middle */
    return (struct shown){2, n < LINE ? n : LINE};
}

static void set_inches(Agnode_t *node, const char *name, double units)
{
    char text[32];

    (void)snprintf(text, sizeof text, "%.3f", units / UNITS);
    canvas_set(node, name, text);
}

static void set_size(Agnode_t *node, double width, double height)
{
    canvas_set(node, "label", "");
    canvas_set(node, "fixedsize", "true");
    set_inches(node, "width", width);
    set_inches(node, "height", height);
}

/* more: the letters of a line below the name; 0: there is none. */
static void add_box(struct canvas *canvas, char kind, uint32_t number,
                    const char *label, uint32_t more)
{
    const struct shown name = shown_name(label);
    const uint32_t letters = name.letters > more ? name.letters : more;

    set_size(canvas_node(canvas, kind, number), fmax(36, 18 + 7.2 * letters),
             name.lines + (more > 0) > 2 ? 47 : 34);
}

static void add_line(struct canvas *canvas, Agnode_t *from, Agnode_t *to,
                     bool constrains)
{
    Agedge_t *const line = canvas_edge(canvas, from, to);

    canvas_set(line, "dir", "none");
    if (!constrains)
        canvas_set(line, "constraint", "false");
}

/* --- what Graphviz answers ------------------------------------------------ */

/* The answer has a line for the graph, for each node and for each edge:
 *
 *     graph 1 2.0556 1.5                  scale, width, height
 *     node e1 0.5 1.25 ...                x, y
 *     edge e1 e2 4 0.6 1.04 0.7 0.9 ...   the number of points, and they */
struct answer_reader {
    const char *at; /* in its text */
    double height;
    char word[32]; /* the last one */
};

static const char *next_word(struct answer_reader *r)
{
    size_t len;

    r->at += strspn(r->at, " ");
    len = strcspn(r->at, " \n");
    (void)snprintf(r->word, sizeof r->word, "%.*s", (int)len, r->at);
    r->at += len;
    return r->word;
}

static double next_units(struct answer_reader *r)
{
    return strtod(next_word(r), NULL) * UNITS;
}

static void skip_line(struct answer_reader *r)
{
    r->at += strcspn(r->at, "\n");
    r->at += *r->at == '\n';
}

static void put_units(struct json_stream *json, const char *key, double units)
{
    json_stream_number(json, key, (uint64_t)fmax(0, round(units)));
}

/* Graphviz counts upward. */
static void put_point(struct json_stream *json, struct answer_reader *r)
{
    put_units(json, NULL, next_units(r));
    put_units(json, NULL, r->height - next_units(r));
}

static void put_edge(struct json_stream *json, struct answer_reader *r)
{
    uint64_t n;

    json_stream_text(json, NULL, next_word(r));
    json_stream_text(json, NULL, next_word(r));
    n = strtoull(next_word(r), NULL, 10);
    while (n--)
        put_point(json, r);
}

/* The lines that begin with the word, each as an array. */
static void put_lines(struct json_stream *json, const char *key,
                      struct answer_reader r, const char *word)
{
    json_stream_open(json, key, '[');
    while (*r.at) {
        const size_t len = strlen(word);

        if (!strncmp(r.at, word, len) && r.at[len] == ' ') {
            r.at += len;
            json_stream_open(json, NULL, '[');
            if (*word == 'e') {
                put_edge(json, &r);
            } else {
                json_stream_text(json, NULL, next_word(&r));
                put_point(json, &r);
            }
            json_stream_close(json, ']');
        }
        skip_line(&r);
    }
    json_stream_close(json, ']');
}

static void put_answer(struct json_stream *json, const char *key,
                       const char *text)
{
    struct answer_reader r = {.at = text};

    json_stream_open(json, key, '{');
    (void)next_word(&r); /* graph */
    (void)next_word(&r);
    put_units(json, "width", next_units(&r));
    r.height = next_units(&r);
    put_units(json, "height", r.height);
    put_lines(json, "nodes", r, "node");
    put_lines(json, "edges", r, "edge");
    json_stream_close(json, '}');
}

/* --- the drawings --------------------------------------------------------- */

struct page_layout {
    const struct net *net;
    const struct prefix *prefix;
    const struct merged *merged;
    bool is_drawn; /* by Graphviz, what is small enough */
};

static void add_event(struct canvas *canvas, const struct net *net,
                      const struct prefix *prefix, uint32_t e)
{
    char number[16];

    add_box(canvas, 'e', e,
            e ? net_trans_label(net, prefix->events.at[e].trans)
              : "\xe2\x8a\xa5",
            (uint32_t)snprintf(number, sizeof number, "e%u", e));
}

static void make_structure(struct canvas *canvas,
                           const struct page_layout *layout)
{
    const struct prefix *const prefix = layout->prefix;
    const uint32_t n = prefix->events.len;

    for (uint32_t e = 0; e < n; e++) {
        const struct prefix_event *const event = &prefix->events.at[e];

        add_event(canvas, layout->net, prefix, e);
        for (uint32_t i = 0; i < event->causes.len; i++)
            add_line(canvas,
                     canvas_node(canvas, 'e',
                                 prefix->pool.at[event->causes.from + i]),
                     canvas_node(canvas, 'e', e), true);
    }
    for (uint32_t i = 0; i < prefix->conflicts.len; i++)
        add_line(canvas, canvas_node(canvas, 'e', prefix->conflicts.at[i].a),
                 canvas_node(canvas, 'e', prefix->conflicts.at[i].b), false);
}

/* more: the letters behind the name. */
static void add_circle(struct canvas *canvas, char kind, uint32_t number,
                       const char *label, uint32_t more)
{
    const struct shown name = shown_name(label);

    set_size(canvas_node(canvas, kind, number),
             fmax(30, 14 + 7 * (name.letters + more)),
             name.lines > 1 ? 40 : 30);
}

/* From these circles to a box, or from the box to them. */
static void add_arcs(struct canvas *canvas, Agnode_t *box, char kind,
                     const uint32_t *circles, uint32_t n, bool consumed)
{
    for (uint32_t i = 0; i < n; i++) {
        Agnode_t *const circle = canvas_node(canvas, kind, circles[i]);

        add_line(canvas, consumed ? circle : box, consumed ? box : circle,
                 true);
    }
}

/* Arcs of the conditions in the span; sets mark[producer] = e where they are
 * consumed or read. */
static void add_conditions(struct canvas *canvas, const struct prefix *prefix,
                           uint32_t e, struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t *const at = &prefix->pool.at[span.from + i];

        if (!prefix_is_drawn(prefix, *at))
            continue;
        add_arcs(canvas, canvas_node(canvas, 'e', e), 'b', at, 1, mark);
        if (mark)
            mark[prefix->conditions.at[*at].producer] = e;
    }
}

/* Events and conditions, and causes that no condition shows; lines of
 * conflicts would bend the arcs. */
static void make_occurrence(struct canvas *canvas,
                            const struct page_layout *layout)
{
    const struct net *const net = layout->net;
    const struct prefix *const prefix = layout->prefix;
    uint32_t *const mark = mem_zero(prefix->events.len, sizeof *mark);

    for (uint32_t b = 0; b < prefix->conditions.len; b++)
        if (prefix_is_drawn(prefix, b))
            add_circle(canvas, 'b', b,
                       net_place_label(net, prefix->conditions.at[b].place), 0);
    for (uint32_t e = 0; e < prefix->events.len; e++) {
        const struct prefix_event *const event = &prefix->events.at[e];

        add_event(canvas, net, prefix, e);
        add_conditions(canvas, prefix, e, event->produces, NULL);
        add_conditions(canvas, prefix, e, event->consumes, mark);
        add_conditions(canvas, prefix, e, event->reads, mark);
        for (uint32_t i = 0; i < event->causes.len; i++) {
            const uint32_t cause = prefix->pool.at[event->causes.from + i];

            if (mark[cause] != e)
                add_line(canvas, canvas_node(canvas, 'e', cause),
                         canvas_node(canvas, 'e', e), true);
        }
    }
    mem_free(mark);
}

static void add_merged_event(struct canvas *canvas, const struct net *net,
                             const struct merged *merged, uint32_t m)
{
    const struct merged_event *const event = &merged->events.at[m];
    const uint32_t *const pool = merged->pool.at;
    Agnode_t *const box = canvas_node(canvas, 'm', m);
    char count[32];
    const int len = snprintf(count, sizeof count, "%u event%s", event->n,
                             event->n == 1 ? "" : "s");

    add_box(canvas, 'm', m, net_trans_label(net, event->trans),
            merged->from_prefix ? (uint32_t)len : 0);
    add_arcs(canvas, box, 'b', pool + event->consumes.from, event->consumes.len,
             true);
    add_arcs(canvas, box, 'b', pool + event->reads.from, event->reads.len,
             true);
    add_arcs(canvas, box, 'b', pool + event->produces.from, event->produces.len,
             false);
}

static void make_merged(struct canvas *canvas, const struct page_layout *layout)
{
    const struct merged *const merged = layout->merged;

    for (uint32_t b = 0; b < merged->conditions.len; b++) {
        const struct merged_condition condition = merged->conditions.at[b];
        char depth[16];

        add_circle(
            canvas, 'b', b, net_place_label(layout->net, condition.place),
            (uint32_t)snprintf(depth, sizeof depth, " #%u", condition.depth));
    }
    for (uint32_t m = 0; m < merged->events.len; m++)
        add_merged_event(canvas, layout->net, merged, m);
}

static void make_net(struct canvas *canvas, const struct page_layout *layout)
{
    const struct net *const net = layout->net;

    for (place_id p = 0; p < net_place_count(net); p++)
        add_circle(canvas, 'p', p, net_place_label(net, p), 0);
    for (trans_id t = 0; t < net_trans_count(net); t++) {
        Agnode_t *const box = canvas_node(canvas, 't', t);
        const struct net_place_span pre = net_pre(net, t);
        const struct net_place_span read = net_read(net, t);
        const struct net_place_span post = net_post(net, t);

        add_box(canvas, 't', t, net_trans_label(net, t), 0);
        add_arcs(canvas, box, 'p', pre.at, pre.len, true);
        add_arcs(canvas, box, 'p', read.at, read.len, true);
        add_arcs(canvas, box, 'p', post.at, post.len, false);
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

/* Lays the graph out unless it has too many lines, and writes where everything
 * is.  The network simplex of Graphviz has no bound of its own: on graphs with
 * many cycles it takes minutes. */
static void put_drawing(struct json_stream *json, const char *key,
                        void (*make)(struct canvas *canvas,
                                     const struct page_layout *layout),
                        const struct page_layout *layout, uint32_t most_lines)
{
    struct canvas canvas;
    char *text;

    canvas_init(&canvas, key);
    make(&canvas, layout);
    canvas_set_graph(&canvas, "ranksep", "0.5");
    canvas_set_graph(&canvas, "nslimit", "0.2");
    canvas_set_graph(&canvas, "nslimit1", "0.2");
    canvas_set_graph(&canvas, "mclimit", "0.5");
    text = canvas_lay_out(&canvas, most_lines);
    if (text)
        put_answer(json, key, text);
    else
        json_stream_word(json, key, "null");
    mem_free(text);
}

static void put_drawings(struct json_stream *json, const char *key,
                         const struct page_layout *layout)
{
    const struct prefix *const prefix = layout->prefix;
    const struct merged *const merged = layout->merged;
    const struct {
        const char *name;
        bool is_small;
        void (*make)(struct canvas *canvas, const struct page_layout *layout);
        uint32_t most_lines;
    } drawings[] = {
        {"structure",
         prefix->events.len <= MOST_EVENTS &&
             prefix->conflicts.len <= MOST_CONFLICTS,
         make_structure, UINT32_MAX},
        {"occurrence", count_drawn(prefix) <= MOST_NODES, make_occurrence,
         MOST_LINES},
        {"merged", merged->events.len + merged->conditions.len <= MOST_NODES,
         make_merged, MOST_LINES},
        {"net",
         net_place_count(layout->net) + net_trans_count(layout->net) <=
             MOST_NODES,
         make_net, MOST_LINES},
    };

    json_stream_open(json, key, '{');
    for (uint32_t i = 0; i < sizeof drawings / sizeof *drawings; i++)
        if (layout->is_drawn && drawings[i].is_small)
            put_drawing(json, drawings[i].name, drawings[i].make, layout,
                        drawings[i].most_lines);
        else
            json_stream_word(json, drawings[i].name, "null");
    json_stream_close(json, '}');
}

static bool write_drawings(const void *self, FILE *out)
{
    struct json_stream json = {.file = out};

    put_drawings(&json, NULL, self);
    return !ferror(out);
}

void page_layout_put(struct json_stream *json, const struct net *net,
                     const struct prefix *prefix, const struct merged *merged,
                     const struct apart_limits *limits)
{
    struct page_layout layout = {net, prefix, merged, true};
    text_buffer text = {0};

    if (apart_run(write_drawings, &layout, limits, &text) == APART_DONE) {
        json_stream_word(json, "layout", text_end(&text));
    } else {
        layout.is_drawn = false;
        put_drawings(json, "layout", &layout);
    }
    vec_free(&text);
}
