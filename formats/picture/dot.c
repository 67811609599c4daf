#include "formats/picture/dot.h"

#include "base/mem.h"
#include "formats/picture/dot_style.h"
#include "formats/picture/dot_names.h"
#include "net/marking.h"
#include "occurrence/event_markings.h"
#include "occurrence/histories.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct drawing {
    struct canvas *canvas;
    struct dot_style_legend *legend;
    const struct net *net;
    const struct prefix *prefix;
    const uint32_t *numbers; /* of struct dot_options */
    const struct dot_names *names;
    const struct histories *histories;
    const uint32_t *circle;    /* of dot_circles.c */
    const uint32_t *producers; /* by circle: how many histories of its event
                                  lead to it */
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
    return canvas_node(d->canvas, 'c', d->circle[c]);
}

static void draw_bottom(const struct drawing *d)
{
    Agnode_t *bottom = box_of(d, 0);

    canvas_text(d->canvas, "\xe2\x8a\xa5");
    canvas_label(d->canvas, bottom);
    canvas_set(bottom, "shape", "plaintext");
    canvas_set(bottom, "style", "");
}

static enum dot_style_kind witness_kind(const struct drawing *d, uint32_t e)
{
    return d->prefix->is_fork     ? LEGEND_BOTH + event(d, e)->branch
           : event(d, e)->repeats ? LEGEND_LOOP
                                  : LEGEND_RUN;
}

static void draw_event(const struct drawing *d, uint32_t e)
{
    Agnode_t *box = box_of(d, e);

    canvas_wrapped(d->canvas, dot_names_trans(d->names, event(d, e)->trans),
                   DOT_BOX_LETTERS);
    canvas_number(d->canvas, "\\ne", number_of(d, e));
    canvas_label(d->canvas, box);
    d->legend->has[LEGEND_EVENT] = !d->prefix->is_process;
    if (event(d, e)->cutoff)
        dot_style_mark(d->legend, LEGEND_CUTOFF, box);
    if (event(d, e)->witness)
        dot_style_mark(d->legend, witness_kind(d, e), box);
    if (event(d, e)->fate != PREFIX_NO_FATE)
        dot_style_mark(d->legend,
                       LEGEND_FREE + (event(d, e)->fate - PREFIX_FREE), box);
    if (event(d, e)->repeats)
        canvas_set(box, "style", "filled,rounded");
}

/* An arrow that belongs to event e. */
static Agedge_t *draw_arrow(const struct drawing *d, Agnode_t *from,
                            Agnode_t *to, uint32_t e)
{
    Agedge_t *arrow = canvas_edge(d->canvas, from, to);

    if (event(d, e)->witness)
        canvas_set(arrow, "penwidth", DOT_THICK);
    return arrow;
}

static void draw_causes(const struct drawing *d)
{
    for (uint32_t e = 1; e < d->prefix->events.len; e++) {
        const struct prefix_span causes = event(d, e)->causes;

        for (uint32_t i = 0; i < causes.len; i++)
            (void)draw_arrow(d, box_of(d, item(d, causes, i)), box_of(d, e), e);
        d->legend->has[LEGEND_CAUSE] = true;
    }
}

static void draw_conflict(const struct drawing *d, struct prefix_conflict pair)
{
    dot_style_mark(
        d->legend, LEGEND_CONFLICT,
        canvas_edge(d->canvas, box_of(d, pair.a), box_of(d, pair.b)));
}

static void draw_companions(const struct drawing *d)
{
    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        if (event(d, e)->has_companion)
            dot_style_mark(d->legend, LEGEND_COMPANION,
                           canvas_edge(d->canvas, box_of(d, e),
                                       box_of(d, event(d, e)->companion)));
}

static void draw_structure(const struct drawing *d)
{
    draw_causes(d);
    for (uint32_t i = 0; i < d->prefix->conflicts.len; i++)
        draw_conflict(d, d->prefix->conflicts.at[i]);
}

/* A drawn condition that event e consumes or produces. */
static void draw_arc(const struct drawing *d, uint32_t condition, uint32_t e,
                     bool consumed)
{
    Agnode_t *const box = box_of(d, e), *const circle = circle_of(d, condition);

    dot_style_mark(
        d->legend, LEGEND_ARC,
        draw_arrow(d, consumed ? circle : box, consumed ? box : circle, e));
}

static void draw_arcs(const struct drawing *d, uint32_t e)
{
    const struct prefix_event *ev = event(d, e);

    for (uint32_t i = 0; i < ev->consumes.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, ev->consumes, i)))
            draw_arc(d, item(d, ev->consumes, i), e, true);
    for (uint32_t i = 0; i < ev->reads.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, ev->reads, i)))
            dot_style_mark(d->legend, LEGEND_READ,
                           canvas_edge(d->canvas,
                                       circle_of(d, item(d, ev->reads, i)),
                                       box_of(d, e)));
    for (uint32_t i = 0; i < ev->produces.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, ev->produces, i)))
            draw_arc(d, item(d, ev->produces, i), e, false);
}

/* Sets mark[producer] = e for the drawn conditions in span that show their
 * producer, as they have no other. */
static void mark_producers(const struct drawing *d, uint32_t e,
                           struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t c = item(d, span, i);

        if (prefix_is_drawn(d->prefix, c) && d->producers[d->circle[c]] == 1)
            mark[d->prefix->conditions.at[c].producer] = e;
    }
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
                dot_style_mark(d->legend, LEGEND_HIDDEN_CAUSE,
                               draw_arrow(d, box_of(d, item(d, causes, i)),
                                          box_of(d, e), e));
    }
    mem_free(mark);
}

/* Sets mark[circle] = e for the drawn conditions in span. */
static void mark_uses(const struct drawing *d, uint32_t e,
                      struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, span, i)))
            mark[d->circle[item(d, span, i)]] = e;
}

static bool has_mark(const struct drawing *d, uint32_t e,
                     struct prefix_span span, const uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (mark[d->circle[item(d, span, i)]] == e)
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
        if (prefix_is_drawn(d->prefix, c) && d->circle[c] == c) {
            const bool again = d->histories->condition[c] != c;
            Agnode_t *const circle = circle_of(d, c);
            const place_id p = d->prefix->conditions.at[c].place;

            canvas_wrapped(d->canvas, dot_names_place(d->names, p),
                           DOT_CIRCLE_LETTERS);
            dot_style_circle(d->canvas, circle);
            dot_style_mark(d->legend,
                           again ? LEGEND_CONDITION_AGAIN : LEGEND_CONDITION,
                           circle);
        }
    for (uint32_t e = 0; e < d->prefix->events.len; e++)
        draw_arcs(d, e);
    draw_hidden_causes(d);
    draw_hidden_conflicts(d);
}

/* By circle: how many histories of one event produce its condition. */
static uint32_t *count_producers(const struct prefix *prefix,
                                 const uint32_t *circle)
{
    uint32_t *n = mem_zero(prefix->conditions.len, sizeof *n);

    for (uint32_t c = 0; c < prefix->conditions.len; c++)
        n[circle[c]]++;
    return n;
}

static void draw_occurrence_net(struct drawing *d)
{
    uint32_t *const circle = dot_circles_find(d->prefix, d->histories);
    uint32_t *const producers = count_producers(d->prefix, circle);

    d->circle = circle;
    d->producers = producers;
    draw_conditions(d);
    mem_free(circle);
    mem_free(producers);
}

/* "5 events", or "11 histories of 5 events". */
static void draw_event_count(const struct drawing *d)
{
    const uint32_t n = d->prefix->events.len - (d->prefix->events.len > 0);

    if (n != d->histories->n_events) {
        canvas_count(d->canvas, "", n, "history", "histories");
        canvas_text(d->canvas, " of ");
    }
    canvas_count(d->canvas, "", d->histories->n_events, "event", "events");
}

/* Tooltips need the marking of every event, so they are of drawings that one
 * can look at. */
enum { MOST_TOOLTIPS = 5000 };

/* The marked places, with their numbers of tokens where these can be several.
 */
static void draw_marking(const struct drawing *d, const bits_word *m)
{
    const struct net *const net = d->net;
    const bool counts = net_counted(net) != PLACE_NONE;
    const uint32_t n = counts ? net_given_places(net) : net_place_count(net);

    for (place_id p = bits_next(m, 0, n); p < n; p = bits_next(m, p + 1, n)) {
        uint32_t tokens = 1;

        while (tokens < net_bound(net, p) &&
               bits_has(m, net_level(net, p, tokens + 1)))
            tokens++;
        canvas_text(d->canvas, " ");
        canvas_name(d->canvas, net_place_label(net, p));
        if (net_bound(net, p) > 1)
            canvas_number(d->canvas, "=", tokens);
    }
}

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
        draw_marking(d, m);
        canvas_tooltip(d->canvas, box_of(d, e));
    }
    event_markings_finish(&changes);
    mem_free(markings);
}

static void draw_exploration(const struct drawing *d)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        n_cutoffs += event(d, e)->cutoff;
    canvas_count(d->canvas, ", ", n_cutoffs, "cutoff", "cutoffs");
    canvas_count(d->canvas, ", ", d->prefix->conflicts.len,
                 "immediate conflict", "immediate conflicts");
    if (d->prefix->n_uncompared)
        canvas_count(d->canvas, " without the last ", d->prefix->n_uncompared,
                     "event", "events");
}

static void draw_counts(const struct drawing *d,
                        const struct dot_options *options)
{
    dot_style_title(d->canvas, options);
    if (options->incomplete)
        canvas_text(d->canvas, "incomplete: ");
    if (d->prefix->is_process)
        canvas_text(d->canvas, d->prefix->is_fork ? "the runs: " : "the run: ");
    draw_event_count(d);
    if (options->numbers)
        canvas_count(d->canvas, " (of ", options->n_all, "event)", "events)");
    if (!d->prefix->is_process)
        draw_exploration(d);
    if (options->conditions)
        canvas_count(d->canvas, ", ", d->histories->n_conditions, "condition",
                     "conditions");
    dot_style_end_title(d->legend, options, d->canvas);
}

bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct histories histories;
    const bool is_large = prefix->events.len > DOT_LARGE + 1; /* with bottom */
    struct canvas canvas;
    struct dot_style_legend legend = {0};
    struct dot_names names;
    struct drawing d = {.canvas = &canvas,
                        .legend = &legend,
                        .net = net,
                        .prefix = prefix,
                        .numbers = options->numbers,
                        .names = &names,
                        .histories = &histories};

    histories_init(&histories, prefix);
    dot_names_init(&names, net, is_large);
    canvas_init(&canvas, "prefix");
    if (prefix->events.len)
        draw_bottom(&d);
    for (uint32_t e = 1; e < prefix->events.len; e++)
        draw_event(&d, e);
    if (options->conditions)
        draw_occurrence_net(&d);
    else
        draw_structure(&d);
    if (!options->no_companions && (options->companions || !is_large))
        draw_companions(&d);
    draw_counts(&d, options);
    if (options->format && prefix->events.len <= MOST_TOOLTIPS)
        draw_tooltips(&d);
    histories_finish(&histories);
    dot_names_finish(&names);
    return canvas_finish(&canvas, options->format, options->limits, path, diag);
}

/* --- nets ----------------------------------------------------------------- */

/* More tokens are a number. */
enum { MOST_DOTS = 4 };

static void draw_place(struct canvas *canvas, const struct net *net, place_id p)
{
    const uint32_t n = net_tokens(net, p);

    canvas_wrapped(canvas, net_place_label(net, p), DOT_CIRCLE_LETTERS);
    if (n > MOST_DOTS)
        canvas_number(canvas, "\\n", n);
    else if (n > 0)
        canvas_text(canvas, "\\n");
    for (uint32_t i = 0; n <= MOST_DOTS && i < n; i++)
        canvas_text(canvas, "\xe2\x97\x8f");
    dot_style_circle(canvas, canvas_node(canvas, 'p', p));
}

/* An arc, with its weight if that is not 1. */
static Agedge_t *draw_weighted(struct canvas *canvas, Agnode_t *from,
                               Agnode_t *to, uint32_t weight)
{
    Agedge_t *const arc = canvas_edge(canvas, from, to);
    char number[16];

    (void)snprintf(number, sizeof number, "%" PRIu32, weight);
    if (weight > 1)
        canvas_set(arc, "label", number);
    return arc;
}

/* The given arcs of the transition, those to it first. */
static void draw_trans(struct canvas *canvas, const struct net *net, trans_id t,
                       net_bundle_list *bundles)
{
    Agnode_t *const box = canvas_node(canvas, 't', t);
    struct dot_style_legend none = {0};

    canvas_wrapped(canvas, net_trans_label(net, t), DOT_BOX_LETTERS);
    canvas_label(canvas, box);
    bundles_of(net, t, bundles);
    for (uint32_t i = 0; i < bundles->len; i++) {
        const struct net_bundle *const b = &bundles->at[i];
        Agnode_t *const circle = canvas_node(canvas, 'p', b->place);

        if (b->consume)
            (void)draw_weighted(canvas, circle, box, b->consume);
        if (b->read)
            dot_style_mark(&none, LEGEND_READ,
                           draw_weighted(canvas, circle, box, b->read));
        if (b->inhibit)
            canvas_set(draw_weighted(canvas, circle, box, b->inhibit),
                       "arrowhead", "odot");
        if (b->reset || b->spare_reset) {
            Agedge_t *const arc = canvas_edge(canvas, circle, box);

            canvas_set(arc, "style", "dashed");
            canvas_set(arc, "arrowhead", "normalnormal");
        }
    }
    for (uint32_t i = 0; i < bundles->len; i++)
        if (bundles->at[i].produce)
            (void)draw_weighted(canvas, box,
                                canvas_node(canvas, 'p', bundles->at[i].place),
                                bundles->at[i].produce);
}

static void draw_sizes(struct canvas *canvas, const struct net *net)
{
    if (net_name(net)[0]) {
        canvas_name(canvas, net_name(net));
        canvas_text(canvas, "\\n");
    }
    canvas_count(canvas, "", net_given_places(net), "place", "places");
    canvas_count(canvas, ", ", net_given_transitions(net), "transition",
                 "transitions");
    canvas_title(canvas);
}

bool dot_write_net(const struct net *net, const char *format,
                   const struct apart_limits *limits, const char *path,
                   struct diag *diag)
{
    net_bundle_list bundles = {0};
    struct canvas canvas;

    canvas_init(&canvas, "net");
    draw_sizes(&canvas, net);
    for (place_id p = 0; p < net_given_places(net); p++)
        draw_place(&canvas, net, p);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        draw_trans(&canvas, net, t, &bundles);
    vec_free(&bundles);
    return canvas_finish(&canvas, format, limits, path, diag);
}
