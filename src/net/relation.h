/* relation.h - a relation between the nodes of two kinds.
 *
 * The partners of node n are at[start[n]] up to at[start[n + 1]], strictly
 * increasing except in a union.  A relation is immutable. */
#ifndef RELATION_H
#define RELATION_H

#include <stddef.h>
#include <stdint.h>

struct relation {
    uint32_t *start; /* n_nodes + 1 entries */
    uint32_t *at;
    uint32_t n_nodes;
};

struct relation_pair {
    uint32_t key, partner;
};

/* Orders the pairs by (key, partner). */
void relation_sort(struct relation_pair *pairs, uint32_t n_pairs);

/* The pairs are strictly increasing by (key, partner); if they are not, the
 * partners of a key have the order of the pairs. */
void relation_init(struct relation *relation, uint32_t n_nodes,
                   const struct relation_pair *pairs, uint32_t n_pairs);

/* The inverse relation, for which the partners of a key may have any order. */
void relation_init_inverse(struct relation *relation, uint32_t n_nodes,
                           const struct relation_pair *pairs, uint32_t n_pairs);

/* The inverse of a function: the partners of k are the numbers i below n with
 * keys[i] == k; UINT32_MAX is no key. */
void relation_init_keys(struct relation *relation, uint32_t n_nodes,
                        const uint32_t *keys, uint32_t n);

/* The partners in a, then those in b.  Where b is empty it shares the memory
 * of a, and must not be finished. */
void relation_init_union(struct relation *relation, const struct relation *a,
                         const struct relation *b);
void relation_finish(struct relation *relation);

/* Number of pairs. */
uint32_t relation_count(const struct relation *relation);

#endif
