#include "base/keys.h"

#include "base/check.h"
#include "base/mem.h"

enum { LEAST_LOG = 4 };

void keys_finish(struct keys *keys)
{
    mem_free(keys->at);
    mem_free(keys->slots);
    *keys = (struct keys){0};
}

static uint64_t hash_of(uint64_t key)
{
    key ^= key >> 32;
    key *= 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
    key *= 0xd6e8feb86659fd93u;
    return key ^ key >> 32;
}

static uint32_t mask_of(const struct keys *keys)
{
    return (uint32_t)((UINT64_C(1) << keys->log) - 1);
}

/* The part of a hash that a slot stores: the bits above those that ids need. */
static uint32_t tag_of(const struct keys *keys, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~mask_of(keys);
}

static void put(struct keys *keys, uint32_t id)
{
    const uint64_t hash = hash_of(keys->at[id]);
    const uint32_t mask = mask_of(keys);
    uint32_t p = (uint32_t)hash & mask;

    while (keys->slots[p])
        p = (p + 1) & mask;
    keys->slots[p] = tag_of(keys, hash) | (id + 1);
}

/* The old index goes first: keys alone suffice to build the new one. */
static void grow(struct keys *keys)
{
    if (keys->log == 32)
        mem_failed(SIZE_MAX);
    mem_free(keys->slots);
    keys->log = keys->log ? keys->log + 1 : LEAST_LOG;
    keys->slots = mem_zero((size_t)1 << keys->log, sizeof *keys->slots);
    /* At most four fifths full, so that an id + 1 fits below the mask. */
    keys->room = (uint32_t)((UINT64_C(1) << keys->log) / 5 * 4);
    for (uint32_t id = 0; id < keys->len; id++)
        put(keys, id);
}

/* The slot with the key, or the free one where it belongs. */
static uint32_t find_slot(const struct keys *keys, uint64_t key, uint64_t hash)
{
    const uint32_t mask = mask_of(keys), tag = tag_of(keys, hash);
    uint32_t p = (uint32_t)hash & mask, slot;

    while ((slot = keys->slots[p]) &&
           ((slot & ~mask) != tag || keys->at[(slot & mask) - 1] != key))
        p = (p + 1) & mask;
    return p;
}

uint32_t keys_find(const struct keys *keys, uint64_t key)
{
    uint32_t slot;

    if (!keys->log)
        return KEYS_NONE;
    slot = keys->slots[find_slot(keys, key, hash_of(key))];
    return slot ? (slot & mask_of(keys)) - 1 : KEYS_NONE;
}

uint32_t keys_intern(struct keys *keys, uint64_t key)
{
    const uint64_t hash = hash_of(key);
    uint32_t p;

    if (keys->len >= keys->room)
        grow(keys);
    p = find_slot(keys, key, hash);
    if (keys->slots[p])
        return (keys->slots[p] & mask_of(keys)) - 1;
    if (keys->len == keys->cap)
        keys->at = mem_grow(keys->at, &keys->cap, sizeof *keys->at);
    keys->at[keys->len] = key;
    keys->slots[p] = tag_of(keys, hash) | (keys->len + 1);
    return keys->len++;
}

size_t keys_bytes(const struct keys *keys)
{
    return keys->cap * sizeof *keys->at +
           (keys->log ? ((size_t)1 << keys->log) * sizeof *keys->slots : 0);
}
