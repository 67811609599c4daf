#include "state/marking_store.h"

void marking_store_init(struct marking_store *markings, uint32_t words)
{
    /* A net without places has one marking, which takes a word as well. */
    *markings = (struct marking_store){.words = words ? words : 1};
}

void marking_store_finish(struct marking_store *markings)
{
    vec_free(&markings->store);
    hash_finish(&markings->index);
    *markings = (struct marking_store){0};
}

static uint32_t find(const struct marking_store *markings, const bits_word *m,
                     uint32_t h)
{
    const struct hash *const ix = &markings->index;
    uint32_t id;

    for (uint32_t p = hash_first(ix, h); (id = hash_id(ix, p)) != HASH_FREE;
         p = hash_next(ix, p))
        if (hash_at(ix, p) == h &&
            bits_equal(marking_store_at(markings, id), m, markings->words))
            return id;
    return MARKING_STORE_NONE;
}

uint32_t marking_store_find(const struct marking_store *markings,
                            const bits_word *m)
{
    return find(markings, m, bits_hash(m, markings->words));
}

uint32_t marking_store_add(struct marking_store *markings, const bits_word *m,
                           bool *fresh)
{
    const uint32_t h = bits_hash(m, markings->words);
    const uint32_t id = find(markings, m, h);

    *fresh = id == MARKING_STORE_NONE;
    if (!*fresh)
        return id;
    vec_reserve(&markings->store, markings->words);
    bits_copy(markings->store.at + markings->store.len, m, markings->words);
    markings->store.len += markings->words;
    hash_put(&markings->index, h, markings->len);
    return markings->len++;
}

size_t marking_store_bytes(const struct marking_store *markings)
{
    return markings->store.cap * sizeof *markings->store.at +
           hash_bytes(&markings->index);
}
