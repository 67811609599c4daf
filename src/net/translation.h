/* translation.h - a translation of given arcs while it is made: its lists, the
 * nodes that it adds, and the steps behind transitions.  Only given_arcs.c uses
 * it. */
#ifndef TRANSLATION_H
#define TRANSLATION_H

#include "net/bundles.h"
#include "net/net_struct.h"
#include "net/relation.h"

typedef VEC(struct relation_pair) translation_list;

struct translation {
    struct net *net;
    translation_list arcs[NET_READ + 1];  /* by kind, of given transitions; */
    translation_list added[NET_READ + 1]; /* those of added ones go behind */
    net_bundle_list bundles;              /* of the current transition */
    net_bundle_list odd;                  /* of all: net->bundles */
    net_bundle_list spare_resets;         /* net->spare_resets */
    place_id *below; /* by given place: the first of the places that are marked
                        while it has less than 1, 2, ... tokens, up to its
                        bound: of one with one token, the complement;
                        PLACE_NONE: it needs none.  NULL: none does */
    place_id *lock;  /* of those that are reset, alike */
    place_id never;
    translation_list
        next; /* each place "next", with the lock that is freed last */
    VEC(trans_id) shadows;      /* by added transition: that of the input */
    translation_list overflows; /* (transition, place) */
};

/* The most tokens of its place. */
static inline uint32_t translation_bound(const struct translation *translation,
                                         const struct net_bundle *b)
{
    return net_bound(translation->net, b->place);
}

static inline void translation_add(translation_list *list, trans_id t,
                                   place_id p)
{
    vec_push(list, ((struct relation_pair){t, p}));
}

/* Adds an arc of this kind. */
static inline void translation_arc(struct translation *translation,
                                   enum net_arc_kind kind, trans_id t,
                                   place_id p)
{
    const bool is_given = t < translation->net->n_given_transitions;

    translation_add(
        is_given ? &translation->arcs[kind] : &translation->added[kind], t, p);
}

static inline place_id
translation_complement(const struct translation *translation,
                       const struct net_bundle *b)
{
    return translation->below && translation_bound(translation, b) == 1
               ? translation->below[b->place]
               : PLACE_NONE;
}

static inline place_id translation_lock(const struct translation *translation,
                                        const struct net_bundle *b)
{
    return translation->lock ? translation->lock[b->place] : PLACE_NONE;
}

/* Adds a node with the id "prefix" and "label", followed by underscores until
 * it is new. */
uint32_t translation_add_node(struct names *names, const char *prefix,
                              const char *label);

/* Adds the steps that fire behind t, whose bundles are collected, and the
 * places between them. */
void translation_add_steps(struct translation *translation, trans_id t);

#endif
