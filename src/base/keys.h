/* keys.h - 64-bit keys, each stored once, with dense ids.
 *
 *     keys_intern(&keys, key)   its id, known or new
 *
 * A key takes 8 bytes and between 5 and 10 bytes of index (slots.h).  All zero
 * is an empty store. */
#ifndef KEYS_H
#define KEYS_H

#include "base/slots.h"

#include <stdint.h>

#define KEYS_NONE UINT32_MAX

/* The hash of a key. */
static inline uint64_t keys_hash(uint64_t key)
{
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
    key *= 0xd6e8feb86659fd93u;
    return key ^ key >> 32;
}

struct keys {
    uint64_t *at; /* by id */
    uint32_t len, cap;
    struct slots slots;
};

void keys_finish(struct keys *keys);

/* The id of the key.  Fails as mem.h does beyond 3.4 * 10^9 keys. */
uint32_t keys_intern(struct keys *keys, uint64_t key);

/* The id of the key; KEYS_NONE when it is not stored. */
uint32_t keys_find(const struct keys *keys, uint64_t key);

#endif
