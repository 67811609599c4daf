/* dot_legend.h - the legend of a drawing: a sample of each kind of box, circle
 * and line that the drawing has, with its meaning.
 *
 * It is a table of Graphviz's HTML-like labels, which stands below the title:
 * it takes no part in the layout, and the graph has no nodes for it. */
#ifndef DOT_LEGEND_H
#define DOT_LEGEND_H

#include "formats/picture/canvas.h"
#include "formats/picture/dot_options.h"

/* In the order in which the legend has them. */
enum dot_legend_entry {
    LEGEND_EVENT,
    LEGEND_RUN,
    LEGEND_LOOP,
    LEGEND_BOTH,
    LEGEND_FIRST,
    LEGEND_SECOND,
    LEGEND_FREE,
    LEGEND_DOOMED,
    LEGEND_BAD,
    LEGEND_CUTOFF,
    LEGEND_CONDITION,
    LEGEND_CONDITION_AGAIN,
    LEGEND_MERGED_CONDITION,
    LEGEND_CAUSE,
    LEGEND_ARC,
    LEGEND_READ,
    LEGEND_HIDDEN_CAUSE,
    LEGEND_CONFLICT,
    LEGEND_COMPANION,
    LEGEND_TRANSITION,
    LEGEND_AGAIN,
    LEGEND_BEFORE,
    LEGEND_EXCLUSIVE,
    LEGEND_CONCURRENT,
    LEGEND_INTERLEAVING,
    LEGEND_COUNT
};

struct dot_legend {
    bool has[LEGEND_COUNT]; /* set when the drawing gets such a box, circle or
                               line */
};

/* Ends the title, of which the counts are the last line: below it stands the
 * legend of what the drawing has, unless the options leave it out. */
void dot_legend_end_title(const struct dot_legend *legend,
                          const struct dot_options *options,
                          struct canvas *canvas);

#endif
