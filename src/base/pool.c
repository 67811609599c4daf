#include "base/pool.h"

#include "base/bits.h"
#include "base/ids.h"

#include <string.h>

void pool_finish(struct pool *pool)
{
    vec_free(&pool->words);
    for (uint32_t i = 0; i < 32; i++)
        vec_free(&pool->spare[i]);
}

/* A free slice of 2^order numbers. */
static uint32_t new_slice(struct pool *pool, uint32_t order)
{
    const uint32_t size = (uint32_t)1 << order;
    const uint32_t at = pool->words.len;

    if (pool->spare[order].len)
        return vec_pop(&pool->spare[order]);
    if (at > UINT32_MAX - size)
        mem_failed(SIZE_MAX);
    vec_reserve(&pool->words, size);
    pool->words.len += size;
    return at;
}

static void move(struct pool *pool, struct pool_list *list)
{
    const uint32_t order = list->len ? bits_lowest(list->len) + 1 : 0;
    const uint32_t at = new_slice(pool, order);

    if (list->len) {
        memcpy(pool->words.at + at, pool->words.at + list->at,
               list->len * sizeof *pool->words.at);
        vec_push(&pool->spare[order - 1], list->at);
    }
    list->at = at;
}

void pool_push(struct pool *pool, struct pool_list *list, uint32_t number)
{
    if (!(list->len & (list->len - 1)))
        move(pool, list);
    pool->words.at[list->at + list->len++] = number;
}

void pool_fill(struct pool *pool, struct pool_list *list,
               const uint32_t *numbers, uint32_t n)
{
    ASSERT(!list->len);
    if (!n)
        return;
    list->at = new_slice(pool, n > 1 ? bits_highest(n - 1) + 1 : 0);
    list->len = n;
    memcpy(pool->words.at + list->at, numbers, n * sizeof *numbers);
}

bool pool_has(const struct pool *pool, struct pool_list list, uint32_t number)
{
    return ids_has(pool_at(pool, list), list.len, number);
}
