#include "base/keys.h"

#include "base/mem.h"

void keys_finish(struct keys *keys)
{
    mem_free(keys->at);
    slots_finish(&keys->slots);
    *keys = (struct keys){0};
}

/* The slot with the key, or the free one where it belongs. */
static uint32_t find_slot(const struct keys *keys, uint64_t key, uint64_t hash)
{
    const struct slots slots = keys->slots;
    const uint64_t *const keys_at = keys->at;
    uint32_t p = slots_first(&slots, hash);

    while (slots.at[p] && (!slots_may_be(&slots, p, hash) ||
                           keys_at[slots_id(&slots, p)] != key))
        p = slots_next(&slots, p);
    return p;
}

static void grow(struct keys *keys)
{
    struct slots slots = keys->slots;

    slots_grow(&slots);
    for (uint32_t id = 0; id < keys->len; id++)
        slots_put(&slots, keys_hash(keys->at[id]), id);
    keys->slots = slots;
}

uint32_t keys_find(const struct keys *keys, uint64_t key)
{
    /* KEYS_NONE is what a free slot gives. */
    return keys->slots.mask
               ? slots_id(&keys->slots, find_slot(keys, key, keys_hash(key)))
               : KEYS_NONE;
}

uint32_t keys_intern(struct keys *keys, uint64_t key)
{
    const uint64_t hash = keys_hash(key);
    uint32_t p;

    if (keys->len >= keys->slots.room) {
        const uint32_t known = keys_find(keys, key);

        if (known != KEYS_NONE)
            return known;
        grow(keys);
    }
    p = find_slot(keys, key, hash);
    if (keys->slots.at[p])
        return slots_id(&keys->slots, p);
    if (keys->len == keys->cap)
        keys->at = mem_grow(keys->at, &keys->cap, sizeof *keys->at);
    keys->at[keys->len] = key;
    slots_take(&keys->slots, p, hash, keys->len);
    return keys->len++;
}
