/* net.h - a safe place/transition net with read arcs.
 *
 * For a transition t (THEORY, Definition 1):
 *
 *     pre(t)   places from which t consumes a token
 *     read(t)  places whose token t reads and leaves in place
 *     post(t)  places on which t produces a token
 *
 * A self-loop (p is input and output of t) is a read: net_builder_finish()
 * normalises it, so that pre, post and read are pairwise disjoint, but for a
 * place that t reads and produces on without consuming.  Such a t makes the net
 * unsafe when it fires; this is found when it is enabled.
 *
 * Places and transitions are dense ids in the order of the input.  A net
 * does not change once it is built, so threads may share it.
 *
 * Every node has an id (its XML id, or its number in a .ll_net), maybe a
 * name, and a label: the text that stands for it in all output, and by which
 * net_find_*() finds it again.  Labels are ids for PNML and, where they are
 * unique, names for .ll_net. */
#ifndef NET_H
#define NET_H

#include "base/diag.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t place_id;
typedef uint32_t trans_id;
#define PLACE_NONE UINT32_MAX
#define TRANS_NONE UINT32_MAX

/* Strictly increasing ids; valid as long as the net. */
struct net_place_span {
    const place_id *at;
    uint32_t len;
};

struct net_trans_span {
    const trans_id *at;
    uint32_t len;
};

typedef VEC(place_id) net_place_list;
typedef VEC(trans_id) net_trans_list;

struct net;

void net_destroy(struct net *net);

const char *net_name(const struct net *net); /* "" when it has none */
uint32_t net_place_count(const struct net *net);
uint32_t net_trans_count(const struct net *net);
uint32_t net_arc_count(const struct net *net); /* pre + post, reads apart */
uint32_t net_read_count(const struct net *net);

/* The arcs of a transition. */
struct net_place_span net_pre(const struct net *net, trans_id t);
struct net_place_span net_post(const struct net *net, trans_id t);
struct net_place_span net_read(const struct net *net, trans_id t);

/* The same arcs, seen from a place. */
struct net_trans_span net_consumers(const struct net *net, place_id p);
struct net_trans_span net_producers(const struct net *net, place_id p);
struct net_trans_span net_readers(const struct net *net, place_id p);

bool net_marked(const struct net *net, place_id p); /* initially */

const char *net_place_id(const struct net *net, place_id p);
const char *net_place_name(const struct net *net, place_id p); /* or NULL */
const char *net_place_label(const struct net *net, place_id p);
const char *net_trans_id(const struct net *net, trans_id t);
const char *net_trans_name(const struct net *net, trans_id t); /* or NULL */
const char *net_trans_label(const struct net *net, trans_id t);

/* The node that text addresses: the one with this label, else with this id,
 * else with this name.  ..._NONE with a DIAG_USAGE report when there is none
 * or when several bear the name. */
place_id net_find_place(const struct net *net, const char *text,
                        struct diag *diag);
trans_id net_find_trans(const struct net *net, const char *text,
                        struct diag *diag);

/* Building.  Texts are copied.  Ids must be unique among all nodes for PNML,
 * among places and among transitions for .ll_net; the builder refuses a
 * second use of an id by a node of the same kind. */
struct net_builder;

/* Where the thing that is being added stands in the input, for messages. */
struct net_where {
    const char *file;
    uint32_t line, column;
};

struct net_builder *net_builder_create(void);
void net_builder_destroy(struct net_builder *builder);

void net_builder_name(struct net_builder *builder, const char *name);

/* Labels are names where these are unique (see above), not ids. */
void net_builder_prefer_names(struct net_builder *builder);

/* A new node, or ..._NONE with a report when the id is taken.  name may be
 * NULL.  tokens above 1 are refused: the net would not be safe. */
place_id net_builder_place(struct net_builder *builder, const char *id,
                           const char *name, uint64_t tokens,
                           struct net_where where, struct diag *diag);
trans_id net_builder_trans(struct net_builder *builder, const char *id,
                           const char *name, struct net_where where,
                           struct diag *diag);

/* One arc each.  Input and output arcs add up: a second one between the same
 * two nodes is a weight of 2 and refused.  A repeated read is one read; a
 * place that is consumed and read is consumed. */
void net_builder_input(struct net_builder *builder, place_id p, trans_id t,
                       struct net_where where);
void net_builder_output(struct net_builder *builder, trans_id t, place_id p,
                        struct net_where where);
void net_builder_read(struct net_builder *builder, place_id p, trans_id t,
                      struct net_where where);

/* The net, and the builder is gone; or NULL with a report. */
struct net *net_builder_finish(struct net_builder *builder, struct diag *diag);

/* Same nodes in the same order with the same marking and arcs, each node of a
 * found in b under its label?  *why (at most cap bytes) tells the first
 * difference. */
bool net_equal(const struct net *a, const struct net *b, char *why, size_t cap);

/* Aborts if an invariant is broken. */
void net_check(const struct net *net);

#endif
