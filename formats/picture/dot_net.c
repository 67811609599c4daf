#include "formats/picture/dot.h"

#include <inttypes.h>

/* More tokens are a number. */
enum { MOST_DOTS = 4 };

static void draw_place(struct drawing *d, place_id p)
{
    static const char dots[] =
        "\xe2\x97\x8f\xe2\x97\x8f\xe2\x97\x8f\xe2\x97\x8f";
    const uint32_t n = net_tokens(d->names.net, p);
    char tokens[16];

    if (n > MOST_DOTS)
        (void)snprintf(tokens, sizeof tokens, "%" PRIu32, n);
    else
        (void)snprintf(tokens, sizeof tokens, "%.*s", 3 * (int)n, dots);
    drawing_name_circle(d, drawing_circle(d, p),
                        net_place_label(d->names.net, p), tokens);
}

/* An arc, with its weight if that is not 1. */
static Agedge_t *draw_arc(struct drawing *d, place_id p, trans_id t, bool used,
                          uint32_t weight, enum drawing_kind kind)
{
    Agedge_t *const arc =
        drawing_arc(d, drawing_circle(d, p), drawing_box(d, t), used, kind);
    char number[16];

    (void)snprintf(number, sizeof number, "%" PRIu32, weight);
    if (weight > 1)
        canvas_set(arc, "label", number);
    return arc;
}

/* The given arcs of the transition, those to it first. */
static void draw_trans(struct drawing *d, trans_id t, net_bundle_list *bundles)
{
    drawing_name_box(d, drawing_box(d, t), net_trans_label(d->names.net, t),
                     "");
    bundles_of(d->names.net, t, bundles);
    for (uint32_t i = 0; i < bundles->len; i++) {
        const struct net_bundle *const b = &bundles->at[i];

        if (b->consume)
            (void)draw_arc(d, b->place, t, true, b->consume, DRAWING_ARC);
        if (b->read)
            (void)draw_arc(d, b->place, t, true, b->read, DRAWING_READ);
        if (b->inhibit)
            canvas_set(draw_arc(d, b->place, t, true, b->inhibit, DRAWING_ARC),
                       "arrowhead", "odot");
        if (b->reset || b->spare_reset) {
            Agedge_t *const arc =
                draw_arc(d, b->place, t, true, 1, DRAWING_ARC);

            canvas_set(arc, "style", "dashed");
            canvas_set(arc, "arrowhead", "normalnormal");
        }
    }
    for (uint32_t i = 0; i < bundles->len; i++)
        if (bundles->at[i].produce)
            (void)draw_arc(d, bundles->at[i].place, t, false,
                           bundles->at[i].produce, DRAWING_ARC);
}

bool dot_net_write(const struct net *net, const struct drawing_options *options,
                   const char *path, struct diag *diag)
{
    net_bundle_list bundles = {0};
    struct drawing d;

    drawing_init(&d, "net", "pt", net, false, options);
    for (place_id p = 0; p < net_given_places(net); p++)
        draw_place(&d, p);
    for (trans_id t = 0; t < net_given_transitions(net); t++)
        draw_trans(&d, t, &bundles);
    vec_free(&bundles);
    drawing_title(&d);
    canvas_count(&d.canvas, "", net_given_places(net), "place", "places");
    canvas_count(&d.canvas, ", ", net_given_transitions(net), "transition",
                 "transitions");
    return drawing_finish(&d, path, diag);
}
