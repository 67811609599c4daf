#include "formats/picture/dot_style.h"

void dot_style_circle(struct canvas *canvas, Agnode_t *circle)
{
    canvas_label(canvas, circle);
    canvas_set(circle, "shape", "circle");
    canvas_set(circle, "fillcolor", DOT_PLACE_FILL);
    canvas_set(circle, "fontsize", "10");
    canvas_set(circle, "margin", "0.01");
}

Agedge_t *dot_style_read(struct canvas *canvas, Agnode_t *circle, Agnode_t *box)
{
    Agedge_t *const line = canvas_edge(canvas, circle, box);

    canvas_set(line, "color", DOT_READ_INK);
    canvas_set(line, "dir", "none");
    return line;
}

Agedge_t *dot_style_inhibitor(struct canvas *canvas, Agnode_t *circle,
                              Agnode_t *box)
{
    Agedge_t *const line = canvas_edge(canvas, circle, box);

    canvas_set(line, "arrowhead", "odot");
    return line;
}

void dot_style_reset(struct canvas *canvas, Agnode_t *circle, Agnode_t *box)
{
    Agedge_t *const line = canvas_edge(canvas, circle, box);

    canvas_set(line, "style", "dashed");
    canvas_set(line, "arrowhead", "normalnormal");
}

void dot_style_cutoff(Agnode_t *box)
{
    canvas_set(box, "fillcolor", DOT_CUTOFF_FILL);
    canvas_set(box, "peripheries", "2");
}

void dot_style_title(struct canvas *canvas, const struct dot_options *options)
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
