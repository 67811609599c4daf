/* page_layout.h - where Graphviz puts the nodes of a page's drawings.
 *
 * The page can lay out its drawings itself.  Graphviz lays out small drawings
 * better; their positions are part of the data of the page:
 *
 *     "structure": {"width": 310, "height": 120,
 *         "nodes": [["e0", 150, 20], ...],
 *         "edges": [["e0", "e1", 150, 37, 140, 50, ...], ...]}
 *
 * An edge has the points of a Bezier curve: one, and three for each piece.  The
 * sizes of the boxes are those of page/graphs.js. */
#ifndef PAGE_LAYOUT_H
#define PAGE_LAYOUT_H

#include "base/apart.h"
#include "formats/text/json_stream.h"
#include "net/net.h"
#include "occurrence/merged.h"

/* Writes a member: "layout": {"structure": ..., "occurrence": ..., "merged":
 * ..., "net": ...}.  A drawing is null if it is too large, if libgvc is
 * missing, or if a limit has ended Graphviz, which runs in a child process. */
void page_layout_put(struct json_stream *json, const struct net *net,
                     const struct prefix *prefix, const struct merged *merged,
                     const struct apart_limits *limits);

#endif
