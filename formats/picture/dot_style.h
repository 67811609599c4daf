/* dot_style.h - the kinds of boxes, circles and lines that drawings have: their
 * style, and the legend.
 *
 * The legend has a sample of each kind in the drawing, with its meaning.  It is
 * a table of Graphviz's HTML-like labels, which stands below the title: it
 * takes no part in the layout, and the graph has no nodes for it. */
#ifndef DOT_STYLE_H
#define DOT_STYLE_H

#include "formats/picture/canvas.h"
#include "formats/picture/dot_options.h"
#include "occurrence/histories.h"

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

/* Of lines and borders of the run that is shown. */
#define DOT_THICK "2.5"

/* Of a line of a long name (canvas_wrapped()). */
enum { DOT_BOX_LETTERS = 24, DOT_CIRCLE_LETTERS = 14 };

/* Kinds of boxes, circles and lines, in the order in which the legend has
 * them. */
enum dot_style_kind {
    LEGEND_EVENT,
    LEGEND_RUN,
    LEGEND_LOOP,
    LEGEND_BOTH,
    LEGEND_FIRST,
    LEGEND_SECOND,
    LEGEND_FREE,
    LEGEND_DOOMED,
    LEGEND_BAD,
    LEGEND_CUTOFF,
    LEGEND_CONDITION,
    LEGEND_CONDITION_AGAIN,
    LEGEND_MERGED_CONDITION,
    LEGEND_CAUSE,
    LEGEND_ARC,
    LEGEND_READ,
    LEGEND_HIDDEN_CAUSE,
    LEGEND_CONFLICT,
    LEGEND_COMPANION,
    LEGEND_TRANSITION,
    LEGEND_AGAIN,
    LEGEND_BEFORE,
    LEGEND_EXCLUSIVE,
    LEGEND_CONCURRENT,
    LEGEND_INTERLEAVING,
    LEGEND_COUNT
};

struct dot_style_legend {
    bool has[LEGEND_COUNT]; /* is there one of this kind? */
};

/* Makes a node or a line one of this kind. */
void dot_style_mark(struct dot_style_legend *legend, enum dot_style_kind kind,
                    void *object);

/* The pieces become the label of a circle: a place or a condition. */
void dot_style_circle(struct canvas *canvas, Agnode_t *circle);

/* The lines above the counts, and the direction of the drawing. */
void dot_style_title(struct canvas *canvas, const struct dot_options *options);

/* Ends the title, of which the counts are the last line: below it stands the
 * legend, unless the options leave it out. */
void dot_style_end_title(const struct dot_style_legend *legend,
                         const struct dot_options *options,
                         struct canvas *canvas);

/* --- dot_circles.c - which conditions share a circle of a drawing.
 *
 * Conditions of several histories of one event that are the same condition
 * (histories.h) share a circle.  But the histories may lie on both sides of a
 * user of the condition:
 *
 *     w1 -> c1 -> r2 -> w2 -> c2 -> r1 -> w1' -> c1
 *
 * where w1' is w1 after r1.  With one circle for c1 the drawing has a cycle,
 * and an arrow upwards.  So conditions share a circle only if it fits between
 * the producers and the users of all of them (Lemma 88).  A condition has as
 * few circles as this allows. */

/* By condition: the first condition in the same circle.  For mem_free(). */
uint32_t *dot_circles_find(const struct prefix *prefix,
                           const struct histories *histories);

#endif
