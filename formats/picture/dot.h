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
 * The title tells the counts; below it stands the legend (drawing.h).
 * Shapes, borders and line styles suffice to tell all kinds apart without
 * colours.  The same input gives the same text. */
#ifndef DOT_H
#define DOT_H

#include "formats/picture/drawing.h"
#include "occurrence/histories.h"
#include "occurrence/merged.h"
#include "occurrence/relations.h"

/* path as for output_open(); "-" is standard output. */
bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct drawing_options *options, const char *path,
                      struct diag *diag);

/* What is in that drawing; also for the layout of a page. */
void dot_draw_prefix(struct drawing *drawing, const struct prefix *prefix);

/* The same of a merged process (merged.h), as a net: circles with place and
 * occurrence depth, boxes with transition and, if it was made from a prefix,
 * the number of events that they stand for. */
bool dot_merged_write(const struct net *net, const struct merged *merged,
                      const struct drawing_options *options, const char *path,
                      struct diag *diag);

void dot_merged_draw(struct drawing *drawing, const struct merged *merged);

/* The net as it is given, with weights and numbers of tokens; a circle ends the
 * line of an inhibitor arc, two arrowheads that of a reset arc. */
bool dot_net_write(const struct net *net, const struct drawing_options *options,
                   const char *path, struct diag *diag);

/* How transitions are ordered: a box for each transition that can fire.  Lines
 * that other lines imply are left out: an arrow a -> c if there are a -> b and
 * b -> c, and a line between a and b of another relation if a transition before
 * one of the two has the same relation to the other. */
bool relations_dot_write(const struct relations *r,
                         const struct drawing_options *options,
                         const char *path, struct diag *diag);

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
