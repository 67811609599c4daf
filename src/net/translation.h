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
    translation_list pre, post, read;
    net_bundle_list bundles;      /* of the current transition */
    net_bundle_list odd;          /* of all: net->bundles */
    net_bundle_list spare_resets; /* net->spare_resets */
    place_id *complement;         /* of each given place; NULL: none has one */
    place_id *lock;               /* the same of those that are reset */
    place_id *below; /* by given place: the first of the places that are marked
                        while it has less than 1, 2, ... tokens */
    place_id never;
    translation_list
        next; /* each place "next", with the lock that is freed last */
    VEC(trans_id) shadows;
    translation_list shadow_pre, shadow_post,
        shadow_read;            /* go behind all others */
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
    const struct relation_pair pair = {t, p};

    vec_push(list, pair);
}

static inline place_id
translation_complement(const struct translation *translation,
                       const struct net_bundle *b)
{
    return translation->complement ? translation->complement[b->place]
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
