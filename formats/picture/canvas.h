/* canvas.h - a Graphviz graph under construction, and its labels.
 *
 * A thin layer over cgraph.  It doubles or encodes the texts that Graphviz
 * would expand in a label, so that names appear as they are.  A letter for its
 * kind and a number address a node:
 *
 *     Agnode_t *box = canvas_node(&canvas, 't', 7);
 *
 *     canvas_name(&canvas, "odd \\N name");
 *     canvas_text(&canvas, "\\nsecond line");
 *     canvas_put(&canvas, box, "label");
 *     canvas_set(box, "shape", "circle"); */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/apart.h"
#include "base/diag.h"
#include "base/text.h"

#include <graphviz/cgraph.h>
#include <stdbool.h>
#include <stdint.h>

/* Of lines and borders. */
#define CANVAS_INK "#303030"

struct canvas {
    Agraph_t *graph;
    text_buffer text;  /* of the next label */
    text_buffer below; /* what stands below the title */
    struct mem_guard guard;
};

/* A directed graph with the fonts, sizes and lines of all drawings.  The canvas
 * must not move before it is finished. */
void canvas_init(struct canvas *canvas, const char *name);

/* Writes the graph to path (see output.h), as text for Graphviz, or as a
 * picture of this format within the limits (picture.c); NULL: text.  Frees the
 * canvas in all cases. */
bool canvas_finish(struct canvas *canvas, const char *format,
                   const struct apart_limits *limits, const char *path,
                   struct diag *diag);

/* Frees the canvas without a file. */
void canvas_drop(struct canvas *canvas);

/* Sets an attribute of the graph. */
void canvas_set_graph(struct canvas *canvas, const char *name,
                      const char *value);

/* The node; the first call creates it. */
Agnode_t *canvas_node(struct canvas *canvas, char kind, uint32_t number);

/* Adds an edge; parallel edges are allowed. */
Agedge_t *canvas_edge(struct canvas *canvas, Agnode_t *from, Agnode_t *to);

/* Sets an attribute of a node or an edge. */
void canvas_set(void *object, const char *name, const char *value);

/* An attribute of the graph, a node or an edge; "" if it has none. */
const char *canvas_get(void *object, const char *name);

/* Each appends to the next label: text in Graphviz's own syntax, a name from
 * the net, and behind such a text a number, or a count with the singular or
 * plural word. */
void canvas_text(struct canvas *canvas, const char *text);
void canvas_name(struct canvas *canvas, const char *name);
/* Breaks a long name into lines of not much more than `letters` letters. */
void canvas_wrapped(struct canvas *canvas, const char *name, uint32_t letters);
void canvas_number(struct canvas *canvas, const char *before, uint32_t number);
void canvas_count(struct canvas *canvas, const char *before, uint32_t n,
                  const char *one, const char *many);

/* Appends a table, or a piece of one, of Graphviz's HTML-like labels, to what
 * stands below the title. */
void canvas_below(struct canvas *canvas, const char *html);

/* The pieces become an attribute of a node, or the label of the graph. */
void canvas_put(struct canvas *canvas, Agnode_t *node, const char *name);
void canvas_title(struct canvas *canvas);

/* --- picture.c - a graph as a picture, by libgvc.
 *
 * The library is opened when the first picture is drawn: loading it and its
 * plugins takes longer than answering a small question, and the tool works
 * without it.  A layout may take hours and cannot be interrupted, so it runs in
 * a child process (apart.h). */

/* Larger graphs are refused. */
enum { PICTURE_MOST_NODES = 5000, PICTURE_MOST_LINES = 20000 };

/* Lays the graph out by `dot` and appends the picture to the bytes; format:
 * "svg", "pdf", "png".  False with a report: DIAG_LIMIT if the graph is too
 * large or a limit was met, another one if libgvc is missing or fails. */
bool picture_draw(Agraph_t *graph, const char *format,
                  const struct apart_limits *limits, text_buffer *bytes,
                  struct diag *diag);

/* Lays the graph out in this process, which is a child: Graphviz's attributes
 * "bb" of the graph and "pos" of its nodes and lines then have the places.
 * False: libgvc is missing or fails. */
bool picture_lay_out(Agraph_t *graph);

#endif
