/* canvas.h - a Graphviz graph while it is drawn, and its labels.
 *
 * A thin layer over cgraph: it knows which texts Graphviz would expand in a
 * label and doubles or encodes them, so that names are shown as they are.
 * Nodes are addressed by a letter for their kind and a number:
 *
 *     Agnode_t *box = canvas_node(&canvas, 't', 7);
 *
 *     canvas_name(&canvas, "odd \\N name");
 *     canvas_text(&canvas, "\\nsecond line");
 *     canvas_label(&canvas, box);
 *     canvas_set(box, "shape", "circle"); */
#ifndef CANVAS_H
#define CANVAS_H

#include "base/diag.h"
#include "base/vec.h"

#include <graphviz/cgraph.h>
#include <stdbool.h>
#include <stdint.h>

struct canvas {
    Agraph_t *graph;
    VEC(char) text; /* of the label being made */
};

/* A directed graph with our fonts, sizes and lines. */
void canvas_init(struct canvas *canvas, const char *name);

/* Writes the graph (see output.h for path) and frees the canvas, also when
 * writing fails. */
bool canvas_finish(struct canvas *canvas, const char *path, struct diag *diag);

/* The node, made on first demand. */
Agnode_t *canvas_node(struct canvas *canvas, char kind, uint32_t number);

/* One more edge between the two. */
Agedge_t *canvas_edge(struct canvas *canvas, Agnode_t *from, Agnode_t *to);

/* object is a node or an edge. */
void canvas_set(void *object, const char *name, const char *value);

/* The next piece of the label: Graphviz's own text, somebody's name, a node's
 * number, or a count with the right one of two words. */
void canvas_text(struct canvas *canvas, const char *text);
void canvas_name(struct canvas *canvas, const char *name);
void canvas_number(struct canvas *canvas, char kind, uint32_t number);
void canvas_count(struct canvas *canvas, uint64_t n, const char *one,
                  const char *many);

/* The pieces become the label of a node, or that of the graph. */
void canvas_label(struct canvas *canvas, Agnode_t *node);
void canvas_title(struct canvas *canvas);

#endif
