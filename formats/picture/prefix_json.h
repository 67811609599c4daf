/* prefix_json.h - an explored prefix as JSON, with its net, questions and runs;
 * alone, or in a page for a browser.
 *
 * doc/FORMATS.md describes the document.  It is written event by event; besides
 * the prefix only lists of a few numbers for each event are in memory.
 *
 * The page is one HTML file with everything in it: style, script, and the data.
 * Its content security policy allows only its own style and script, and no
 * network address.  The sources of the page are in page/; meson makes the two
 * texts of them. */
#ifndef PREFIX_JSON_H
#define PREFIX_JSON_H

#include "base/apart.h"
#include "base/diag.h"
#include "formats/text/json_stream.h"
#include "net/net.h"
#include "occurrence/merged.h"
#include "proof/witness.h"

struct prefix_json_question {
    const char *text;       /* "reach t3" */
    const char *verdict;    /* "reachable", ..., "unknown" */
    bool if_safe;           /* the verdict presumes that the net is safe */
    const witness_run *run; /* NULL: none */
    const char *part;       /* "first run" or "second run", of a question that
                               is in the list twice; NULL: the only run */
    const struct goal *goal;
    const witness_run *given; /* of a GOAL_LASSO: by transitions of the input */
    uint32_t loop;            /* steps of this before those that repeat */
};

struct prefix_json {
    const struct net *net; /* that was explored */
    const struct net
        *source; /* of the runs: net, or what it was reduced from */
    const struct prefix *prefix; /* with its conflicts */
    const struct merged *merged; /* of the prefix, or in which it is embedded */
    const char *title, *version, *engine, *relation, *order;
    bool cutoffs;
    bool complete;    /* everything was explored */
    const char *stop; /* "done", or what ended the exploration */
    const struct prefix_json_question *questions;
    uint32_t n_questions;
    struct apart_limits limits; /* of Graphviz, which lays out a page */
};

/* is_page: in a page, which also knows where Graphviz puts the nodes
 * (page_layout.c).  path as for output_open(). */
bool prefix_json_write(const struct prefix_json *what, bool is_page,
                       const char *path, struct diag *diag);

/* What stands before and after the data, in pieces; NULL ends them. */
extern const char *const prefix_json_page_head[],
    *const prefix_json_page_tail[];

/* --- page_layout.c - where Graphviz puts the nodes of a page's drawings.
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

/* Writes a member: "layout": {"structure": ..., "occurrence": ..., "merged":
 * ..., "net": ...}.  A drawing is null if it is too large, if libgvc is
 * missing, or if a limit has ended Graphviz, which runs in a child process. */
void page_layout_put(struct json_stream *json, const struct prefix_json *what);

#endif
