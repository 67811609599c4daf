/* dot.h - drawings of prefixes and nets in the language of Graphviz.
 *
 * A prefix is drawn as an event structure with bottom as its root:
 *
 *     box                  an event, with its transition and its number
 *     arrow                from a maximal cause
 *     dashed red line      immediate conflict
 *     grey, double border  a cutoff; a dotted blue arrow leads to its companion
 *                          where that is known
 *     thick, yellow        events and arrows of the run that is shown
 *
 * With conditions it is drawn as an occurrence net.  Causality and conflicts
 * that the conditions show are then omitted.  A line without an arrowhead
 * between a circle and a box is a read arc.
 *
 * Shapes, borders and line styles suffice to tell all kinds apart without
 * colours.  The same input gives the same text. */
#ifndef DOT_H
#define DOT_H

#include "answer/prefix.h"
#include "base/diag.h"
#include "net/net.h"

#include <stdbool.h>

struct dot_options {
    bool conditions;    /* draw the occurrence net */
    bool incomplete;    /* a limit cut the prefix short: the title says so */
    bool left_to_right; /* causes stand left of their effects */
    bool no_companions; /* no arrows from cutoffs to their companions */
    const uint32_t *numbers;  /* by event, when the prefix is a part of another
                                 (prefix_part.h): its number in that one; NULL:
                                 its own */
    uint32_t n_all;           /* events of that other one, without bottom */
    const char *format;       /* of a picture (picture.h); NULL: for Graphviz */
    const char *title;        /* first line of the label; NULL or "": none */
    const char *const *lines; /* more lines, of the questions */
    uint32_t n_lines;
};

/* path as for output_open(); "-" is standard output. */
bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);

/* The merged process of the prefix (merged.h), as a net: circles with place and
 * occurrence depth, boxes with transition and the number of events that they
 * stand for. */
bool dot_write_merged(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);
bool dot_write_net(const struct net *net, const char *path, struct diag *diag);

#endif
