/* page_layout.h - where Graphviz puts the nodes of a page's drawings.
 *
 * The page lays out what it shows by itself.  Small drawings look better as
 * Graphviz makes them; their positions are part of its data:
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

/* The value of a key: {"structure": ..., "occurrence": ..., "merged": ...,
 * "net": ...}; null in place of what is too large, where libgvc is missing, and
 * where a limit has ended Graphviz, which runs in a child process. */
void page_layout_put(struct json_stream *json, const struct net *net,
                     const struct prefix *prefix, const struct merged *merged,
                     const struct apart_limits *limits);

#endif
