/* sketch.h - a net whose nodes are used before they are described.
 *
 * Textual formats name a node wherever they like: in an arc, and in another
 * line with its marking or its label.  A sketch creates a node when it is first
 * named, collects its description, and builds the net at the end.  Nodes are
 * numbered in the order of their first mention.
 *
 * The sketch also rejects arcs that a net cannot hold, with their names. */
#ifndef SKETCH_H
#define SKETCH_H

#include "base/text.h"
#include "net/names.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

struct registry_options; /* registry.h */

struct sketch_node {
    uint32_t line, column; /* of the marking */
    uint32_t name;         /* offset in texts; NAMES_NONE: none */
    bool marked;           /* it has a marking, maybe of 0 tokens */
    uint32_t tokens;
};

/* The nodes of one kind. */
struct sketch_nodes {
    struct names ids;
    VEC(struct sketch_node) at;
    text_buffer texts;
};

/* As in the builder, only messages about an arc have its position. */
struct sketch_arc {
    place_id place;
    trans_id trans;
    enum net_given_kind kind;
    uint32_t weight;
};

struct sketch {
    struct net_builder *builder; /* a reader gives it the name of the net and
                                    warnings, and nothing else */
    struct diag *diag;
    const struct registry_options *options;
    struct sketch_nodes places, transitions;
    VEC(struct sketch_arc) arcs;
    const char *file; /* of all positions */
};

/* The file name and the options must outlive the sketch. */
void sketch_init(struct sketch *sketch, const char *file,
                 const struct registry_options *options, struct diag *diag);

/* The net, or NULL with a report.  When the reader has failed, and reported
 * why, the sketch is not complete: NULL.  Frees what the sketch holds. */
struct net *sketch_finish(struct sketch *sketch, bool complete);

/* The node with this id, a new one if there is none.  Places and transitions
 * may have the same id. */
uint32_t sketch_node(struct sketch_nodes *nodes, const char *id);

/* The same for a node that must be known; NAMES_NONE otherwise. */
uint32_t sketch_find(const struct sketch_nodes *nodes, const char *id);

const char *sketch_id(const struct sketch_nodes *nodes, uint32_t n);

/* Gives a node a name beside its id; the last name counts. */
void sketch_name(struct sketch_nodes *nodes, uint32_t n, const char *name);

/* The initial marking of a place.  False with a report when it has one already,
 * or when it is more than one token. */
bool sketch_mark(struct sketch *sketch, place_id p, uint64_t tokens,
                 struct net_where where);

/* Adds an arc, or rejects a weight that no net can have with a report. */
bool sketch_add(struct sketch *sketch, enum net_given_kind kind, place_id p,
                trans_id t, uint64_t weight, struct net_where where);

#endif
