/* hash.h - an index from keys to dense 32-bit ids.
 *
 * The index stores only (hash, id).  The caller stores the keys and compares
 * them along the probe sequence:
 *
 *     for (p = hash_first(&ix, h); (id = hash_id(&ix, p)) != HASH_FREE;
 *          p = hash_next(&ix, p))
 *         if (hash_at(&ix, p) == h && key_of(id) equals key)
 *             return id;
 *     hash_put(&ix, h, new_id);
 *
 * It supports insertion only.  Sizes are powers of two, at most three quarters
 * full.  All zero is a valid empty index. */
#ifndef HASH_H
#define HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_FREE UINT32_MAX

struct hash_slot {
    uint32_t hash, id;
};

struct hash {
    struct hash_slot *slots;
    uint32_t mask; /* size - 1; 0 while empty */
    uint32_t used;
};

/* Leaves an empty index. */
void hash_finish(struct hash *ix);

/* Of an empty index: room for n keys. */
void hash_expect(struct hash *ix, uint32_t n);
void hash_put(struct hash *ix, uint32_t hash, uint32_t id);

/* One step of a running hash over 32-bit words; start with 0. */
static inline uint32_t hash_mix(uint32_t h, uint32_t word)
{
    uint64_t x = ((uint64_t)h << 32 | word) + 0x9e3779b97f4a7c15u;

    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    return (uint32_t)x;
}

/* The hash of len bytes. */
uint32_t hash_bytes_of(const void *bytes, size_t len);

static inline uint32_t hash_first(const struct hash *ix, uint32_t h)
{
    return h & ix->mask;
}

static inline uint32_t hash_next(const struct hash *ix, uint32_t p)
{
    return (p + 1) & ix->mask;
}

static inline uint32_t hash_id(const struct hash *ix, uint32_t p)
{
    return ix->slots ? ix->slots[p].id : HASH_FREE;
}

static inline uint32_t hash_at(const struct hash *ix, uint32_t p)
{
    return ix->slots[p].hash;
}

#endif
