#include "base/lists.h"

#include "base/bits.h"

#include <stdbool.h>
#include <string.h>

void lists_finish(struct lists *lists)
{
    vecs_free(&lists->numbers);
    hash_finish(&lists->index);
}

static bool is_equal(const struct lists *lists, uint32_t id, const uint32_t *at,
                     uint32_t len)
{
    uint32_t n;
    const uint32_t *const numbers = lists_at(lists, id, &n);

    return n == len && (!len || !memcmp(numbers, at, len * sizeof *at));
}

uint32_t lists_hash(const uint32_t *at, uint32_t len)
{
    uint32_t h = len;

    for (uint32_t i = 0; i < len; i++)
        h = hash_mix(h, at[i]);
    return h;
}

void lists_fetch(const struct lists *lists, uint32_t hash)
{
    if (lists->index.slots)
        bits_fetch(&lists->index.slots[hash_first(&lists->index, hash)]);
}

uint32_t lists_intern(struct lists *lists, const uint32_t *at, uint32_t len)
{
    return lists_intern_hashed(lists, lists_hash(at, len), at, len);
}

uint32_t lists_intern_hashed(struct lists *lists, uint32_t h,
                             const uint32_t *at, uint32_t len)
{
    uint32_t id;

    for (uint32_t p = hash_first(&lists->index, h);
         (id = hash_id(&lists->index, p)) != HASH_FREE;
         p = hash_next(&lists->index, p))
        if (hash_at(&lists->index, p) == h && is_equal(lists, id, at, len))
            return id;
    id = lists_count(lists);
    hash_put(&lists->index, h, id);
    for (uint32_t i = 0; i < len; i++)
        vec_push(&lists->numbers.all, at[i]);
    vecs_close(&lists->numbers);
    return id;
}
