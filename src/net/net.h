/* net.h - a safe place/transition net with read arcs.
 *
 * For a transition t (THEORY, Definition 1):
 *
 *     pre(t)   places from which t consumes a token
 *     read(t)  places whose token t reads and leaves in place
 *     post(t)  places on which t produces a token
 *
 * A self-loop (t consumes from p and produces on it) is a read:
 * net_builder_finish() normalises it.  So pre, post and read are pairwise
 * disjoint.
 *
 * Places and transitions are dense ids in the order of the input.  A net is
 * immutable, so threads may share it.
 *
 * Weights above 1, inhibitor and reset arcs are translated into these sets;
 * given_arcs.h says how.  The translation adds places and transitions behind
 * those of the input.  In a net that is safe, no added transition but steps of
 * resets can fire, and no transition with an overflow can.
 *
 * Every node has an id (its XML id, or its number in a .ll_net), an optional
 * name, and a label: its text in all output, by which net_find_*() finds it.
 * Labels are ids for PNML and, where they are unique, names for .ll_net. */
#ifndef NET_H
#define NET_H

#include "base/bits.h"
#include "base/check.h"
#include "base/diag.h"
#include "base/ids.h"
#include "base/vec.h"
#include "net/relation.h"

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

static inline bool net_span_has(struct net_place_span places, place_id p)
{
    for (uint32_t i = 0; i < places.len; i++)
        if (places.at[i] == p)
            return true;
    return false;
}

/* The same for long lists: the places are increasing. */
static inline bool net_span_finds(struct net_place_span places, place_id p)
{
    return ids_has(places.at, places.len, p);
}

/* Have the two sets a place in common? */
bool net_spans_meet(struct net_place_span a, struct net_place_span b);

struct net_trans_span {
    const trans_id *at;
    uint32_t len;
};

typedef VEC(place_id) net_place_list;
typedef VEC(trans_id) net_trans_list;
typedef VECS(net_place_list) net_place_lists;
typedef VECS(net_trans_list) net_trans_lists;

/* The places of a list, until it grows. */
static inline struct net_place_span net_span_of(const net_place_list *list)
{
    return (struct net_place_span){list->at, list->len};
}

static inline struct net_place_span net_span_at(const net_place_lists *lists,
                                                uint32_t i)
{
    return (struct net_place_span){vecs_at(lists, i), vecs_len(lists, i)};
}

static inline struct net_trans_span
net_trans_span_at(const net_trans_lists *lists, uint32_t i)
{
    return (struct net_trans_span){vecs_at(lists, i), vecs_len(lists, i)};
}

struct net;

void net_destroy(struct net *net);

/* The same net with another initial marking.  The view shares all else with the
 * net, which must outlive it; net_view_destroy() frees the view. */
struct net *net_view(const struct net *net, const bits_word *marked);
void net_view_destroy(struct net *view);

const char *net_name(const struct net *net); /* "" when it has none */
uint32_t net_place_count(const struct net *net);
uint32_t net_trans_count(const struct net *net);
uint32_t net_arc_count(const struct net *net); /* pre + post, without reads */
uint32_t net_read_count(const struct net *net);
uint64_t net_size(const struct net *net); /* all nodes and arcs */

enum net_arc_kind {
    NET_PRE,
    NET_POST,
    NET_READ,
    NET_CONSUMERS,
    NET_PRODUCERS,
    NET_READERS,
    NET_ARC_KINDS,
    NET_NEEDS = NET_ARC_KINDS, /* see net_needs() */
};

/* All arcs of one kind: the first fields of a net, for the functions below,
 * which the loops of engines call. */
static inline const struct relation *net_relation(const struct net *net,
                                                  enum net_arc_kind kind)
{
    return (const struct relation *)(const void *)net + kind;
}

/* The partners of a node of a relation, as places or as transitions. */
static inline struct net_place_span net_places_of(const struct relation *r,
                                                  uint32_t node)
{
    ASSERT(node < r->n_nodes);
    return (struct net_place_span){r->at + r->start[node],
                                   r->start[node + 1] - r->start[node]};
}

static inline struct net_trans_span net_transitions_of(const struct relation *r,
                                                       uint32_t node)
{
    ASSERT(node < r->n_nodes);
    return (struct net_trans_span){r->at + r->start[node],
                                   r->start[node + 1] - r->start[node]};
}

/* The arcs of a transition. */
static inline struct net_place_span net_pre(const struct net *net, trans_id t)
{
    return net_places_of(net_relation(net, NET_PRE), t);
}

static inline struct net_place_span net_post(const struct net *net, trans_id t)
{
    return net_places_of(net_relation(net, NET_POST), t);
}

static inline struct net_place_span net_read(const struct net *net, trans_id t)
{
    return net_places_of(net_relation(net, NET_READ), t);
}

/* The places that t needs: those of pre(t), then those of read(t). */
static inline struct net_place_span net_needs(const struct net *net, trans_id t)
{
    return net_places_of(net_relation(net, NET_NEEDS), t);
}

/* The same arcs by place. */
static inline struct net_trans_span net_consumers(const struct net *net,
                                                  place_id p)
{
    return net_transitions_of(net_relation(net, NET_CONSUMERS), p);
}

static inline struct net_trans_span net_producers(const struct net *net,
                                                  place_id p)
{
    return net_transitions_of(net_relation(net, NET_PRODUCERS), p);
}

static inline struct net_trans_span net_readers(const struct net *net,
                                                place_id p)
{
    return net_transitions_of(net_relation(net, NET_READERS), p);
}

bool net_marked(const struct net *net, place_id p);  /* initially */
const bits_word *net_initial(const struct net *net); /* all of these */

/* The nodes of the input; those with larger ids were added. */
uint32_t net_given_places(const struct net *net);
uint32_t net_given_transitions(const struct net *net);

/* The transition of the input that t is, or of which t is the shadow. */
trans_id net_given_trans(const struct net *net, trans_id t);

/* Is t a step of a transition of the input that resets places?  Such a step is
 * fired after net_given_trans(t). */
bool net_is_step(const struct net *net, trans_id t);
bool net_has_steps(const struct net *net);

/* The lock of p (given_arcs.h): a place that is marked unless a reset of p is
 * under way; PLACE_NONE when no transition resets p. */
place_id net_lock(const struct net *net, place_id p);

/* For a place p of the input: its tokens initially, and its bound, the most
 * tokens that it can have; with more tokens the net is not safe.  If the bound
 * is above 1, place p is marked while it has tokens, and net_level(net, p, n)
 * while it has at least n, for n from 1 to the bound. */
uint32_t net_tokens(const struct net *net, place_id p);
uint32_t net_bound(const struct net *net, place_id p);
place_id net_counted(const struct net *net); /* the first that can have several
                                                tokens; PLACE_NONE: none can */
place_id net_level(const struct net *net, place_id p, uint32_t n);

/* A place on which t alone puts two tokens, so that t makes the net unsafe
 * wherever it is enabled; PLACE_NONE when there is none.  It is not always in
 * post(t): t may consume one and produce two. */
place_id net_overflow(const struct net *net, trans_id t);

/* The capacity in the input; 0 when there is none.  It is not modelled. */
uint32_t net_capacity(const struct net *net, place_id p);

/* The final markings in the input, each as its marked places, in increasing
 * order and at least one, and the numbers of tokens on these. */
uint32_t net_final_count(const struct net *net);
struct net_place_span net_final(const struct net *net, uint32_t i);
const uint32_t *net_final_tokens(const struct net *net, uint32_t i);

/* The units that the input describes; NULL when it describes none, or when the
 * description is wrong. */
struct units;
const struct units *net_units(const struct net *net);

/* The signals of a signal transition graph; NULL: the net is none. */
struct signals;
const struct signals *net_signals(const struct net *net);

/* The warnings of the reader: lines of text with file, line and column. */
uint32_t net_warning_count(const struct net *net);
const char *net_warning(const struct net *net, uint32_t i);

/* The weights of all arcs of the input between two nodes; 0: no such arc.  read
 * is 1 and alone, or 0; reset is 0 where it changes nothing. */
struct net_bundle {
    trans_id trans;
    place_id place;
    uint32_t consume, produce, read, inhibit;
    uint32_t reset;       /* 0 or 1 */
    uint32_t spare_reset; /* 1: a reset arc that would change something if the
                             place could have several tokens */
};

typedef VEC(struct net_bundle) net_bundle_list;

/* The arcs of a transition of the input, for writers.  (bundles.c) */
void bundles_of(const struct net *net, trans_id t, net_bundle_list *list);

/* How many pairs of nodes have an inhibitor arc, a reset arc or a weight above
 * 1. */
uint32_t net_bundle_count(const struct net *net);

const char *net_place_id(const struct net *net, place_id p);
const char *net_place_name(const struct net *net, place_id p); /* or NULL */
const char *net_place_label(const struct net *net, place_id p);
const char *net_trans_id(const struct net *net, trans_id t);
const char *net_trans_name(const struct net *net, trans_id t); /* or NULL */
const char *net_trans_label(const struct net *net, trans_id t);

/* The node with this label, otherwise with this id, otherwise with this name.
 * ..._NONE when there is none or when several nodes have the name, with a
 * DIAG_USAGE report, which names nodes that may be meant, unless diag is
 * NULL. */
place_id net_find_place(const struct net *net, const char *text,
                        struct diag *diag);
trans_id net_find_trans(const struct net *net, const char *text,
                        struct diag *diag);

/* Building.  Texts are copied.  Ids must be unique among all nodes for PNML,
 * among places and among transitions for .ll_net; the builder rejects a second
 * use of an id by a node of the same kind. */
struct net_builder;

/* A position in the input, for messages. */
struct net_where {
    const char *file;
    uint32_t line, column;
};

struct net_builder *net_builder_create(void);
void net_builder_destroy(struct net_builder *builder);

void net_builder_name(struct net_builder *builder, const char *name);

/* Accepts more than one token on a place.  The net then tells the numbers, and
 * must not be used before bounded_net() has made another one of it. */
void net_builder_count(struct net_builder *builder);

/* How many tokens each place can have: bounds has a number for each place so
 * far. */
void net_builder_bounds(struct net_builder *builder, const uint32_t *bounds);

/* The same net, in which place p of the input can have bounds[p] tokens: at
 * least 1, and at least its initial tokens.  The caller destroys it. */
struct net *bounded_net(const struct net *net, const uint32_t *bounds);

/* Notes that weights of the places show that no marking exceeds the bounds. */
void bounded_net_note(struct net *net);

/* Has somebody noted that? */
bool bounded_net_is_kept(const struct net *net);

/* About how many nodes bounded_net() adds, and the most that a caller should
 * allow. */
uint64_t bounded_net_growth(const struct net *net, const uint32_t *bounds);
enum { BOUNDED_NET_GROWTH = 100000 };

/* Makes unique names the labels (see above); otherwise ids are. */
void net_builder_prefer_names(struct net_builder *builder);

/* Adds a node; ..._NONE with a report when the id is in use.  name may be NULL.
 * More than one token is rejected: the net would not be safe.  diag may be NULL
 * if nothing can be wrong. */
place_id net_builder_place(struct net_builder *builder, const char *id,
                           const char *name, uint64_t tokens,
                           struct net_where where, struct diag *diag);
trans_id net_builder_trans(struct net_builder *builder, const char *id,
                           const char *name, struct net_where where,
                           struct diag *diag);

/* Nodes may also be added by names_intern(), for formats that use them before
 * they describe them; a place then has no initial marking.  This call gives it
 * one, maybe of 0 tokens, or rejects it as above. */
struct names *net_builder_places(struct net_builder *builder);
struct names *net_builder_transitions(struct net_builder *builder);
bool net_builder_mark(struct net_builder *builder, place_id p, uint64_t tokens,
                      struct net_where where, struct diag *diag);

/* Adds a warning.  Only the first NET_MAX_WARNINGS are kept. */
#define NET_MAX_WARNINGS 20u
void net_builder_warn(struct net_builder *builder, struct net_where where,
                      const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes the units.  where is their position, for warnings. */
void net_builder_units(struct net_builder *builder, struct units *units,
                       struct net_where where);

/* Takes the signals, whose arrays have an element for each transition so
 * far. */
void net_builder_signals(struct net_builder *builder, struct signals *signals);

/* Stores a capacity, at least 1. */
void net_builder_capacity(struct net_builder *builder, place_id p,
                          uint64_t capacity);

/* Adds a final marking of n pairs of a place and a number of tokens, which the
 * call sorts; the tokens of a place in several pairs add up.  n = 0 adds
 * nothing: a file without a final marking may have an empty one. */
void net_builder_final(struct net_builder *builder,
                       struct relation_pair *marked, uint32_t n);

enum net_given_kind {
    GIVEN_CONSUME,
    GIVEN_PRODUCE,
    GIVEN_READ,    /* fires only with this many tokens there */
    GIVEN_INHIBIT, /* fires only with fewer tokens there */
    GIVEN_RESET,   /* takes all tokens; its weight has no meaning */
};

#define NET_MAX_WEIGHT 0xfffffffu

/* Adds an arc with a weight from 1 to NET_MAX_WEIGHT.  The weights of arcs that
 * consume add up, and so do the weights of arcs that produce.  A repeated read
 * is one read; a place that is consumed and read is consumed. */
void net_builder_arc(struct net_builder *builder, enum net_given_kind kind,
                     place_id p, trans_id t, uint32_t weight);

/* The same with a weight that the input gives; false with a report when no net
 * can have it. */
bool net_builder_given_arc(struct net_builder *builder,
                           enum net_given_kind kind, place_id p, trans_id t,
                           uint64_t weight, struct net_where where,
                           struct diag *diag);

/* Frees the builder and returns the net. */
struct net *net_builder_finish(struct net_builder *builder);

#endif
