#include "formats/picture/dot.h"

#include "base/mem.h"
#include "formats/picture/dot_circles.h"
#include "formats/picture/dot_legend.h"
#include "formats/picture/dot_names.h"
#include "formats/picture/dot_style.h"
#include "net/marking.h"
#include "occurrence/event_markings.h"
#include "occurrence/histories.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define THICK "2.5"

struct drawing {
    struct canvas *canvas;
    struct dot_legend *legend;
    const struct net *net;
    const struct prefix *prefix;
    const uint32_t *numbers; /* of struct dot_options */
    const struct dot_names *names;
    const struct histories *histories;
    const uint32_t *circle;    /* of dot_circles.h */
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

static void draw_fate(const struct drawing *d, uint32_t e, Agnode_t *box)
{
    static const char *const fills[] = {[PREFIX_FREE] = DOT_FREE_FILL,
                                        [PREFIX_DOOMED] = DOT_DOOMED_FILL,
                                        [PREFIX_BAD] = DOT_BAD_FILL};
    const enum prefix_fate fate = event(d, e)->fate;

    d->legend->has[LEGEND_FREE + fate - PREFIX_FREE] = true;
    canvas_set(box, "fillcolor", fills[fate]);
}

static void draw_witness(const struct drawing *d, uint32_t e, Agnode_t *box)
{
    static const char *const fills[] = {[PREFIX_COMMON] = DOT_WITNESS_FILL,
                                        [PREFIX_FIRST] = DOT_FIRST_FILL,
                                        [PREFIX_SECOND] = DOT_SECOND_FILL};
    const enum prefix_branch branch = event(d, e)->branch;

    d->legend->has[d->prefix->is_fork     ? LEGEND_BOTH + branch
                   : event(d, e)->repeats ? LEGEND_LOOP
                                          : LEGEND_RUN] = true;
    canvas_set(box, "fillcolor", fills[branch]);
    canvas_set(box, "penwidth", THICK);
}

static void draw_event(const struct drawing *d, uint32_t e)
{
    Agnode_t *box = box_of(d, e);

    canvas_wrapped(d->canvas, dot_names_trans(d->names, event(d, e)->trans),
                   DOT_BOX_LETTERS);
    canvas_number(d->canvas, "\\ne", number_of(d, e));
    canvas_label(d->canvas, box);
    d->legend->has[LEGEND_EVENT] = !d->prefix->is_process;
    if (event(d, e)->cutoff) {
        d->legend->has[LEGEND_CUTOFF] = true;
        dot_style_cutoff(box);
    }
    if (event(d, e)->witness)
        draw_witness(d, e, box);
    if (event(d, e)->fate != PREFIX_NO_FATE)
        draw_fate(d, e, box);
    if (event(d, e)->repeats)
        canvas_set(box, "style", "filled,rounded");
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
        d->legend->has[LEGEND_CAUSE] = true;
    }
}

static void draw_conflict(const struct drawing *d, struct prefix_conflict pair)
{
    Agedge_t *line =
        canvas_edge(d->canvas, box_of(d, pair.a), box_of(d, pair.b));

    d->legend->has[LEGEND_CONFLICT] = true;
    canvas_set(line, "color", DOT_CONFLICT_INK);
    canvas_set(line, "style", "dashed");
    canvas_set(line, "dir", "none");
    canvas_set(line, "constraint", "false");
}

static void draw_companion(const struct drawing *d, uint32_t e)
{
    Agedge_t *arrow =
        canvas_edge(d->canvas, box_of(d, e), box_of(d, event(d, e)->companion));

    d->legend->has[LEGEND_COMPANION] = true;
    canvas_set(arrow, "color", DOT_COMPANION_INK);
    canvas_set(arrow, "style", "dotted");
    canvas_set(arrow, "penwidth", "1.5");
    canvas_set(arrow, "arrowhead", "vee");
    canvas_set(arrow, "constraint", "false");
}

static void draw_companions(const struct drawing *d)
{
    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        if (event(d, e)->has_companion)
            draw_companion(d, e);
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

    d->legend->has[LEGEND_ARC] = true;
    (void)draw_arrow(d, consumed ? circle : box, consumed ? box : circle, e);
}

static void draw_arcs(const struct drawing *d, uint32_t e)
{
    const struct prefix_event *ev = event(d, e);

    for (uint32_t i = 0; i < ev->consumes.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, ev->consumes, i)))
            draw_arc(d, item(d, ev->consumes, i), e, true);
    for (uint32_t i = 0; i < ev->reads.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, ev->reads, i))) {
            d->legend->has[LEGEND_READ] = true;
            dot_style_read(d->canvas, circle_of(d, item(d, ev->reads, i)),
                           box_of(d, e));
        }
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

static void draw_hidden_cause(const struct drawing *d, uint32_t cause,
                              uint32_t e)
{
    Agedge_t *arrow = draw_arrow(d, box_of(d, cause), box_of(d, e), e);

    d->legend->has[LEGEND_HIDDEN_CAUSE] = true;
    canvas_set(arrow, "color", DOT_HIDDEN_INK);
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
            const place_id p = d->prefix->conditions.at[c].place;

            canvas_wrapped(d->canvas, dot_names_place(d->names, p),
                           DOT_CIRCLE_LETTERS);
            dot_style_circle(d->canvas, circle_of(d, c));
            if (again)
                canvas_set(circle_of(d, c), "style", "filled,dashed");
            d->legend->has[again ? LEGEND_CONDITION_AGAIN : LEGEND_CONDITION] =
                true;
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
    dot_legend_end_title(d->legend, options, d->canvas);
}

bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct histories histories;
    const bool is_large = prefix->events.len > DOT_LARGE + 1; /* with bottom */
    struct canvas canvas;
    struct dot_legend legend = {0};
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

static void draw_weight(Agedge_t *arc, uint32_t weight)
{
    char number[16];

    (void)snprintf(number, sizeof number, "%" PRIu32, weight);
    if (weight > 1)
        canvas_set(arc, "label", number);
}

/* The given arcs of the transition, those to it first. */
static void draw_trans(struct canvas *canvas, const struct net *net, trans_id t,
                       net_bundle_list *bundles)
{
    Agnode_t *const box = canvas_node(canvas, 't', t);

    canvas_wrapped(canvas, net_trans_label(net, t), DOT_BOX_LETTERS);
    canvas_label(canvas, box);
    bundles_of(net, t, bundles);
    for (uint32_t i = 0; i < bundles->len; i++) {
        const struct net_bundle *const b = &bundles->at[i];
        Agnode_t *const circle = canvas_node(canvas, 'p', b->place);

        if (b->consume)
            draw_weight(canvas_edge(canvas, circle, box), b->consume);
        if (b->read)
            draw_weight(dot_style_read(canvas, circle, box), b->read);
        if (b->inhibit)
            draw_weight(dot_style_inhibitor(canvas, circle, box), b->inhibit);
        if (b->reset || b->spare_reset)
            dot_style_reset(canvas, circle, box);
    }
    for (uint32_t i = 0; i < bundles->len; i++)
        if (bundles->at[i].produce)
            draw_weight(
                canvas_edge(canvas, box,
                            canvas_node(canvas, 'p', bundles->at[i].place)),
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
