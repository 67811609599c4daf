/* dot_options.h - how a prefix is drawn. */
#ifndef DOT_OPTIONS_H
#define DOT_OPTIONS_H

#include "base/apart.h"

#include <stdbool.h>
#include <stdint.h>

/* A drawing of more events is large: it has no arrows from cutoffs to their
 * companions, which hide the rest, and long names are shortened
 * (dot_names.h). */
enum { DOT_LARGE = 100 };

struct dot_options {
    bool conditions;    /* draw the occurrence net */
    bool incomplete;    /* a limit cut the prefix short: the title says so */
    bool left_to_right; /* causes stand left of their effects */
    bool no_companions; /* no arrows from cutoffs to their companions */
    bool companions;    /* arrows to them in a large drawing, too */
    bool no_legend;     /* no samples of boxes and lines with their meanings */
    const uint32_t *numbers; /* by event, when the prefix is a part of another
                                (prefix.h): its number in that one; NULL:
                                its own */
    uint32_t n_all;          /* events of that other one, without bottom */
    const char *format;      /* of a picture (picture.h); NULL: for Graphviz */
    const struct apart_limits *limits; /* of a picture */
    const char *title;        /* first line of the label; NULL or "": none */
    const char *const *lines; /* more lines, of the questions */
    uint32_t n_lines;
};

#endif
