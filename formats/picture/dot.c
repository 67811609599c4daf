#include "formats/picture/dot.h"

#include "base/mem.h"
#include "net/marking.h"
#include "occurrence/event_markings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct drawn_prefix {
    struct drawing *on;
    const struct prefix *prefix;
    struct histories histories;
    uint32_t *circle;    /* of dot_circles.c */
    uint32_t *producers; /* by circle: how many histories of its event lead to
                            it */
};

static bool is_large(const struct prefix *prefix)
{
    return prefix->events.len > DRAWING_LARGE + 1; /* with bottom */
}

static const struct prefix_event *event(const struct drawn_prefix *d,
                                        uint32_t e)
{
    return &d->prefix->events.at[e];
}

static uint32_t item(const struct drawn_prefix *d, struct prefix_span span,
                     uint32_t i)
{
    return d->prefix->pool.at[span.from + i];
}

/* The number of an event that the drawing shows. */
static uint32_t number_of(const struct drawn_prefix *d, uint32_t e)
{
    return d->on->options->numbers ? d->on->options->numbers[e] : e;
}

static Agnode_t *box_of(const struct drawn_prefix *d, uint32_t e)
{
    return drawing_box(d->on, number_of(d, e));
}

static Agnode_t *circle_of(const struct drawn_prefix *d, uint32_t c)
{
    return drawing_circle(d->on, d->circle[c]);
}

static void draw_bottom(const struct drawn_prefix *d)
{
    Agnode_t *const bottom = box_of(d, 0);

    drawing_name_box(d->on, bottom, "\xe2\x8a\xa5", "");
    canvas_set(bottom, "shape", "plaintext");
    canvas_set(bottom, "style", "");
}

static enum drawing_kind witness_kind(const struct drawn_prefix *d, uint32_t e)
{
    return d->prefix->is_fork     ? DRAWING_BOTH + event(d, e)->branch
           : event(d, e)->repeats ? DRAWING_LOOP
                                  : DRAWING_RUN;
}

static void draw_event(const struct drawn_prefix *d, uint32_t e)
{
    Agnode_t *const box = box_of(d, e);
    char number[16];

    (void)snprintf(number, sizeof number, "e%" PRIu32, number_of(d, e));
    drawing_name_box(
        d->on, box, dot_names_trans(&d->on->names, event(d, e)->trans), number);
    if (!d->prefix->is_process)
        drawing_mark(d->on, DRAWING_EVENT, box);
    if (event(d, e)->cutoff)
        drawing_mark(d->on, DRAWING_CUTOFF, box);
    if (event(d, e)->witness)
        drawing_mark(d->on, witness_kind(d, e), box);
    if (event(d, e)->fate != PREFIX_NO_FATE)
        drawing_mark(d->on, DRAWING_FREE + (event(d, e)->fate - PREFIX_FREE),
                     box);
    if (event(d, e)->repeats)
        canvas_set(box, "style", DRAWING_ROUNDED);
}

/* A line that belongs to event e. */
static void thicken(const struct drawn_prefix *d, uint32_t e, Agedge_t *line)
{
    if (event(d, e)->witness)
        canvas_set(line, "penwidth", DRAWING_THICK);
}

static void draw_cause(const struct drawn_prefix *d, uint32_t cause, uint32_t e,
                       enum drawing_kind kind)
{
    thicken(d, e, drawing_line(d->on, box_of(d, cause), box_of(d, e), kind));
}

static void draw_pair(const struct drawn_prefix *d, uint32_t a, uint32_t b,
                      enum drawing_kind kind)
{
    (void)drawing_line(d->on, box_of(d, a), box_of(d, b), kind);
}

static void draw_companions(const struct drawn_prefix *d)
{
    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        if (event(d, e)->has_companion)
            draw_pair(d, e, event(d, e)->companion, DRAWING_COMPANION);
}

static void draw_structure(const struct drawn_prefix *d)
{
    const struct prefix_conflict *const conflicts = d->prefix->conflicts.at;

    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        for (uint32_t i = 0; i < event(d, e)->causes.len; i++)
            draw_cause(d, item(d, event(d, e)->causes, i), e, DRAWING_CAUSE);
    for (uint32_t i = 0; i < d->prefix->conflicts.len; i++)
        draw_pair(d, conflicts[i].a, conflicts[i].b, DRAWING_CONFLICT);
}

/* The arcs between event e and the drawn conditions in the span.  A read arc is
 * never thick. */
static void draw_arcs(const struct drawn_prefix *d, uint32_t e,
                      struct prefix_span span, bool used,
                      enum drawing_kind kind)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, span, i))) {
            Agedge_t *const arc =
                drawing_arc(d->on, circle_of(d, item(d, span, i)), box_of(d, e),
                            used, kind);

            if (kind != DRAWING_READ)
                thicken(d, e, arc);
        }
}

/* Sets mark[producer] = e for the drawn conditions in span that show their
 * producer, as they have no other. */
static void mark_producers(const struct drawn_prefix *d, uint32_t e,
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
static void draw_hidden_causes(const struct drawn_prefix *d)
{
    uint32_t *mark = mem_zero(d->prefix->events.len, sizeof *mark);

    for (uint32_t e = 1; e < d->prefix->events.len; e++) {
        const struct prefix_span causes = event(d, e)->causes;

        mark_producers(d, e, event(d, e)->consumes, mark);
        mark_producers(d, e, event(d, e)->reads, mark);
        for (uint32_t i = 0; i < causes.len; i++)
            if (mark[item(d, causes, i)] != e)
                draw_cause(d, item(d, causes, i), e, DRAWING_HIDDEN_CAUSE);
    }
    mem_free(mark);
}

/* Sets mark[circle] = e for the drawn conditions in span. */
static void mark_uses(const struct drawn_prefix *d, uint32_t e,
                      struct prefix_span span, uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (prefix_is_drawn(d->prefix, item(d, span, i)))
            mark[d->circle[item(d, span, i)]] = e;
}

static bool has_mark(const struct drawn_prefix *d, uint32_t e,
                     struct prefix_span span, const uint32_t *mark)
{
    for (uint32_t i = 0; i < span.len; i++)
        if (mark[d->circle[item(d, span, i)]] == e)
            return true;
    return false;
}

/* Draws conflicts that no condition shows.  A condition shows a conflict when
 * both events use it and one of them consumes it. */
static void draw_hidden_conflicts(const struct drawn_prefix *d)
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
            draw_pair(d, pair.a, pair.b, DRAWING_CONFLICT);
    }
    mem_free(consumed);
    mem_free(used);
}

static void draw_condition(const struct drawn_prefix *d, uint32_t c)
{
    Agnode_t *const circle = circle_of(d, c);
    const place_id p = d->prefix->conditions.at[c].place;

    drawing_name_circle(d->on, circle, dot_names_place(&d->on->names, p), "");
    drawing_mark(d->on,
                 d->histories.condition[c] == c ? DRAWING_CONDITION
                                                : DRAWING_CONDITION_AGAIN,
                 circle);
}

static uint32_t *find_circles(const struct drawn_prefix *d)
{
    uint32_t *own;

    if (!d->on->options->for_page)
        return dot_circles_find(d->prefix, &d->histories);
    own = mem_alloc(d->prefix->conditions.len, sizeof *own);
    for (uint32_t c = 0; c < d->prefix->conditions.len; c++)
        own[c] = c;
    return own;
}

static void draw_occurrence_net(struct drawn_prefix *d)
{
    d->circle = find_circles(d);
    d->producers = mem_zero(d->prefix->conditions.len, sizeof *d->producers);
    for (uint32_t c = 0; c < d->prefix->conditions.len; c++) {
        d->producers[d->circle[c]]++;
        if (prefix_is_drawn(d->prefix, c) && d->circle[c] == c)
            draw_condition(d, c);
    }
    for (uint32_t e = 0; e < d->prefix->events.len; e++) {
        draw_arcs(d, e, event(d, e)->consumes, true, DRAWING_ARC);
        draw_arcs(d, e, event(d, e)->reads, true, DRAWING_READ);
        draw_arcs(d, e, event(d, e)->produces, false, DRAWING_ARC);
    }
    draw_hidden_causes(d);
    if (!d->on->options->for_page)
        draw_hidden_conflicts(d);
    mem_free(d->circle);
    mem_free(d->producers);
}

/* "5 events", or "11 histories of 5 events". */
static void draw_event_count(const struct drawn_prefix *d)
{
    const uint32_t n = d->prefix->events.len - (d->prefix->events.len > 0);

    if (n != d->histories.n_events) {
        canvas_count(&d->on->canvas, "", n, "history", "histories");
        canvas_text(&d->on->canvas, " of ");
    }
    canvas_count(&d->on->canvas, "", d->histories.n_events, "event", "events");
}

/* Tooltips need the marking of every event, so they are of drawings that one
 * can look at. */
enum { MOST_TOOLTIPS = 5000 };

/* The marked places, with their numbers of tokens where these can be several.
 */
static void draw_marking(const struct drawn_prefix *d, const bits_word *m)
{
    const struct net *const net = d->on->names.net;
    const bool counts = net_counted(net) != PLACE_NONE;
    const uint32_t n = counts ? net_given_places(net) : net_place_count(net);

    for (place_id p = bits_next(m, 0, n); p < n; p = bits_next(m, p + 1, n)) {
        uint32_t tokens = 1;

        while (tokens < net_bound(net, p) &&
               bits_has(m, net_level(net, p, tokens + 1)))
            tokens++;
        canvas_text(&d->on->canvas, " ");
        canvas_name(&d->on->canvas, net_place_label(net, p));
        if (net_bound(net, p) > 1)
            canvas_number(&d->on->canvas, "=", tokens);
    }
}

/* Each box tells the marking that its local configuration reaches. */
static void draw_tooltips(const struct drawn_prefix *d)
{
    const uint32_t n_events = d->prefix->events.len;
    const uint32_t words = marking_words(d->on->names.net);
    bits_word *const markings =
        mem_zero((size_t)n_events * words, sizeof *markings);
    struct event_markings changes;

    event_markings_init(&changes, d->prefix, net_place_count(d->on->names.net));
    marking_initial(d->on->names.net, markings);
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
        canvas_text(&d->on->canvas, "marking:");
        draw_marking(d, m);
        canvas_put(&d->on->canvas, box_of(d, e), "tooltip");
    }
    event_markings_finish(&changes);
    mem_free(markings);
}

static void draw_exploration(const struct drawn_prefix *d)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 1; e < d->prefix->events.len; e++)
        n_cutoffs += event(d, e)->cutoff;
    canvas_count(&d->on->canvas, ", ", n_cutoffs, "cutoff", "cutoffs");
    canvas_count(&d->on->canvas, ", ", d->prefix->conflicts.len,
                 "immediate conflict", "immediate conflicts");
    if (d->prefix->n_uncompared)
        canvas_count(&d->on->canvas, " without the last ",
                     d->prefix->n_uncompared, "event", "events");
}

static void draw_counts(const struct drawn_prefix *d)
{
    const struct drawing_options *const options = d->on->options;
    struct canvas *const canvas = &d->on->canvas;

    drawing_title(d->on);
    if (options->incomplete)
        canvas_text(canvas, "incomplete: ");
    if (d->prefix->is_process)
        canvas_text(canvas, d->prefix->is_fork ? "the runs: " : "the run: ");
    draw_event_count(d);
    if (options->numbers)
        canvas_count(canvas, " (of ", options->n_all, "event)", "events)");
    if (!d->prefix->is_process)
        draw_exploration(d);
    if (options->conditions)
        canvas_count(canvas, ", ", d->histories.n_conditions, "condition",
                     "conditions");
}

void dot_draw_prefix(struct drawing *on, const struct prefix *prefix)
{
    const struct drawing_options *const options = on->options;
    struct drawn_prefix d = {.on = on, .prefix = prefix};

    histories_init(&d.histories, prefix);
    if (prefix->events.len)
        draw_bottom(&d);
    for (uint32_t e = 1; e < prefix->events.len; e++)
        draw_event(&d, e);
    if (options->conditions)
        draw_occurrence_net(&d);
    else
        draw_structure(&d);
    if (!options->no_companions && (options->companions || !is_large(prefix)))
        draw_companions(&d);
    if (options->format && prefix->events.len <= MOST_TOOLTIPS)
        draw_tooltips(&d);
    draw_counts(&d);
    histories_finish(&d.histories);
}

bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct drawing_options *options, const char *path,
                      struct diag *diag)
{
    struct drawing drawing;

    drawing_init(&drawing, "prefix", "ce", net, is_large(prefix), options);
    dot_draw_prefix(&drawing, prefix);
    return drawing_finish(&drawing, path, diag);
}
