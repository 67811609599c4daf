#include "dot.h"

#include "mem.h"
#include "output.h"
#include "vec.h"

#include <graphviz/cgraph.h>
#include <string.h>

enum { LARGE = 3000 };

/* The colours, chosen to differ in brightness too. */
#define INK "#303030"
#define WITNESS_FILL "#ffd966"
#define CUTOFF_FILL "#c8c8c8"
#define CONDITION_FILL "#eaf1fb"
#define CONFLICT_INK "#d62728"
#define COMPANION_INK "#1f5fb4"
#define READ_INK "#1a8a5a"
#define ORDER_INK "#909090"

struct drawing {
    Agraph_t *graph;
    VEC(char) text; /* of the label being made */
};

/* cgraph copies every string and writes through none; its prototypes merely
 * lack the const. */
static char *plain(const char *text)
{
    union {
        const char *in;
        char *out;
    } both = {text};

    return both.out;
}

static void set(void *object, const char *name, const char *value)
{
    (void)agsafeset(object, plain(name), plain(value), plain(""));
}

static void put(struct drawing *d, const char *text)
{
    for (; *text; text++)
        vec_push(&d->text, *text);
}

static void put_count(struct drawing *d, uint64_t n, const char *one,
                      const char *many)
{
    char text[32];

    (void)snprintf(text, sizeof text, "%llu ", (unsigned long long)n);
    put(d, text);
    put(d, n == 1 ? one : many);
}

/* Bytes of the UTF-8 character that text begins with, 0 when it is none. */
static uint32_t utf8_length(const unsigned char *text)
{
    const unsigned char c = text[0];
    const uint32_t len = c < 0x80                 ? 1
                         : c >= 0xc2 && c <= 0xdf ? 2
                         : (c & 0xf0) == 0xe0     ? 3
                         : c >= 0xf0 && c <= 0xf4 ? 4
                                                  : 0;

    for (uint32_t i = 1; i < len; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((c == 0xe0 && text[1] < 0xa0) || (c == 0xf0 && text[1] < 0x90) ||
        (c == 0xed && text[1] > 0x9f) || (c == 0xf4 && text[1] > 0x8f))
        return 0;
    return len;
}

/* Old files are in Latin-1: what is not UTF-8 is taken for that. */
static void put_latin1(struct drawing *d, unsigned char c)
{
    vec_push(&d->text, (char)(0xc0 | c >> 6));
    vec_push(&d->text, (char)(0x80 | (c & 0x3f)));
}

/* A name, so that it is shown as it is: in a label Graphviz expands \N, \G,
 * \n and the like, and &amp; and its kin.  Quotes are cgraph's affair. */
static void put_name(struct drawing *d, const char *name)
{
    const unsigned char *c = (const unsigned char *)name;

    if (!*name)
        put(d, "''");
    while (*c) {
        const uint32_t len = utf8_length(c);

        if (*c == '\\') {
            put(d, "\\\\");
        } else if (*c == '&') {
            put(d, "&amp;");
        } else if (*c < 0x20 || *c == 0x7f) {
            char code[8];

            (void)snprintf(code, sizeof code, "\\\\x%02x", (unsigned)*c);
            put(d, code);
        } else if (!len) {
            put_latin1(d, *c);
        } else {
            for (uint32_t i = 0; i < len; i++)
                vec_push(&d->text, (char)c[i]);
        }
        c += len ? len : 1;
    }
}

static void set_label(struct drawing *d, void *object, const char *attribute)
{
    vec_push(&d->text, '\0');
    set(object, attribute, d->text.at);
    d->text.len = 0;
}

/* Nodes are addressed by a letter for their kind and a number. */
static Agnode_t *node(struct drawing *d, char kind, uint32_t number, bool make)
{
    char name[16];

    (void)snprintf(name, sizeof name, "%c%u", kind, number);
    return agnode(d->graph, name, make);
}

static Agedge_t *edge(struct drawing *d, Agnode_t *from, Agnode_t *to)
{
    return agedge(d->graph, from, to, NULL, 1);
}

static void declare(struct drawing *d, int kind, const char *name,
                    const char *value)
{
    (void)agattr(d->graph, kind, plain(name), plain(value));
}

static void drawing_init(struct drawing *d, const char *name)
{
    *d = (struct drawing){.graph = agopen(plain(name), Agdirected, NULL)};
    declare(d, AGRAPH, "charset", "UTF-8");
    declare(d, AGRAPH, "fontname", "Helvetica");
    declare(d, AGRAPH, "fontsize", "12");
    declare(d, AGRAPH, "labelloc", "t");
    declare(d, AGRAPH, "nodesep", "0.25");
    declare(d, AGRAPH, "ranksep", "0.35");
    declare(d, AGNODE, "shape", "box");
    declare(d, AGNODE, "style", "filled");
    declare(d, AGNODE, "fillcolor", "white");
    declare(d, AGNODE, "color", INK);
    declare(d, AGNODE, "fontname", "Helvetica");
    declare(d, AGNODE, "fontsize", "11");
    declare(d, AGNODE, "margin", "0.06,0.03");
    declare(d, AGNODE, "width", "0.35");
    declare(d, AGNODE, "height", "0.35");
    declare(d, AGEDGE, "color", INK);
    declare(d, AGEDGE, "arrowsize", "0.7");
}

static bool drawing_write(struct drawing *d, const char *path,
                          struct diag *diag)
{
    struct output out;
    bool done = output_open(&out, path, diag);

    if (done) {
        (void)agwrite(d->graph, out.file);
        done = output_close(&out, diag);
    }
    (void)agclose(d->graph);
    vec_free(&d->text);
    return done;
}

static void draw_bottom(struct drawing *d)
{
    Agnode_t *bottom = node(d, 'e', 0, true);

    set(bottom, "label", "\xe2\x8a\xa5");
    set(bottom, "shape", "plaintext");
    set(bottom, "style", "");
}

static void draw_event(struct drawing *d, const struct net *net,
                       const struct prefix *prefix, uint32_t e)
{
    const struct prefix_event *ev = &prefix->events.at[e];
    Agnode_t *box = node(d, 'e', e, true);
    char number[16];

    (void)snprintf(number, sizeof number, "\\ne%u", e);
    put_name(d, net_trans_label(net, ev->trans));
    put(d, number);
    set_label(d, box, "label");
    if (ev->cutoff) {
        set(box, "fillcolor", CUTOFF_FILL);
        set(box, "peripheries", "2");
    }
    if (ev->witness) {
        set(box, "fillcolor", WITNESS_FILL);
        set(box, "penwidth", "2.5");
    }
}

static void draw_witness_edge(Agedge_t *line)
{
    set(line, "penwidth", "2.5");
}

static void draw_cause(struct drawing *d, const struct prefix *prefix,
                       uint32_t cause, uint32_t e)
{
    Agedge_t *arrow =
        edge(d, node(d, 'e', cause, false), node(d, 'e', e, false));

    if (prefix->events.at[e].witness)
        draw_witness_edge(arrow);
}

static void draw_causes(struct drawing *d, const struct prefix *prefix)
{
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const struct prefix_span span = prefix->events.at[e].causes;

        for (uint32_t i = 0; i < span.len; i++)
            draw_cause(d, prefix, prefix->pool.at[span.from + i], e);
    }
}

static void draw_conflict(struct drawing *d, struct prefix_conflict pair)
{
    Agedge_t *line =
        edge(d, node(d, 'e', pair.a, false), node(d, 'e', pair.b, false));

    set(line, "color", CONFLICT_INK);
    set(line, "style", "dashed");
    set(line, "dir", "none");
    set(line, "constraint", "false");
}

static void draw_companions(struct drawing *d, const struct prefix *prefix)
{
    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const struct prefix_event *ev = &prefix->events.at[e];

        if (!ev->cutoff || !ev->has_companion)
            continue;

        Agedge_t *arrow =
            edge(d, node(d, 'e', e, false), node(d, 'e', ev->companion, false));

        set(arrow, "color", COMPANION_INK);
        set(arrow, "style", "dotted");
        set(arrow, "penwidth", "1.5");
        set(arrow, "arrowhead", "vee");
        set(arrow, "constraint", "false");
    }
}

static bool is_drawn(const struct prefix *prefix, uint32_t condition)
{
    return prefix->conditions.at[condition].place != PLACE_NONE;
}

static void draw_condition(struct drawing *d, const struct net *net,
                           const struct prefix *prefix, uint32_t c)
{
    Agnode_t *circle = node(d, 'c', c, true);

    put_name(d, net_place_label(net, prefix->conditions.at[c].place));
    set_label(d, circle, "label");
    set(circle, "shape", "circle");
    set(circle, "fillcolor", CONDITION_FILL);
    set(circle, "fontsize", "10");
    set(circle, "margin", "0.01");
}

static void draw_read(struct drawing *d, Agnode_t *circle, Agnode_t *box)
{
    Agedge_t *line = edge(d, circle, box);

    set(line, "color", READ_INK);
    set(line, "dir", "none");
}

static void draw_arcs(struct drawing *d, const struct prefix *prefix,
                      uint32_t e)
{
    const struct prefix_event *ev = &prefix->events.at[e];
    const uint32_t *pool = prefix->pool.at;
    Agnode_t *box = node(d, 'e', e, false);

    for (uint32_t i = 0; i < ev->takes.len; i++) {
        const uint32_t c = pool[ev->takes.from + i];

        if (!is_drawn(prefix, c))
            continue;

        Agedge_t *arrow = edge(d, node(d, 'c', c, false), box);

        if (ev->witness)
            draw_witness_edge(arrow);
    }
    for (uint32_t i = 0; i < ev->reads.len; i++) {
        const uint32_t c = pool[ev->reads.from + i];

        if (is_drawn(prefix, c))
            draw_read(d, node(d, 'c', c, false), box);
    }
    for (uint32_t i = 0; i < ev->makes.len; i++) {
        const uint32_t c = pool[ev->makes.from + i];

        if (!is_drawn(prefix, c))
            continue;

        Agedge_t *arrow = edge(d, box, node(d, 'c', c, false));

        if (ev->witness)
            draw_witness_edge(arrow);
    }
}

/* Calls mark[producer] = e for the conditions that e uses. */
static void mark_producers(const struct prefix *prefix, uint32_t e,
                           struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t c = prefix->pool.at[span.from + i];

        if (is_drawn(prefix, c))
            mark[prefix->conditions.at[c].producer] = e;
    }
}

/* Causality that no condition shows: a consumer after a reader, or a pair
 * that the relation alone makes dependent. */
static void draw_hidden_causes(struct drawing *d, const struct prefix *prefix)
{
    uint32_t *mark = mem_zero(prefix->events.len, sizeof *mark);

    for (uint32_t e = 1; e < prefix->events.len; e++) {
        const struct prefix_event *ev = &prefix->events.at[e];

        mark_producers(prefix, e, ev->takes, mark);
        mark_producers(prefix, e, ev->reads, mark);
        for (uint32_t i = 0; i < ev->causes.len; i++) {
            const uint32_t cause = prefix->pool.at[ev->causes.from + i];

            if (mark[cause] == e)
                continue;

            Agedge_t *arrow =
                edge(d, node(d, 'e', cause, false), node(d, 'e', e, false));

            set(arrow, "color", ORDER_INK);
            set(arrow, "arrowhead", "empty");
        }
    }
    free(mark);
}

static void mark_uses(const struct prefix *prefix, uint32_t e,
                      struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        mark[prefix->pool.at[span.from + i]] = e;
}

static bool has_mark(const struct prefix *prefix, uint32_t e,
                     struct prefix_span span, const uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t c = prefix->pool.at[span.from + i];

        if (mark[c] == e && is_drawn(prefix, c))
            return true;
    }
    return false;
}

/* Conflicts that no condition shows: one is shown when both events use it and
 * one of them consumes it. */
static void draw_hidden_conflicts(struct drawing *d,
                                  const struct prefix *prefix)
{
    uint32_t *taken = mem_zero(prefix->conditions.len, sizeof *taken);
    uint32_t *read = mem_zero(prefix->conditions.len, sizeof *read);

    for (uint32_t i = 0; i < prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = prefix->conflicts.at[i];
        const struct prefix_event *a = &prefix->events.at[pair.a];
        const struct prefix_event *b = &prefix->events.at[pair.b];

        if (i == 0 || prefix->conflicts.at[i - 1].a != pair.a) {
            mark_uses(prefix, pair.a, a->takes, taken);
            mark_uses(prefix, pair.a, a->reads, read);
        }
        if (!has_mark(prefix, pair.a, b->takes, taken) &&
            !has_mark(prefix, pair.a, b->reads, taken) &&
            !has_mark(prefix, pair.a, b->takes, read))
            draw_conflict(d, pair);
    }
    free(taken);
    free(read);
}

static void draw_conditions(struct drawing *d, const struct net *net,
                            const struct prefix *prefix)
{
    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        if (is_drawn(prefix, c))
            draw_condition(d, net, prefix, c);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        draw_arcs(d, prefix, e);
    draw_hidden_causes(d, prefix);
    draw_hidden_conflicts(d, prefix);
}

static uint32_t count_drawn(const struct prefix *prefix)
{
    uint32_t n = 0;

    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        n += is_drawn(prefix, c);
    return n;
}

static void draw_counts(struct drawing *d, const struct prefix *prefix,
                        const struct dot_options *options)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 1; e < prefix->events.len; e++)
        n_cutoffs += prefix->events.at[e].cutoff;
    if (options->title) {
        put_name(d, options->title);
        put(d, "\\n");
    }
    put_count(d, prefix->events.len - (prefix->events.len > 0), "event",
              "events");
    put(d, ", ");
    put_count(d, n_cutoffs, "cutoff", "cutoffs");
    put(d, ", ");
    put_count(d, prefix->conflicts.len, "immediate conflict",
              "immediate conflicts");
    if (options->conditions) {
        put(d, ", ");
        put_count(d, count_drawn(prefix), "condition", "conditions");
    }
    put(d, "\\n ");
    declare(d, AGRAPH, "label", "");
    set_label(d, d->graph, "label");
}

bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct drawing d;

    drawing_init(&d, "prefix");
    draw_counts(&d, prefix, options);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        if (e)
            draw_event(&d, net, prefix, e);
        else
            draw_bottom(&d);
    if (options->conditions) {
        draw_conditions(&d, net, prefix);
    } else {
        draw_causes(&d, prefix);
        for (uint32_t i = 0; i < prefix->conflicts.len; i++)
            draw_conflict(&d, prefix->conflicts.at[i]);
    }
    draw_companions(&d, prefix);
    return drawing_write(&d, path, diag);
}

static void draw_place(struct drawing *d, const struct net *net, place_id p)
{
    Agnode_t *circle = node(d, 'p', p, true);

    put_name(d, net_place_label(net, p));
    set_label(d, circle, "xlabel");
    set(circle, "label", net_marked(net, p) ? "\xe2\x97\x8f" : "");
    set(circle, "shape", "circle");
    set(circle, "fixedsize", "true");
    set(circle, "fillcolor", CONDITION_FILL);
}

static void draw_trans(struct drawing *d, const struct net *net, trans_id t)
{
    Agnode_t *box = node(d, 't', t, true);
    const struct place_span pre = net_pre(net, t), post = net_post(net, t),
                            read = net_read(net, t);

    put_name(d, net_trans_label(net, t));
    set_label(d, box, "label");
    for (uint32_t i = 0; i < pre.len; i++)
        (void)edge(d, node(d, 'p', pre.at[i], false), box);
    for (uint32_t i = 0; i < read.len; i++)
        draw_read(d, node(d, 'p', read.at[i], false), box);
    for (uint32_t i = 0; i < post.len; i++)
        (void)edge(d, box, node(d, 'p', post.at[i], false));
}

bool dot_write_net(const struct net *net, const char *path, struct diag *diag)
{
    struct drawing d;

    drawing_init(&d, "net");
    if (net_name(net)[0]) {
        put_name(&d, net_name(net));
        put(&d, "\\n");
    }
    put_count(&d, net_place_count(net), "place", "places");
    put(&d, ", ");
    put_count(&d, net_trans_count(net), "transition", "transitions");
    put(&d, "\\n ");
    declare(&d, AGRAPH, "label", "");
    set_label(&d, d.graph, "label");
    for (place_id p = 0; p < net_place_count(net); p++)
        draw_place(&d, net, p);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        draw_trans(&d, net, t);
    return drawing_write(&d, path, diag);
}

bool dot_is_large(uint64_t n_nodes)
{
    return n_nodes > LARGE;
}

uint64_t dot_prefix_nodes(const struct prefix *prefix,
                          const struct dot_options *options)
{
    return prefix->events.len +
           (options->conditions ? (uint64_t)count_drawn(prefix) : 0);
}
