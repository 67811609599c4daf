/* mutable_net.h - a copy of a net that shrinks: places, transitions and read
 * arcs are removed, transitions are added.
 *
 *     mutable_net_init(&m, net);
 *     mutable_net_remove_place(&m, p);
 *     small = mutable_net_freeze(&m, &map);    what is left, as a net
 *
 * Nodes keep their ids; a new transition has the next one.  The lists of arcs
 * are sorted as those of net.h, with pre, post and read disjoint.  A removed
 * node leaves a list when a caller asks for the list: the time of all removals
 * is linear in the arcs and in the number of these requests.
 *
 * Every change appends the nodes whose arcs it changed to touched_places and
 * touched_transitions, for work lists. */
#ifndef MUTABLE_NET_H
#define MUTABLE_NET_H

#include "base/bits.h"
#include "base/vec.h"
#include "net/net.h"

/* A slice of mutable_net.words, of which live are nodes that still exist. */
struct mutable_net_list {
    uint32_t at, len, cap, live;
};

typedef VEC(uint32_t) mutable_net_ids;

/* Valid until the next transition is added. */
struct mutable_net_span {
    const uint32_t *at;
    uint32_t len;
};

struct mutable_net {
    const struct net *net;
    uint32_t n_places;
    uint32_t n_transitions; /* ids so far, ids of removed nodes included */
    uint32_t live_places, live_transitions;
    uint32_t n_overflows; /* transitions that still exist and have a
                             net_overflow(), which freezing would lose */
    VEC(uint32_t) words;
    VEC(struct mutable_net_list) lists[NET_ARC_KINDS];
    VEC(bool) place_gone, trans_gone;
    mutable_net_ids touched_places, touched_transitions; /* for the owner */
};

void mutable_net_init(struct mutable_net *m, const struct net *net);

/* The same nodes and arcs; nothing is noted as changed. */
void mutable_net_copy(struct mutable_net *m, const struct mutable_net *from);
void mutable_net_finish(struct mutable_net *m);

static inline bool mutable_net_has_place(const struct mutable_net *m,
                                         place_id p)
{
    return p < m->n_places && !m->place_gone.at[p];
}

static inline bool mutable_net_has_trans(const struct mutable_net *m,
                                         trans_id t)
{
    return t < m->n_transitions && !m->trans_gone.at[t];
}

/* The arcs of one kind of a node that is left, and how many there are. */
struct mutable_net_span mutable_net_arcs(struct mutable_net *m,
                                         enum net_arc_kind kind, uint32_t node);

/* A walk over the arcs of one kind, then of another kind, of a node that is
 * left:
 *
 *     walk = mutable_net_walk(m, NET_PRE, NET_READ, t);
 *     while (mutable_net_next(&walk))
 *         ... walk.node ... */
struct mutable_net_walk {
    struct mutable_net_span now, then;
    uint32_t node;
};

static inline struct mutable_net_walk mutable_net_walk(struct mutable_net *m,
                                                       enum net_arc_kind kind,
                                                       enum net_arc_kind then,
                                                       uint32_t node)
{
    return (struct mutable_net_walk){.now = mutable_net_arcs(m, kind, node),
                                     .then = mutable_net_arcs(m, then, node)};
}

static inline bool mutable_net_next(struct mutable_net_walk *walk)
{
    if (!walk->now.len) {
        walk->now = walk->then;
        walk->then.len = 0;
    }
    if (!walk->now.len)
        return false;
    walk->now.len--;
    walk->node = *walk->now.at++;
    return true;
}

static inline uint32_t mutable_net_degree(const struct mutable_net *m,
                                          enum net_arc_kind kind, uint32_t node)
{
    return m->lists[kind].at[node].live;
}

/* Is b among the arcs of this kind of a, which is left? */
bool mutable_net_linked(struct mutable_net *m, enum net_arc_kind kind,
                        uint32_t a, uint32_t b);

/* Are the arcs of one kind of a, which is left, all among those of a kind of b?
 * Are they the same? */
bool mutable_net_within(struct mutable_net *m, enum net_arc_kind of_a,
                        uint32_t a, enum net_arc_kind of_b, uint32_t b);
bool mutable_net_same(struct mutable_net *m, enum net_arc_kind kind, uint32_t a,
                      uint32_t b);

void mutable_net_remove_place(struct mutable_net *m, place_id p);
void mutable_net_remove_trans(struct mutable_net *m, trans_id t);
void mutable_net_remove_read(struct mutable_net *m, trans_id t, place_id p);

/* The arcs of a new transition; the lists are sorted and disjoint. */
struct mutable_net_trans {
    mutable_net_ids pre, post, read;
};

void mutable_net_trans_free(struct mutable_net_trans *arcs);
trans_id mutable_net_add(struct mutable_net *m,
                         const struct mutable_net_trans *arcs);

/* The nodes of a frozen net by the nodes of the copy, and back. */
struct mutable_net_map {
    place_id *place, *old_place; /* PLACE_NONE: removed */
    trans_id *trans, *old_trans; /* TRANS_NONE: removed */
};

void mutable_net_map_free(struct mutable_net_map *map);

/* With how many signs "+" the name of an added transition of this net
 * begins. */
uint32_t mutable_net_signs(const struct net *net);

/* The nodes that are left, as a net; n_overflows must be 0.  The nodes of the
 * original keep their labels.  Added transition i, counted from 1, is called
 * "+i", with one more sign "+" than any label of the net begins with. */
struct net *mutable_net_freeze(struct mutable_net *m,
                               struct mutable_net_map *map);

#endif
