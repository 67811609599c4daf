/* picture.h - a Graphviz graph as a picture, by libgvc.
 *
 * The library is opened when the first picture is drawn: loading it and its
 * plugins takes longer than answering a small question, and the tool works
 * without it.  A layout may take hours and cannot be interrupted, so it runs in
 * a child process (apart.h). */
#ifndef PICTURE_H
#define PICTURE_H

#include "base/apart.h"
#include "base/diag.h"

#include <graphviz/cgraph.h>
#include <stdbool.h>

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
