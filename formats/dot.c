#include "formats/dot.h"

#include "answer/event_markings.h"
#include "answer/histories.h"
#include "answer/merged.h"
#include "base/mem.h"
#include "formats/canvas.h"
#include "net/marking.h"

#include <stdlib.h>
#include <string.h>

/* Brightness, border or shape distinguishes fills and lines as well as hue. */
#define WITNESS_FILL "#ffd966"
#define CUTOFF_FILL "#c8c8c8"
#define PLACE_FILL "#eaf1fb"
#define CONFLICT_INK "#d62728"
#define COMPANION_INK "#1f5fb4"
#define READ_INK "#1a8a5a"
#define HIDDEN_INK "#909090"
#define THICK "2.5"

struct drawing {
    struct canvas *canvas;
    const struct net *net;
    const struct prefix *prefix;
    const uint32_t *numbers;   /* of struct dot_options */
    const uint32_t *same;      /* by condition: the one that is drawn for it */
    uint32_t n_events;         /* each once for all its histories */
    const uint32_t *producers; /* by condition that is drawn: how many histories
                                  of its event there are */
};

static const struct prefix_event *event(const struct drawing *d, uint32_t e)
{
    return &d->prefix->events.at[e];
}

static uint32_t item(const struct drawing *d, struct prefix_span span,
                     uint32_t i)
{
    return d->prefix->pool.at[span.from + i];
}

/* The drawing omits conditions of the engine's own. */
static bool is_drawn(const struct prefix *prefix, uint32_t condition)
{
    return prefix->conditions.at[condition].place != PLACE_NONE;
}

/* The number of an event that the drawing shows. */
static uint32_t number_of(const struct drawing *d, uint32_t e)
{
    return d->numbers ? d->numbers[e] : e;
}

static Agnode_t *box_of(const struct drawing *d, uint32_t e)
{
    return canvas_node(d->canvas, 'e', number_of(d, e));
}

static Agnode_t *circle_of(const struct drawing *d, uint32_t c)
{
    return canvas_node(d->canvas, 'c', d->same[c]);
}

static void draw_bottom(const struct drawing *d)
{
    Agnode_t *bottom = box_of(d, 0);

    canvas_text(d->canvas, "\xe2\x8a\xa5");
    canvas_label(d->canvas, bottom);
    canvas_set(bottom, "shape", "plaintext");
    canvas_set(bottom, "style", "");
}

static void draw_event(const struct drawing *d, uint32_t e)
{
    Agnode_t *box = box_of(d, e);

    canvas_name(d->canvas, net_trans_label(d->net, event(d, e)->trans));
    canvas_text(d->canvas, "\\n");
    canvas_number(d->canvas, 'e', number_of(d, e));
    canvas_label(d->canvas, box);
    if (event(d, e)->cutoff) {
        canvas_set(box, "fillcolor", CUTOFF_FILL);
        canvas_set(box, "peripheries", "2");
    }
    if (event(d, e)->witness) {
        canvas_set(box, "fillcolor", WITNESS_FILL);
        canvas_set(box, "penwidth", THICK);
    }
}

/* An arrow that belongs to event e. */
static Agedge_t *draw_arrow(const struct drawing *d, Agnode_t *from,
                            Agnode_t *to, uint32_t e)
{
    Agedge_t *arrow = canvas_edge(d->canvas, from, to);

    if (event(d, e)->witness)
        canvas_set(arrow, "penwidth", THICK);
    return arrow;
}

static void draw_causes(const struct drawing *d)
{
    for (uint32_t e = 1; e < d->prefix->events.len; e++) {
        const struct prefix_span causes = event(d, e)->causes;

        for (uint32_t i = 0; i < causes.len; i++)
            (void)draw_arrow(d, box_of(d, item(d, causes, i)), box_of(d, e), e);
    }
}

static void draw_conflict(const struct drawing *d, struct prefix_conflict pair)
{
    Agedge_t *line =
        canvas_edge(d->canvas, box_of(d, pair.a), box_of(d, pair.b));

    canvas_set(line, "color", CONFLICT_INK);
    canvas_set(line, "style", "dashed");
    canvas_set(line, "dir", "none");
    canvas_set(line, "constraint", "false");
}

static void draw_companion(const struct drawing *d, uint32_t e)
{
    Agedge_t *arrow =
        canvas_edge(d->canvas, box_of(d, e), box_of(d, event(d, e)->companion));

    canvas_set(arrow, "color", COMPANION_INK);
    canvas_set(arrow, "style", "dotted");
    canvas_set(arrow, "penwidth", "1.5");
    canvas_set(arrow, "arrowhead", "vee");
    canvas_set(arrow, "constraint", "false");
}

static void draw_structure(const struct drawing *d)
{
    draw_causes(d);
    for (uint32_t i = 0; i < d->prefix->conflicts.len; i++)
        draw_conflict(d, d->prefix->conflicts.at[i]);
}

static void draw_circle(struct canvas *canvas, Agnode_t *circle)
{
    canvas_label(canvas, circle);
    canvas_set(circle, "shape", "circle");
    canvas_set(circle, "fillcolor", PLACE_FILL);
    canvas_set(circle, "fontsize", "10");
    canvas_set(circle, "margin", "0.01");
}

static void draw_read(struct canvas *canvas, Agnode_t *circle, Agnode_t *box)
{
    Agedge_t *line = canvas_edge(canvas, circle, box);

    canvas_set(line, "color", READ_INK);
    canvas_set(line, "dir", "none");
}

static void draw_arcs(const struct drawing *d, uint32_t e)
{
    const struct prefix_event *ev = event(d, e);
    Agnode_t *box = box_of(d, e);

    for (uint32_t i = 0; i < ev->consumes.len; i++)
        if (is_drawn(d->prefix, item(d, ev->consumes, i)))
            (void)draw_arrow(d, circle_of(d, item(d, ev->consumes, i)), box, e);
    for (uint32_t i = 0; i < ev->reads.len; i++)
        if (is_drawn(d->prefix, item(d, ev->reads, i)))
            draw_read(d->canvas, circle_of(d, item(d, ev->reads, i)), box);
    for (uint32_t i = 0; i < ev->produces.len; i++)
        if (is_drawn(d->prefix, item(d, ev->produces, i)))
            (void)draw_arrow(d, box, circle_of(d, item(d, ev->produces, i)), e);
}

/* Sets mark[producer] = e for the drawn conditions in span that show their
 * producer, as they have no other. */
static void mark_producers(const struct drawing *d, uint32_t e,
                           struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t c = item(d, span, i);

        if (is_drawn(d->prefix, c) && d->producers[d->same[c]] == 1)
            mark[d->prefix->conditions.at[c].producer] = e;
    }
}

static void draw_hidden_cause(const struct drawing *d, uint32_t cause,
                              uint32_t e)
{
    Agedge_t *arrow = draw_arrow(d, box_of(d, cause), box_of(d, e), e);

    canvas_set(arrow, "color", HIDDEN_INK);
    canvas_set(arrow, "arrowhead", "empty");
}

/* Draws causality that no condition shows: a consumer after a reader, a certain
 * history of the producer, or two events that only the relation makes
 * dependent. */
static void draw_hidden_causes(const struct drawing *d)
{
    uint32_t *mark = mem_zero(d->prefix->events.len, sizeof *mark);

    for (uint32_t e = 1; e < d->prefix->events.len; e++) {
        const struct prefix_span causes = event(d, e)->causes;

        mark_producers(d, e, event(d, e)->consumes, mark);
        mark_producers(d, e, event(d, e)->reads, mark);
        for (uint32_t i = 0; i < causes.len; i++)
            if (mark[item(d, causes, i)] != e)
                draw_hidden_cause(d, item(d, causes, i), e);
    }
    mem_free(mark);
}

/* Sets mark[circle] = e for the drawn conditions in span. */
static void mark_uses(const struct drawing *d, uint32_t e,
                      struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (is_drawn(d->prefix, item(d, span, i)))
            mark[d->same[item(d, span, i)]] = e;
}

static bool has_mark(const struct drawing *d, uint32_t e,
                     struct prefix_span span, const uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (mark[d->same[item(d, span, i)]] == e)
            return true;
    return false;
}

/* Draws conflicts that no condition shows.  A condition shows a conflict when
 * both events use it and one of them consumes it. */
static void draw_hidden_conflicts(const struct drawing *d)
{
    const uint32_t n = d->prefix->conditions.len;
    uint32_t *consumed = mem_zero(n, sizeof *consumed);
    uint32_t *used = mem_zero(n, sizeof *used);

    for (uint32_t i = 0; i < d->prefix->conflicts.len; i++) {
        const struct prefix_conflict pair = d->prefix->conflicts.at[i];

        if (i == 0 || d->prefix->conflicts.at[i - 1].a != pair.a) {
            mark_uses(d, pair.a, event(d, pair.a)->consumes, consumed);
            mark_uses(d, pair.a, event(d, pair.a)->consumes, used);
            mark_uses(d, pair.a, event(d, pair.a)->reads, used);
        }
        if (!has_mark(d, pair.a, event(d, pair.b)->consumes, used) &&
            !has_mark(d, pair.a, event(d, pair.b)->reads, consumed))
            draw_conflict(d, pair);
    }
    mem_free(consumed);
    mem_free(used);
}

static void draw_conditions(const struct drawing *d)
{
    for (uint32_t c = 0; c < d->prefix->conditions.len; c++)
        if (is_drawn(d->prefix, c) && d->same[c] == c) {
            const place_id p = d->prefix->conditions.at[c].place;

            canvas_name(d->canvas, net_place_label(d->net, p));
            draw_circle(d->canvas, circle_of(d, c));
        }
    for (uint32_t e = 0; e < d->prefix->events.len; e++)
        draw_arcs(d, e);
    draw_hidden_causes(d);
    draw_hidden_conflicts(d);
}

static uint32_t count_drawn(const struct drawing *d)
{
    uint32_t n = 0;

    for (uint32_t c = 0; c < d->prefix->conditions.len; c++)
        n += is_drawn(d->prefix, c) && d->same[c] == c;
    return n;
}

/* By condition that is drawn: how many histories of one event produce it. */
static uint32_t *count_producers(const struct prefix *prefix,
                                 const uint32_t *same)
{
    uint32_t *n = mem_zero(prefix->conditions.len, sizeof *n);

    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        n[same[c]]++;
    return n;
}

/* "5 events", or "11 histories of 5 events". */
static void draw_event_count(const struct drawing *d)
{
    const uint32_t n = d->prefix->events.len - (d->prefix->events.len > 0);

    if (n != d->n_events) {
        canvas_count(d->canvas, n, "history", "histories");
        canvas_text(d->canvas, " of ");
    }
    canvas_count(d->canvas, d->n_events, "event", "events");
}

/* The lines above the counts. */
static void draw_title(struct canvas *canvas, const struct dot_options *options)
{
    if (options->left_to_right)
        canvas_set_graph(canvas, "rankdir", "LR");
    if (options->title && options->title[0]) {
        canvas_name(canvas, options->title);
        canvas_text(canvas, "\\n");
    }
    for (uint32_t i = 0; i < options->n_lines; i++) {
        canvas_name(canvas, options->lines[i]);
        canvas_text(canvas, "\\n");
    }
}

/* Tooltips need the marking of every event, so they are of drawings that one
 * can look at. */
enum { MOST_TOOLTIPS = 5000 };

/* Each box tells the marking that its local configuration reaches. */
static void draw_tooltips(const struct drawing *d)
{
    const uint32_t n_events = d->prefix->events.len;
    const uint32_t words = marking_words(d->net);
    bits_word *const markings =
        mem_zero((size_t)n_events * words, sizeof *markings);
    struct event_markings changes;

    event_markings_init(&changes, d->prefix, net_place_count(d->net));
    marking_initial(d->net, markings);
    for (uint32_t e = 0; e < n_events; e++) {
        bits_word *const m = markings + (size_t)e * words;

        if (e > 0) {
            event_markings_find(&changes, e);
            memcpy(m, markings + (size_t)changes.base * words,
                   words * sizeof *m);
            for (uint32_t i = 0; i < changes.removed.len; i++)
                bits_remove(m, changes.removed.at[i]);
            for (uint32_t i = 0; i < changes.added.len; i++)
                bits_add(m, changes.added.at[i]);
        }
        canvas_text(d->canvas, "marking:");
        for (place_id p = 0; p < net_place_count(d->net); p++)
            if (bits_has(m, p)) {
                canvas_text(d->canvas, " ");
                canvas_name(d->canvas, net_place_label(d->net, p));
            }
        canvas_tooltip(d->canvas, box_of(d, e));
    }
    event_markings_finish(&changes);
    mem_free(markings);
}

static void draw_counts(const struct drawing *d,
                        const struct dot_options *options)
{
    const uint32_t n_events = d->prefix->events.len;
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 1; e < n_events; e++)
        n_cutoffs += event(d, e)->cutoff;
    draw_title(d->canvas, options);
    if (options->incomplete)
        canvas_text(d->canvas, "incomplete: ");
    draw_event_count(d);
    if (options->numbers) {
        canvas_text(d->canvas, " (of ");
        canvas_count(d->canvas, options->n_all, "event)", "events)");
    }
    canvas_text(d->canvas, ", ");
    canvas_count(d->canvas, n_cutoffs, "cutoff", "cutoffs");
    canvas_text(d->canvas, ", ");
    canvas_count(d->canvas, d->prefix->conflicts.len, "immediate conflict",
                 "immediate conflicts");
    if (options->conditions) {
        canvas_text(d->canvas, ", ");
        canvas_count(d->canvas, count_drawn(d), "condition", "conditions");
    }
    canvas_title(d->canvas);
}

bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    uint32_t n_events;
    uint32_t *const same = histories_merge(prefix, &n_events);
    uint32_t *const producers = count_producers(prefix, same);
    struct canvas canvas;
    const struct drawing d = {&canvas, net,      prefix,   options->numbers,
                              same,    n_events, producers};

    canvas_init(&canvas, "prefix");
    draw_counts(&d, options);
    if (prefix->events.len)
        draw_bottom(&d);
    for (uint32_t e = 1; e < prefix->events.len; e++)
        draw_event(&d, e);
    if (options->conditions)
        draw_conditions(&d);
    else
        draw_structure(&d);
    for (uint32_t e = 1; e < prefix->events.len && !options->no_companions; e++)
        if (event(&d, e)->has_companion)
            draw_companion(&d, e);
    if (options->format && prefix->events.len <= MOST_TOOLTIPS)
        draw_tooltips(&d);
    mem_free(same);
    mem_free(producers);
    return canvas_finish(&canvas, options->format, path, diag);
}

/* --- merged processes ----------------------------------------------------- */

static void draw_merged_condition(struct canvas *canvas, const struct net *net,
                                  const struct merged *merged, uint32_t b)
{
    const struct merged_condition condition = merged->conditions.at[b];

    canvas_name(canvas, net_place_label(net, condition.place));
    canvas_text(canvas, "\\n");
    canvas_number(canvas, '#', condition.depth);
    draw_circle(canvas, canvas_node(canvas, 'c', b));
}

static void draw_merged_event(struct canvas *canvas, const struct net *net,
                              const struct merged *merged, uint32_t e)
{
    const struct merged_event *const event = &merged->events.at[e];
    const uint32_t *const pool = merged->pool.at;
    Agnode_t *const box = canvas_node(canvas, 'e', e);

    canvas_name(canvas, net_trans_label(net, event->trans));
    canvas_text(canvas, "\\n");
    canvas_count(canvas, event->n, "event", "events");
    canvas_label(canvas, box);
    if (event->cutoff) {
        canvas_set(box, "fillcolor", CUTOFF_FILL);
        canvas_set(box, "peripheries", "2");
    }
    for (uint32_t i = 0; i < event->consumes.len; i++)
        (void)canvas_edge(
            canvas, canvas_node(canvas, 'c', pool[event->consumes.from + i]),
            box);
    for (uint32_t i = 0; i < event->reads.len; i++)
        draw_read(canvas, canvas_node(canvas, 'c', pool[event->reads.from + i]),
                  box);
    for (uint32_t i = 0; i < event->produces.len; i++)
        (void)canvas_edge(
            canvas, box,
            canvas_node(canvas, 'c', pool[event->produces.from + i]));
}

static void draw_merged_counts(struct canvas *canvas,
                               const struct merged *merged,
                               const struct dot_options *options)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 0; e < merged->events.len; e++)
        n_cutoffs += merged->events.at[e].cutoff;
    draw_title(canvas, options);
    canvas_text(canvas, options->incomplete ? "incomplete merged process: "
                                            : "merged process: ");
    canvas_count(canvas, merged->events.len, "event", "events");
    canvas_text(canvas, ", ");
    canvas_count(canvas, n_cutoffs, "cutoff", "cutoffs");
    canvas_text(canvas, ", ");
    canvas_count(canvas, merged->conditions.len, "condition", "conditions");
    canvas_title(canvas);
}

bool dot_write_merged(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct merged merged;
    struct canvas canvas;

    merged_init(&merged, prefix, net_place_count(net));
    canvas_init(&canvas, "merged");
    draw_merged_counts(&canvas, &merged, options);
    for (uint32_t b = 0; b < merged.conditions.len; b++)
        draw_merged_condition(&canvas, net, &merged, b);
    for (uint32_t e = 0; e < merged.events.len; e++)
        draw_merged_event(&canvas, net, &merged, e);
    merged_finish(&merged);
    return canvas_finish(&canvas, options->format, path, diag);
}

/* --- nets ----------------------------------------------------------------- */

static void draw_place(struct canvas *canvas, const struct net *net, place_id p)
{
    canvas_name(canvas, net_place_label(net, p));
    if (net_marked(net, p))
        canvas_text(canvas, "\\n\xe2\x97\x8f");
    draw_circle(canvas, canvas_node(canvas, 'p', p));
}

static void draw_trans(struct canvas *canvas, const struct net *net, trans_id t)
{
    Agnode_t *box = canvas_node(canvas, 't', t);
    const struct net_place_span pre = net_pre(net, t), post = net_post(net, t),
                                read = net_read(net, t);

    canvas_name(canvas, net_trans_label(net, t));
    canvas_label(canvas, box);
    for (uint32_t i = 0; i < pre.len; i++)
        (void)canvas_edge(canvas, canvas_node(canvas, 'p', pre.at[i]), box);
    for (uint32_t i = 0; i < read.len; i++)
        draw_read(canvas, canvas_node(canvas, 'p', read.at[i]), box);
    for (uint32_t i = 0; i < post.len; i++)
        (void)canvas_edge(canvas, box, canvas_node(canvas, 'p', post.at[i]));
}

static void draw_sizes(struct canvas *canvas, const struct net *net)
{
    if (net_name(net)[0]) {
        canvas_name(canvas, net_name(net));
        canvas_text(canvas, "\\n");
    }
    canvas_count(canvas, net_place_count(net), "place", "places");
    canvas_text(canvas, ", ");
    canvas_count(canvas, net_trans_count(net), "transition", "transitions");
    canvas_title(canvas);
}

bool dot_write_net(const struct net *net, const char *path, struct diag *diag)
{
    struct canvas canvas;

    canvas_init(&canvas, "net");
    draw_sizes(&canvas, net);
    for (place_id p = 0; p < net_place_count(net); p++)
        draw_place(&canvas, net, p);
    for (trans_id t = 0; t < net_trans_count(net); t++)
        draw_trans(&canvas, net, t);
    return canvas_finish(&canvas, NULL, path, diag);
}
