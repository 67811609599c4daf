#include "formats/picture/dot.h"

#include "formats/picture/dot_names.h"
#include "formats/picture/dot_style.h"

struct merged_drawing {
    const struct merged *merged;
    struct canvas canvas;
    struct dot_names names;
    struct dot_style_legend legend;
};

static void draw_merged_condition(struct merged_drawing *d, uint32_t b)
{
    const struct merged_condition condition = d->merged->conditions.at[b];
    Agnode_t *const circle = canvas_node(&d->canvas, 'c', b);

    canvas_wrapped(&d->canvas, dot_names_place(&d->names, condition.place),
                   DOT_CIRCLE_LETTERS);
    canvas_number(&d->canvas, "\\n#", condition.depth);
    dot_style_circle(&d->canvas, circle);
    dot_style_mark(&d->legend, LEGEND_MERGED_CONDITION, circle);
}

/* From the conditions in the span to the box, or from it to them. */
static void draw_merged_arcs(struct merged_drawing *d, Agnode_t *box,
                             struct prefix_span span, enum dot_style_kind kind,
                             bool consumed)
{
    for (uint32_t i = 0; i < span.len; i++) {
        Agnode_t *const circle =
            canvas_node(&d->canvas, 'c', d->merged->pool.at[span.from + i]);

        dot_style_mark(&d->legend, kind,
                       canvas_edge(&d->canvas, consumed ? circle : box,
                                   consumed ? box : circle));
    }
}

static void draw_merged_event(struct merged_drawing *d, uint32_t e)
{
    const struct merged_event *const event = &d->merged->events.at[e];
    Agnode_t *const box = canvas_node(&d->canvas, 'e', e);

    canvas_wrapped(&d->canvas, dot_names_trans(&d->names, event->trans),
                   DOT_BOX_LETTERS);
    if (event->n)
        canvas_count(&d->canvas, "\\n", event->n, "event", "events");
    canvas_label(&d->canvas, box);
    dot_style_mark(&d->legend, LEGEND_EVENT, box);
    if (event->cutoff)
        dot_style_mark(&d->legend, LEGEND_CUTOFF, box);
    draw_merged_arcs(d, box, event->consumes, LEGEND_ARC, true);
    draw_merged_arcs(d, box, event->reads, LEGEND_READ, true);
    draw_merged_arcs(d, box, event->produces, LEGEND_ARC, false);
}

static void draw_merged_counts(struct merged_drawing *d,
                               const struct dot_options *options)
{
    const struct merged *const merged = d->merged;
    uint32_t n_cutoffs = 0;

    for (uint32_t e = 0; e < merged->events.len; e++)
        n_cutoffs += merged->events.at[e].cutoff;
    dot_style_title(&d->canvas, options);
    canvas_count(&d->canvas,
                 options->incomplete ? "incomplete merged process: "
                                     : "merged process: ",
                 merged->events.len, "event", "events");
    canvas_count(&d->canvas, ", ", n_cutoffs, "cutoff", "cutoffs");
    canvas_count(&d->canvas, ", ", merged->conditions.len, "condition",
                 "conditions");
    dot_style_end_title(&d->legend, options, &d->canvas);
}

bool dot_merged_write(const struct net *net, const struct merged *merged,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct merged_drawing d = {.merged = merged};

    dot_names_init(&d.names, net, merged->events.len > DOT_LARGE);
    canvas_init(&d.canvas, "merged");
    for (uint32_t b = 0; b < merged->conditions.len; b++)
        draw_merged_condition(&d, b);
    for (uint32_t e = 0; e < merged->events.len; e++)
        draw_merged_event(&d, e);
    draw_merged_counts(&d, options);
    dot_names_finish(&d.names);
    return canvas_finish(&d.canvas, options->format, options->limits, path,
                         diag);
}
