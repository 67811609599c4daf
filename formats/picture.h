/* picture.h - a Graphviz graph as a picture, by libgvc.
 *
 * The library is opened when the first picture is drawn: to load it and its
 * plugins takes longer than to answer a small question, and the tool works
 * without it. */
#ifndef PICTURE_H
#define PICTURE_H

#include "base/diag.h"

#include <graphviz/cgraph.h>
#include <stdbool.h>
#include <stdio.h>

/* Lays the graph out by `dot` and writes it; format: "svg", "pdf", "png".
 * False with a report if libgvc is missing or fails. */
bool picture_write(Agraph_t *graph, const char *format, FILE *file,
                   struct diag *diag);

/* The same as text in another format of Graphviz, for mem_free(); NULL: libgvc
 * is missing or fails. */
char *picture_text(Agraph_t *graph, const char *format);

#endif
