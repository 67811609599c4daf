#include "net/relation.h"

#include "base/ids.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdlib.h>

void relation_sort(struct relation_pair *pairs, uint32_t n_pairs)
{
    if (n_pairs)
        qsort(pairs, n_pairs, sizeof *pairs, ids_compare_pairs);
}

/* Counting sort; it is stable, so partners stay in increasing order.  start[n +
 * 1] is where the next partner of n comes, and in the end where they end. */
static void init(struct relation *r, uint32_t n_nodes,
                 const struct relation_pair *pairs, uint32_t n_pairs,
                 bool inverse)
{
    uint32_t *const start = mem_zero((size_t)n_nodes + 2, sizeof *start);

    *r = (struct relation){start, mem_alloc(n_pairs, sizeof *r->at), n_nodes};
    if (!n_pairs)
        return; /* zeros that nobody writes take no memory */
    for (uint32_t i = 0; i < n_pairs; i++)
        start[(inverse ? pairs[i].partner : pairs[i].key) + 2]++;
    for (uint32_t n = 0; n < n_nodes; n++)
        start[n + 2] += start[n + 1];
    for (uint32_t i = 0; i < n_pairs; i++)
        if (inverse)
            r->at[start[pairs[i].partner + 1]++] = pairs[i].key;
        else
            r->at[start[pairs[i].key + 1]++] = pairs[i].partner;
}

void relation_init(struct relation *r, uint32_t n_nodes,
                   const struct relation_pair *pairs, uint32_t n_pairs)
{
    init(r, n_nodes, pairs, n_pairs, false);
}

void relation_init_inverse(struct relation *r, uint32_t n_nodes,
                           const struct relation_pair *pairs, uint32_t n_pairs)
{
    init(r, n_nodes, pairs, n_pairs, true);
}

void relation_init_keys(struct relation *r, uint32_t n_nodes,
                        const uint32_t *keys, uint32_t n)
{
    VEC(struct relation_pair) pairs = {0};

    vec_reserve(&pairs, n);
    for (uint32_t i = 0; i < n; i++)
        if (keys[i] != UINT32_MAX)
            vec_push(&pairs, ((struct relation_pair){i, keys[i]}));
    relation_init_inverse(r, n_nodes, pairs.at, pairs.len);
    vec_free(&pairs);
}

static void append(struct relation *to, uint32_t n, const struct relation *from)
{
    for (uint32_t i = from->start[n]; i < from->start[n + 1]; i++)
        to->at[to->start[n + 1]++] = from->at[i];
}

void relation_init_union(struct relation *r, const struct relation *a,
                         const struct relation *b)
{
    const uint32_t n_nodes = a->n_nodes, n_pairs = relation_count(b);

    *r = *a;
    if (!n_pairs)
        return;
    r->start = mem_zero((size_t)n_nodes + 1, sizeof *r->start);
    r->at = mem_alloc(relation_count(a) + n_pairs, sizeof *r->at);
    for (uint32_t n = 0; n < n_nodes; n++) {
        r->start[n + 1] = r->start[n];
        append(r, n, a);
        append(r, n, b);
    }
}

void relation_finish(struct relation *r)
{
    mem_free(r->start);
    mem_free(r->at);
    *r = (struct relation){0};
}

uint32_t relation_count(const struct relation *r)
{
    return r->start[r->n_nodes];
}
