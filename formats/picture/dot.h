/* dot.h - drawings of prefixes and nets in the language of Graphviz.
 *
 * A prefix is drawn as an event structure with bottom as its root:
 *
 *     box                  an event, with its transition and its number
 *     arrow                from a maximal cause
 *     dashed red line      immediate conflict
 *     grey, double border  a cutoff; a dotted blue arrow leads to its companion
 *                          where that is known, if the drawing is not large
 *     thick, yellow        events and arrows of the run that is shown
 *     rounded              events that the run repeats for ever
 *
 * With conditions it is drawn as an occurrence net.  Causality and conflicts
 * that the conditions show are then omitted.  A line without an arrowhead
 * between a circle and a box is a read arc.  Histories of one event share the
 * circles of what they produce; a dashed circle is a condition that is drawn
 * again, where sharing would make an arrow lead backwards (dot_circles.c).
 *
 * The title tells the counts; below it stands the legend (dot_style.h).
 * Shapes, borders and line styles suffice to tell all kinds apart without
 * colours.  The same input gives the same text. */
#ifndef DOT_H
#define DOT_H

#include "base/diag.h"
#include "formats/picture/dot_options.h"
#include "net/net.h"
#include "occurrence/merged.h"

/* path as for output_open(); "-" is standard output. */
bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);

/* The same of a merged process (merged.h), as a net: circles with place and
 * occurrence depth, boxes with transition and, if it was made from a prefix,
 * the number of events that they stand for. */
bool dot_merged_write(const struct net *net, const struct merged *merged,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);

/* The net as it is given, with weights and numbers of tokens; a circle ends the
 * line of an inhibitor arc, two arrowheads that of a reset arc.  As text for
 * Graphviz, or as a picture as canvas_finish() takes it. */
bool dot_write_net(const struct net *net, const char *format,
                   const struct apart_limits *limits, const char *path,
                   struct diag *diag);

#endif
