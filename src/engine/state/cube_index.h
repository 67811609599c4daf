/* cube_index.h - an index of cubes: which of them contain a marking?
 *
 * A cube is a marking and a set of places, its literals: it contains the
 * markings that agree with its own on these places.  The index borrows
 * both, by the id of the marking and by the number of the cube.  A cube in the
 * index may get more literals later.
 *
 * The index is a decision tree.  An inner node has a place, and three branches
 * for the cubes that have this place marked, have it unmarked, or do not have
 * it among their literals.  A look-up follows at most two of the branches.
 * Leaves are small lists; a leaf that grows is split by the best place.
 *
 * Unpacking a cube takes more time than comparing it.  So each cube has a
 * filter: its literals among the 16 places in which it last differed from a
 * marking.  The filter makes 95 to 99 per cent of the unpacking unnecessary. */
#ifndef CUBE_INDEX_H
#define CUBE_INDEX_H

#include "base/bits.h"
#include "base/pool.h"
#include "engine/state/literals.h"
#include "marking/markings.h"

#define CUBE_INDEX_NONE UINT32_MAX

struct cube_index_node {
    uint32_t place; /* CUBE_INDEX_NONE in a leaf */
    union {
        uint32_t branch[3]; /* unmarked, marked, no literal; or NONE */
        struct {
            struct pool_list cubes; /* of a leaf */
            uint32_t most;          /* a leaf with more is split */
        };
    };
};

/* A cube, but for its literals; all but the marking is the filter. */
struct cube_index_cube {
    uint32_t marking;  /* its id */
    uint32_t part;     /* of the filter: places 16 * part and 15 more */
    uint16_t literals; /* literals of the cube, all or some */
    uint16_t marked;   /* places of the cube's marking */
};

struct cube_index {
    const struct markings *all_markings;
    const struct literals *all_literals; /* set c is that of cube c */
    VEC(struct cube_index_cube) cubes;   /* the owner adds them */
    uint32_t words;                      /* of a marking */
    VEC(struct cube_index_node) nodes;
    struct pool lists;
    VEC(uint32_t) path;  /* of a look-up */
    uint32_t *counts[2]; /* by place, while a leaf is split */
    VEC(uint32_t) touched;
    bits_word *marking, *literals; /* of the cube unpacked last */
    uint64_t n_compared;           /* cubes compared with a marking */
    uint64_t n_steps;              /* of the tree, and literals counted */
};

/* Markings and literals outlive the index. */
void cube_index_init(struct cube_index *index, const struct markings *markings,
                     const struct literals *literals);
void cube_index_finish(struct cube_index *index);

void cube_index_add(struct cube_index *index, uint32_t cube);

/* A cube of the index that contains m, or CUBE_INDEX_NONE. */
uint32_t cube_index_find(struct cube_index *index, const bits_word *m);

/* Does the cube contain m?  It need not be in the index. */
bool cube_index_contains(struct cube_index *index, uint32_t cube,
                         const bits_word *m);

size_t cube_index_bytes(const struct cube_index *index);

#endif
