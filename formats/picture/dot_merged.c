#include "formats/picture/dot.h"

#include "formats/picture/dot_legend.h"
#include "formats/picture/dot_names.h"
#include "formats/picture/dot_style.h"
#include "occurrence/merged.h"

static void draw_merged_condition(struct canvas *canvas,
                                  const struct dot_names *names,
                                  const struct merged *merged, uint32_t b)
{
    const struct merged_condition condition = merged->conditions.at[b];

    canvas_wrapped(canvas, dot_names_place(names, condition.place),
                   DOT_CIRCLE_LETTERS);
    canvas_number(canvas, "\\n#", condition.depth);
    dot_style_circle(canvas, canvas_node(canvas, 'c', b));
}

static void draw_merged_event(struct canvas *canvas,
                              const struct dot_names *names,
                              const struct merged *merged, uint32_t e)
{
    const struct merged_event *const event = &merged->events.at[e];
    const uint32_t *const pool = merged->pool.at;
    Agnode_t *const box = canvas_node(canvas, 'e', e);

    canvas_wrapped(canvas, dot_names_trans(names, event->trans),
                   DOT_BOX_LETTERS);
    if (event->n)
        canvas_count(canvas, "\\n", event->n, "event", "events");
    canvas_label(canvas, box);
    if (event->cutoff)
        dot_style_cutoff(box);
    for (uint32_t i = 0; i < event->consumes.len; i++)
        (void)canvas_edge(
            canvas, canvas_node(canvas, 'c', pool[event->consumes.from + i]),
            box);
    for (uint32_t i = 0; i < event->reads.len; i++)
        dot_style_read(
            canvas, canvas_node(canvas, 'c', pool[event->reads.from + i]), box);
    for (uint32_t i = 0; i < event->produces.len; i++)
        (void)canvas_edge(
            canvas, box,
            canvas_node(canvas, 'c', pool[event->produces.from + i]));
}

static void draw_merged_counts(struct canvas *canvas,
                               const struct merged *merged,
                               const struct dot_options *options)
{
    struct dot_legend legend = {0};
    uint32_t n_cutoffs = 0;

    legend.has[LEGEND_EVENT] = merged->events.len;
    legend.has[LEGEND_MERGED_CONDITION] = merged->conditions.len;
    for (uint32_t e = 0; e < merged->events.len; e++) {
        const struct merged_event *const event = &merged->events.at[e];

        n_cutoffs += event->cutoff;
        legend.has[LEGEND_ARC] |= event->consumes.len || event->produces.len;
        legend.has[LEGEND_READ] |= event->reads.len > 0;
    }
    legend.has[LEGEND_CUTOFF] = n_cutoffs;
    dot_style_title(canvas, options);
    canvas_count(canvas,
                 options->incomplete ? "incomplete merged process: "
                                     : "merged process: ",
                 merged->events.len, "event", "events");
    canvas_count(canvas, ", ", n_cutoffs, "cutoff", "cutoffs");
    canvas_count(canvas, ", ", merged->conditions.len, "condition",
                 "conditions");
    dot_legend_end_title(&legend, options, canvas);
}

bool dot_merged_write(const struct net *net, const struct merged *merged,
                      const struct dot_options *options, const char *path,
                      struct diag *diag)
{
    struct dot_names names;
    struct canvas canvas;

    dot_names_init(&names, net, merged->events.len > DOT_LARGE);
    canvas_init(&canvas, "merged");
    draw_merged_counts(&canvas, merged, options);
    for (uint32_t b = 0; b < merged->conditions.len; b++)
        draw_merged_condition(&canvas, &names, merged, b);
    for (uint32_t e = 0; e < merged->events.len; e++)
        draw_merged_event(&canvas, &names, merged, e);
    dot_names_finish(&names);
    return canvas_finish(&canvas, options->format, options->limits, path, diag);
}
