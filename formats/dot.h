/* dot.h - drawings of prefixes and nets, in Graphviz's language.
 *
 * A prefix is drawn as an event structure: a box for each event, with its
 * transition and its number; arrows from maximal causes; a dashed red line
 * between two events in immediate conflict; grey boxes with a double border
 * for cutoffs, with a dotted blue arrow to the corresponding event where it is
 * known; thick borders, arrows and a yellow ground for the run that is shown.
 * Bottom is the root.  With conditions it is drawn as an occurrence net:
 * causality and conflicts that the conditions show are not drawn again.
 *
 * Lines without an arrowhead between a circle and a box are read arcs.  All
 * shapes can be told apart without their colours.  The same input gives the
 * same text. */
#ifndef DOT_H
#define DOT_H

#include "answer/prefix.h"
#include "base/diag.h"
#include "net/net.h"

#include <stdbool.h>

struct dot_options {
    bool conditions;   /* draw the occurrence net */
    const char *title; /* first line of the label; NULL or "": none */
};

/* path "-" is standard output; see output.h. */
bool dot_write_prefix(const struct net *net, const struct prefix *prefix,
                      const struct dot_options *options, const char *path,
                      struct diag *diag);
bool dot_write_net(const struct net *net, const char *path, struct diag *diag);

#endif
