/* drawing.h - a drawing under construction: boxes, circles and lines, each of a
 * kind, and the legend.
 *
 *     drawing_init(&d, "net", "pt", net, false, options);
 *     drawing_name_circle(&d, drawing_circle(&d, 7), "p1", "");
 *     drawing_name_box(&d, drawing_box(&d, 3), "t1", "e3");
 *     (void)drawing_line(&d, drawing_circle(&d, 7), drawing_box(&d, 3),
 *                        DRAWING_ARC);
 *     drawing_title(&d);
 *     canvas_count(&d.canvas, "", 1, "event", "events");
 *     done = drawing_finish(&d, path, diag);
 *
 * The legend has a sample of each kind in the drawing, with its meaning.  It is
 * a table of Graphviz's HTML-like labels, which stands below the title: it
 * takes no part in the layout, and the graph has no nodes for it. */
#ifndef DRAWING_H
#define DRAWING_H

#include "formats/picture/canvas.h"
#include "formats/picture/dot_names.h"

/* Of lines and borders of the run that is shown. */
#define DRAWING_THICK "2.5"

#define DRAWING_ROUNDED "filled,rounded"

/* Kinds of boxes, circles and lines, in the order in which the legend has
 * them. */
enum drawing_kind {
    DRAWING_EVENT,
    DRAWING_RUN,
    DRAWING_LOOP,
    DRAWING_BOTH,
    DRAWING_FIRST,
    DRAWING_SECOND,
    DRAWING_FREE,
    DRAWING_DOOMED,
    DRAWING_BAD,
    DRAWING_CUTOFF,
    DRAWING_CONDITION,
    DRAWING_CONDITION_AGAIN,
    DRAWING_MERGED_CONDITION,
    DRAWING_CAUSE,
    DRAWING_ARC,
    DRAWING_READ,
    DRAWING_HIDDEN_CAUSE,
    DRAWING_CONFLICT,
    DRAWING_COMPANION,
    DRAWING_TRANSITION,
    DRAWING_AGAIN,
    DRAWING_BEFORE,
    DRAWING_EXCLUSIVE,
    DRAWING_CONCURRENT,
    DRAWING_INTERLEAVING,
    DRAWING_KINDS
};

/* A drawing of more events is large: it has no arrows from cutoffs to their
 * companions, which hide the rest, and long names are shortened
 * (dot_names.h). */
enum { DRAWING_LARGE = 100 };

struct drawing_options {
    bool conditions;    /* draw the occurrence net */
    bool incomplete;    /* a limit cut the prefix short: the title says so */
    bool left_to_right; /* causes stand left of their effects */
    bool no_companions; /* no arrows from cutoffs to their companions */
    bool companions;    /* arrows to them in a large drawing, too */
    bool no_legend;     /* no samples of boxes and lines with their meanings */
    bool for_page; /* for page_layout.c: nodes have a size in place of a label,
                      each condition has a circle of its own, and conflicts
                      that conditions do not show are left out, as their lines
                      would bend the arcs */
    const uint32_t *numbers; /* by event, when the prefix is a part of another
                                (prefix.h): its number in that one; NULL:
                                its own */
    uint32_t n_all;          /* events of that other one, without bottom */
    const char *format;      /* of a picture (picture.c); NULL: for Graphviz */
    struct apart_limits limits; /* of a picture */
    const char *title;          /* first line of the label; NULL or "": none */
    const char *const *lines;   /* more lines, of the questions */
    uint32_t n_lines;
};

struct drawing {
    struct canvas canvas;
    const struct drawing_options *options;
    struct dot_names names;
    const char *letters;     /* of the ids of circles and of boxes */
    bool has[DRAWING_KINDS]; /* is there one of this kind? */
};

/* Begins a drawing of nodes of the net; is_large: long names are shortened.  It
 * must not move, and the net and the options must outlive it. */
void drawing_init(struct drawing *d, const char *graph, const char *letters,
                  const struct net *net, bool is_large,
                  const struct drawing_options *options);

/* The circle or the box with this number; the first call creates it. */
Agnode_t *drawing_circle(struct drawing *d, uint32_t number);
Agnode_t *drawing_box(struct drawing *d, uint32_t number);

/* What stands in it: a name and, on a line below, more, unless that is empty.
 * A node for a page gets the size that these take there. */
void drawing_name_circle(struct drawing *d, Agnode_t *circle, const char *name,
                         const char *more);
void drawing_name_box(struct drawing *d, Agnode_t *box, const char *name,
                      const char *more);

/* Makes a node or a line one of this kind. */
void drawing_mark(struct drawing *d, enum drawing_kind kind, void *object);

Agedge_t *drawing_line(struct drawing *d, Agnode_t *from, Agnode_t *to,
                       enum drawing_kind kind);

/* An arc from the circle to the box if that uses it, or from the box to it. */
Agedge_t *drawing_arc(struct drawing *d, Agnode_t *circle, Agnode_t *box,
                      bool used, enum drawing_kind kind);

/* One to or from each of n circles. */
void drawing_arcs(struct drawing *d, Agnode_t *box, const uint32_t *circles,
                  uint32_t n, bool used, enum drawing_kind kind);

/* Begins the title, and sets the direction of the drawing.  What the canvas
 * gets until the end is the last line of the title. */
void drawing_title(struct drawing *d);

/* Puts the legend below the title, unless the options leave it out, and ends as
 * canvas_finish() does. */
bool drawing_finish(struct drawing *d, const char *path, struct diag *diag);

#endif
