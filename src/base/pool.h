/* pool.h - many growing lists of numbers in one block of memory.
 *
 * The capacity of a list is the least power of two that holds it.  A full list
 * moves to a larger slice; its old slice is reused.  A pointer into a list is
 * valid until the next pool_push(). */
#ifndef POOL_H
#define POOL_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

struct pool_list {
    uint32_t at, len; /* all zero: empty */
};

struct pool {
    VEC(uint32_t) words;
    VEC(uint32_t) spare[32]; /* free slices, by log2 of their size */
};

void pool_finish(struct pool *pool);
void pool_push(struct pool *pool, struct pool_list *list, uint32_t number);

/* Stores these n numbers in an empty list. */
void pool_fill(struct pool *pool, struct pool_list *list,
               const uint32_t *numbers, uint32_t n);

/* NULL while the pool is empty. */
static inline const uint32_t *pool_at(const struct pool *pool,
                                      struct pool_list list)
{
    return pool->words.at ? pool->words.at + list.at : NULL;
}

/* The list is increasing: does it contain number? */
bool pool_has(const struct pool *pool, struct pool_list list, uint32_t number);

#endif
