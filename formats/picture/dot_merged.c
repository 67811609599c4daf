#include "formats/picture/dot.h"

#include <inttypes.h>

static void draw_circle(struct drawing *d, const struct merged *merged,
                        uint32_t b)
{
    const struct merged_condition condition = merged->conditions.at[b];
    Agnode_t *const circle = drawing_circle(d, b);
    char depth[16];

    (void)snprintf(depth, sizeof depth, "#%" PRIu32, condition.depth);
    drawing_name_circle(d, circle, dot_names_place(&d->names, condition.place),
                        depth);
    drawing_mark(d, DRAWING_MERGED_CONDITION, circle);
}

static void draw_box(struct drawing *d, const struct merged *merged, uint32_t e)
{
    const struct merged_event *const event = &merged->events.at[e];
    const uint32_t *const pool = merged->pool.at;
    Agnode_t *const box = drawing_box(d, e);
    char count[32] = "";

    if (event->n)
        (void)snprintf(count, sizeof count, "%" PRIu32 " event%s", event->n,
                       event->n == 1 ? "" : "s");
    drawing_name_box(d, box, dot_names_trans(&d->names, event->trans), count);
    drawing_mark(d, DRAWING_EVENT, box);
    if (event->cutoff)
        drawing_mark(d, DRAWING_CUTOFF, box);
    drawing_arcs(d, box, pool + event->consumes.from, event->consumes.len, true,
                 DRAWING_ARC);
    drawing_arcs(d, box, pool + event->reads.from, event->reads.len, true,
                 DRAWING_READ);
    drawing_arcs(d, box, pool + event->produces.from, event->produces.len,
                 false, DRAWING_ARC);
}

void dot_merged_draw(struct drawing *d, const struct merged *merged)
{
    uint32_t n_cutoffs = 0;

    for (uint32_t b = 0; b < merged->conditions.len; b++)
        draw_circle(d, merged, b);
    for (uint32_t e = 0; e < merged->events.len; e++) {
        draw_box(d, merged, e);
        n_cutoffs += merged->events.at[e].cutoff;
    }
    drawing_title(d);
    canvas_count(&d->canvas,
                 d->options->incomplete ? "incomplete merged process: "
                                        : "merged process: ",
                 merged->events.len, "event", "events");
    canvas_count(&d->canvas, ", ", n_cutoffs, "cutoff", "cutoffs");
    canvas_count(&d->canvas, ", ", merged->conditions.len, "condition",
                 "conditions");
}

bool dot_merged_write(const struct net *net, const struct merged *merged,
                      const struct drawing_options *options, const char *path,
                      struct diag *diag)
{
    struct drawing d;

    drawing_init(&d, "merged", "ce", net, merged->events.len > DRAWING_LARGE,
                 options);
    dot_merged_draw(&d, merged);
    return drawing_finish(&d, path, diag);
}
