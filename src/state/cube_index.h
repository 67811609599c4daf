/* cube_index.h - an index of cubes: which of them contain a marking?
 *
 * A cube is a marking and a set of places, its literals: it contains the
 * markings that agree with its own on these places.  The owner of the index
 * stores both, by the number of the cube.  A cube in the index may get more
 * literals later.
 *
 * The index is a decision tree.  An inner node has a place, and three branches
 * for the cubes that have this place marked, have it unmarked, or do not have
 * it among their literals.  A look-up follows at most two of the branches.
 * Leaves are small lists; a leaf that grows is split by the best place. */
#ifndef CUBE_INDEX_H
#define CUBE_INDEX_H

#include "base/bits.h"
#include "base/pool.h"

#define CUBE_INDEX_NONE UINT32_MAX

struct cube_index_node {
    uint32_t place;         /* CUBE_INDEX_NONE in a leaf */
    uint32_t branch[3];     /* unmarked, marked, no literal; or NONE */
    struct pool_list cubes; /* of a leaf */
    uint32_t most;          /* a leaf with more is split */
};

struct cube_index {
    uint32_t n_places, words;
    VEC(struct cube_index_node) nodes;
    struct pool lists;
    VEC(uint32_t) path;  /* of a look-up */
    uint32_t *counts[2]; /* by place, while a leaf is split */
    VEC(uint32_t) touched;
    uint64_t n_compared; /* cubes compared with a marking */
    uint64_t n_steps;    /* of the tree, and literals counted */
};

/* words of a marking, at least 1. */
void cube_index_init(struct cube_index *index, uint32_t n_places,
                     uint32_t words);
void cube_index_finish(struct cube_index *index);

/* The owner's cubes: cube c has words [c * words, (c + 1) * words). */
struct cube_index_store {
    const bits_word *markings, *literals;
};

void cube_index_add(struct cube_index *index,
                    const struct cube_index_store *store, uint32_t cube);

/* A cube of the index that contains m, or CUBE_INDEX_NONE. */
uint32_t cube_index_find(struct cube_index *index,
                         const struct cube_index_store *store,
                         const bits_word *m);

static inline bool cube_index_contains(const struct cube_index_store *store,
                                       uint32_t words, uint32_t cube,
                                       const bits_word *m)
{
    const bits_word *const marking = store->markings + (size_t)cube * words;
    const bits_word *const literals = store->literals + (size_t)cube * words;

    for (uint32_t i = 0; i < words; i++)
        if ((marking[i] ^ m[i]) & literals[i])
            return false;
    return true;
}

size_t cube_index_bytes(const struct cube_index *index);

#endif
