/* persistent.h - arrays of numbers, of which every version stays readable.
 *
 * A version is a root of a tree of nodes; versions share the nodes in which
 * they agree.  Setting an element copies one node of each level; a node has 16
 * entries, so there are few levels.
 *
 *     struct persistent arrays;
 *
 *     persistent_init(&arrays, n);                 arrays of n numbers
 *     uint32_t a = persistent_copy(&arrays, PERSISTENT_ZERO);
 *     a = persistent_set(&arrays, a, 7, 1);
 *     uint32_t b = persistent_copy(&arrays, a);
 *     b = persistent_set(&arrays, b, 7, 2);        a[7] is 1, b[7] is 2
 *
 * Only the latest copy may be changed. */
#ifndef PERSISTENT_H
#define PERSISTENT_H

#include "base/vec.h"

/* The version with all elements 0. */
#define PERSISTENT_ZERO 0

struct persistent {
    VEC(uint32_t) nodes; /* 16 entries each: children, or elements */
    uint32_t shift;      /* of the index, at the root */
    uint32_t fresh;      /* nodes from here on are of the latest copy alone */
};

void persistent_init(struct persistent *arrays, uint32_t n);

/* A version equal to `version`, which is then the only one that may be
 * changed. */
uint32_t persistent_copy(struct persistent *arrays, uint32_t version);

/* Sets element i of the latest copy; returns its new version. */
uint32_t persistent_set(struct persistent *arrays, uint32_t version, uint32_t i,
                        uint32_t value);
uint32_t persistent_get(const struct persistent *arrays, uint32_t version,
                        uint32_t i);

#endif
