/* sparse_set.h - sets of numbers that grow at their upper end.
 *
 * A set is a list in a pool (pool.h).  The numbers are divided into groups of
 * eight; an entry of the list is a group that has members, by increasing group:
 * the group in the upper 24 bits, its members as bits in the lower eight.
 * {3, 5, 70} is the list 0x028 0x840.  A set of scattered numbers takes four
 * bytes a number, a dense one four bits. */
#ifndef SPARSE_SET_H
#define SPARSE_SET_H

#include "base/bits.h"
#include "base/pool.h"

/* Numbers are below this. */
#define SPARSE_SET_LIMIT ((uint32_t)1 << 27)

/* Adds the members of an entry, whose group is the last of the set or a later
 * one. */
static inline void sparse_set_add_entry(struct pool *pool,
                                        struct pool_list *set, uint32_t entry)
{
    uint32_t *const last =
        set->len ? pool->words.at + set->at + set->len - 1 : NULL;

    if (last && *last >> 8 == entry >> 8)
        *last |= entry;
    else
        pool_push(pool, set, entry);
}

/* Adds n, which is in the last group of the set or in a later one. */
static inline void sparse_set_add(struct pool *pool, struct pool_list *set,
                                  uint32_t n)
{
    ASSERT(n < SPARSE_SET_LIMIT);
    sparse_set_add_entry(pool, set, (n / 8) << 8 | (uint32_t)1 << n % 8);
}

/* The first entry of at[from..len) that is not below the group; len when there
 * is none.  Takes time logarithmic in the distance. */
uint32_t sparse_set_seek(const uint32_t *at, uint32_t from, uint32_t len,
                         uint32_t group);

/* The members in a group; advances *i, an entry not above it, to it. */
static inline uint32_t sparse_set_group(const uint32_t *at, uint32_t *i,
                                        uint32_t len, uint32_t group)
{
    if (*i < len && at[*i] >> 8 < group)
        *i = sparse_set_seek(at, *i, len, group);
    return *i < len && at[*i] >> 8 == group ? at[*i] & 0xff : 0;
}

/* Of increasing numbers n: is it in the set?  Advances *i, first 0. */
static inline bool sparse_set_next(const uint32_t *at, uint32_t *i,
                                   uint32_t len, uint32_t n)
{
    return sparse_set_group(at, i, len, n / 8) >> n % 8 & 1;
}

bool sparse_set_has(const struct pool *pool, struct pool_list set, uint32_t n);

/* The members of an entry, one by one:
 *
 *     for (uint32_t rest = entry; sparse_set_more(rest);
 *          rest = sparse_set_rest(rest))
 *         use(sparse_set_lowest(rest)); */
static inline bool sparse_set_more(uint32_t entry)
{
    return (entry & 0xff) != 0;
}

static inline uint32_t sparse_set_rest(uint32_t entry)
{
    return entry & (entry - 1);
}

static inline uint32_t sparse_set_lowest(uint32_t entry)
{
    return (entry >> 8) * 8 + bits_lowest(entry);
}

#endif
