#include "base/hash.h"

#include "base/check.h"
#include "base/mem.h"

#include <string.h>

static void put_slot(struct hash *ix, struct hash_slot slot)
{
    uint32_t p = slot.hash & ix->mask;

    while (ix->slots[p].id != HASH_FREE)
        p = (p + 1) & ix->mask;
    ix->slots[p] = slot;
}

static void make_slots(struct hash *ix, size_t n)
{
    if (n > (size_t)UINT32_MAX + 1)
        mem_failed(SIZE_MAX);
    ix->slots = mem_alloc(n, sizeof *ix->slots);
    memset(ix->slots, 0xff, n * sizeof *ix->slots);
    ix->mask = (uint32_t)(n - 1);
}

static void enlarge(struct hash *ix)
{
    struct hash_slot *const old = ix->slots;
    const size_t n_old = old ? (size_t)ix->mask + 1 : 0;

    make_slots(ix, old ? 2 * n_old : 64);
    for (size_t i = 0; i < n_old; i++)
        if (old[i].id != HASH_FREE)
            put_slot(ix, old[i]);
    mem_free(old);
}

void hash_finish(struct hash *ix)
{
    mem_free(ix->slots);
    *ix = (struct hash){0};
}

void hash_expect(struct hash *ix, uint32_t n)
{
    size_t n_slots = 64;

    ASSERT(!ix->slots);
    while (n_slots / 4 * 3 < n)
        n_slots *= 2;
    make_slots(ix, n_slots);
}

void hash_put(struct hash *ix, uint32_t hash, uint32_t id)
{
    const struct hash_slot slot = {hash, id};

    ASSERT(id != HASH_FREE);
    if (!ix->slots || ix->used >= (ix->mask + (uint64_t)1) / 4 * 3)
        enlarge(ix);
    put_slot(ix, slot);
    ix->used++;
}

uint32_t hash_bytes_of(const void *bytes, size_t len)
{
    const unsigned char *at = bytes;
    uint32_t h = (uint32_t)len;
    uint32_t word = 0;

    for (size_t i = 0; i < len; i++) {
        word = word << 8 | at[i];
        if (i % 4 == 3 || i + 1 == len) {
            h = hash_mix(h, word);
            word = 0;
        }
    }
    return h;
}
