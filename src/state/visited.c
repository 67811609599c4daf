#include "state/visited.h"

void visited_init(struct visited *visited, uint32_t words)
{
    /* A net without places has one marking, which takes a word as well. */
    *visited = (struct visited){.words = words ? words : 1};
}

void visited_finish(struct visited *visited)
{
    vec_free(&visited->store);
    hash_finish(&visited->index);
    *visited = (struct visited){0};
}

static uint32_t find(const struct visited *visited, const bits_word *m,
                     uint32_t h)
{
    const struct hash *const ix = &visited->index;
    uint32_t id;

    for (uint32_t p = hash_first(ix, h); (id = hash_id(ix, p)) != HASH_FREE;
         p = hash_next(ix, p))
        if (hash_at(ix, p) == h &&
            bits_equal(visited_at(visited, id), m, visited->words))
            return id;
    return VISITED_NONE;
}

uint32_t visited_find(const struct visited *visited, const bits_word *m)
{
    return find(visited, m, bits_hash(m, visited->words));
}

uint32_t visited_add(struct visited *visited, const bits_word *m, bool *fresh)
{
    const uint32_t h = bits_hash(m, visited->words);
    const uint32_t id = find(visited, m, h);

    *fresh = id == VISITED_NONE;
    if (!*fresh)
        return id;
    vec_reserve(&visited->store, visited->words);
    bits_copy(visited->store.at + visited->store.len, m, visited->words);
    visited->store.len += visited->words;
    hash_put(&visited->index, h, visited->len);
    return visited->len++;
}

size_t visited_bytes(const struct visited *visited)
{
    return visited->store.cap * sizeof *visited->store.at +
           hash_bytes(&visited->index);
}
