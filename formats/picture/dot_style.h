/* dot_style.h - the style of nodes and lines of all drawings. */
#ifndef DOT_STYLE_H
#define DOT_STYLE_H

#include "formats/picture/canvas.h"
#include "formats/picture/dot_options.h"

/* Brightness, border or shape distinguishes them as well as hue. */
#define DOT_WITNESS_FILL "#ffd966"
#define DOT_FIRST_FILL "#f4b183"
#define DOT_SECOND_FILL "#9dc3e6"
#define DOT_FREE_FILL "#b6d7a8"
#define DOT_DOOMED_FILL "#f6b26b"
#define DOT_BAD_FILL "#e06666"
#define DOT_CUTOFF_FILL "#c8c8c8"
#define DOT_PLACE_FILL "#eaf1fb"
#define DOT_READ_INK "#1a8a5a"
#define DOT_CONFLICT_INK "#d62728"
#define DOT_COMPANION_INK "#1f5fb4"
#define DOT_HIDDEN_INK "#909090"

/* Of a line of a long name (canvas_wrapped()). */
enum { DOT_BOX_LETTERS = 24, DOT_CIRCLE_LETTERS = 14 };

/* The pieces become the label of a circle: a place or a condition. */
void dot_style_circle(struct canvas *canvas, Agnode_t *circle);

/* A read, an inhibitor and a reset arc. */
Agedge_t *dot_style_read(struct canvas *canvas, Agnode_t *circle,
                         Agnode_t *box);
Agedge_t *dot_style_inhibitor(struct canvas *canvas, Agnode_t *circle,
                              Agnode_t *box);
void dot_style_reset(struct canvas *canvas, Agnode_t *circle, Agnode_t *box);

void dot_style_cutoff(Agnode_t *box);

/* The lines above the counts, and the direction of the drawing. */
void dot_style_title(struct canvas *canvas, const struct dot_options *options);

#endif
