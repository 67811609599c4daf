/* marking_tree.h - many markings, stored part by part.
 *
 * A marking is the set of the words in which it differs from a base marking
 * (the initial one): a Patricia tree over word numbers whose nodes are stored
 * once each, so that markings share the parts that they have in common and
 * equal markings have equal ids.  A word is 32 places here.
 *
 *     base   {p0}          0: the empty tree
 *     after t: p0 -> p70   words 0 and 2 differ:
 *
 *                  inner, level 1        level: the highest bit in which the
 *                  /            \        word numbers of both sides differ
 *          word 0: ...1     word 2: ..1000000
 *
 * Firing a transition changes the words of its places, whatever the marking:
 * the marking that follows is found without unpacking anything.  It makes at
 * most as many nodes as there are on the paths to these words, 8 bytes each
 * and 5 to 10 bytes of index; other markings share most of them.  Equality is
 * exact: no hash decides it.
 *
 * Ids are not dense; marking_tree_ids() bounds them. */
#ifndef MARKING_TREE_H
#define MARKING_TREE_H

#include "base/bits.h"
#include "base/keys.h"
#include "base/vec.h"
#include "net/net.h"

#include <stdbool.h>

#define MARKING_TREE_BASE 0u /* the id of the base marking */
#define MARKING_TREE_NONE UINT32_MAX

/* A node that is being changed. */
struct marking_tree_draft {
    uint32_t left, right; /* ids, or drafts; of a leaf: word and value */
    uint8_t level;        /* of an inner node */
    bool leaf;
};

/* What a transition changes in a word. */
struct marking_tree_effect {
    uint32_t word, bits;
};

struct marking_tree {
    const struct net *net;
    uint32_t words;      /* of 32 places */
    bits_word *base;     /* the initial marking */
    uint32_t *rank;      /* by place: its bit (place_order.h) */
    place_id *place_of;  /* by bit */
    uint32_t *effect_at; /* by transition: a slice of effects */
    struct marking_tree_effect *effects;
    struct keys leaves; /* word number, difference */
    struct keys inners; /* level, left id, right id */
    uint32_t id_bits;   /* how an inner key is cut */
    bool full;          /* there are no more ids: steps give NONE */
    uint32_t root;      /* of the draft */
    VEC(struct marking_tree_draft) drafts;
};

/* The net outlives the tree. */
void marking_tree_init(struct marking_tree *tree, const struct net *net);
void marking_tree_finish(struct marking_tree *tree);

/* The marking that t leads to from marking `id`, which enables it; and, since
 * both change the same places, the one from which t led to `id`.
 * MARKING_TREE_NONE when there are no more ids. */
uint32_t marking_tree_fire(struct marking_tree *tree, uint32_t id, trans_id t);

/* The id of a marking that is given whole. */
uint32_t marking_tree_add(struct marking_tree *tree, const bits_word *m);

/* Unpacks a marking into m, marking_words() long. */
void marking_tree_read(const struct marking_tree *tree, uint32_t id,
                       bits_word *m);

/* All ids are below this number, which is at most 2^31. */
static inline uint32_t marking_tree_ids(const struct marking_tree *tree)
{
    const uint32_t n = tree->leaves.len > tree->inners.len ? tree->leaves.len
                                                           : tree->inners.len;

    return 2 * (n + 1);
}

size_t marking_tree_bytes(const struct marking_tree *tree);

/* Aborts if an invariant is broken. */
void marking_tree_check(const struct marking_tree *tree);

#endif
