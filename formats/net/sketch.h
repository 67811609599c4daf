/* sketch.h - a net whose nodes are used before they are described.
 *
 * Textual formats name a node wherever they like: in an arc, and in another
 * line with its marking or its label.  A sketch creates a node when it is first
 * named, collects what is said of it, and builds the net at the end.  Nodes are
 * numbered in the order of their first mention.
 *
 * It is also the one place where these formats meet the limits of safe nets:
 * arcs that the net cannot hold are rejected here, by name. */
#ifndef SKETCH_H
#define SKETCH_H

#include "base/diag.h"
#include "net/net.h"

#include <stdbool.h>
#include <stdint.h>

struct sketch;

/* Ends with sketch_finish(). */
struct sketch *sketch_create(void);

void sketch_name(struct sketch *sketch, const char *name); /* of the net */

/* As net_builder_prefer_names(). */
void sketch_prefer_names(struct sketch *sketch);

/* The node with this id, a new one if there is none.  Places and transitions
 * may have the same id. */
place_id sketch_place(struct sketch *sketch, const char *id);
trans_id sketch_trans(struct sketch *sketch, const char *id);

/* The same for a node that must be known; ..._NONE otherwise. */
place_id sketch_find_place(const struct sketch *sketch, const char *id);
trans_id sketch_find_trans(const struct sketch *sketch, const char *id);

const char *sketch_place_id(const struct sketch *sketch, place_id p);
const char *sketch_trans_id(const struct sketch *sketch, trans_id t);
uint32_t sketch_place_count(const struct sketch *sketch);
uint32_t sketch_trans_count(const struct sketch *sketch);

/* Gives a node a name beside its id; the last name counts. */
void sketch_name_place(struct sketch *sketch, place_id p, const char *name);
void sketch_name_trans(struct sketch *sketch, trans_id t, const char *name);

/* The initial marking of a place.  False with a report when it has one already,
 * or when it is more than one token. */
bool sketch_mark(struct sketch *sketch, place_id p, uint64_t tokens,
                 struct net_where where, struct diag *diag);

/* As net_builder_warn(). */
void sketch_warn(struct sketch *sketch, struct net_where where,
                 const char *text);

enum sketch_kind {
    SKETCH_CONSUME,
    SKETCH_PRODUCE,
    SKETCH_READ,
    SKETCH_INHIBIT,
    SKETCH_RESET
};

struct sketch_arc {
    place_id place;
    trans_id trans;
    enum sketch_kind kind;
    uint64_t weight;
    struct net_where where;
};

/* Adds an arc, or rejects a weight that no net can have with a report. */
bool sketch_add(struct sketch *sketch, const struct sketch_arc *arc,
                struct diag *diag);

/* Frees the sketch and returns the net, or NULL with a report.  When the reader
 * has failed, and reported why, the sketch is not complete: NULL. */
struct net *sketch_finish(struct sketch *sketch, bool complete,
                          struct diag *diag);

#endif
