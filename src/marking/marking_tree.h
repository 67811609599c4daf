/* marking_tree.h - many markings, stored part by part.
 *
 * A marking is the set of the words in which it differs from a base marking
 * (the initial one): a Patricia tree over word numbers whose nodes are stored
 * once each, so that markings share the parts that they have in common and
 * equal markings have equal ids.  A word is as many bits as leave room for its
 * number in 64 bits: 60 in a net of 600 places (marking_layout.h).
 *
 *     base   {p0}           0: the empty tree
 *     after t: p0 -> p130   words 0 and 2 differ:
 *
 *                  inner, level 1        level: the highest bit in which the
 *                  /            \        word numbers of both sides differ
 *          word 0: ...1     word 2: ..10000000000
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

#include "base/keys.h"
#include "base/vec.h"
#include "marking/marking_layout.h"

#include <stdbool.h>

#define MARKING_TREE_BASE 0u /* the id of the base marking */
#define MARKING_TREE_NONE UINT32_MAX

struct marking_tree {
    struct marking_layout layout;
    struct keys leaves; /* word number, difference */
    struct keys inners; /* level, left id, right id */
    uint32_t id_bits;   /* how an inner key is cut */
    /* the draft: a marking, and what changes in it */
    uint32_t start, n_steps;
    VEC(struct marking_layout_flips) flips; /* by word after one step */
};

/* The net outlives the tree; sets may be NULL (marking_layout.h). */
void marking_tree_init(struct marking_tree *tree, const struct net *net,
                       const struct exclusive *sets);
void marking_tree_finish(struct marking_tree *tree);

/* The draft, as that of markings.h: it begins as marking `id`. */
void marking_tree_open(struct marking_tree *tree, uint32_t id);
void marking_tree_step(struct marking_tree *tree, trans_id t);
bool marking_tree_open_has(const struct marking_tree *tree, place_id p);

/* The id of the draft; MARKING_TREE_NONE when there are no more ids.  `known`:
 * only if it is stored already, else NONE.  Ends the draft. */
uint32_t marking_tree_close(struct marking_tree *tree, bool known);

/* Does marking `id` mark p? */
bool marking_tree_has(const struct marking_tree *tree, uint32_t id, place_id p);

/* Removes all markings but the n listed ones and the base; each id in the list
 * is replaced by its new one.  Linear in the nodes. */
void marking_tree_keep(struct marking_tree *tree, uint32_t *ids, uint32_t n);

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
