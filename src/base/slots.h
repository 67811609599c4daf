/* slots.h - an index of dense ids, 32 bits a slot; the owner keeps the keys.
 *
 *     for (p = slots_first(&slots, hash); (id = slots_id(&slots, p)) !=
 *          SLOTS_FREE; p = slots_next(&slots, p))
 *         if (slots_may_be(&slots, p, hash) && the key of id equals key)
 *             return id;
 *     slots_take(&slots, p, hash, id);
 *
 * A slot holds an id and, in the bits that ids do not need yet, a part of the
 * hash of its key, so that most probes of other keys need not look at the key.
 * When there is no room for one more id, slots_grow() empties a larger index,
 * into which the owner puts all ids again.  All zero has no room. */
#ifndef SLOTS_H
#define SLOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SLOTS_FREE UINT32_MAX

struct slots {
    uint32_t
        *at; /* 0: free; else id + 1, and part of the hash above; or NULL */
    uint32_t mask; /* their number, a power of two, less one; 0: none */
    uint32_t room; /* ids are below this: four fifths, so that id + 1 fits */
};

void slots_finish(struct slots *slots);

/* Twice as many slots, all free; fails as mem.h does beyond 2^32 slots. */
void slots_grow(struct slots *slots);

size_t slots_bytes(const struct slots *slots);

static inline uint32_t slots_first(const struct slots *slots, uint64_t hash)
{
    return (uint32_t)hash & slots->mask;
}

static inline uint32_t slots_next(const struct slots *slots, uint32_t p)
{
    return (p + 1) & slots->mask;
}

static inline uint32_t slots_id(const struct slots *slots, uint32_t p)
{
    return (slots->at[p] & slots->mask) - 1;
}

/* False when the id in slot p, not a free one, has another hash. */
static inline bool slots_may_be(const struct slots *slots, uint32_t p,
                                uint64_t hash)
{
    return !(((uint32_t)(hash >> 32) ^ slots->at[p]) & ~slots->mask);
}

/* Puts an id into the free slot p. */
static inline void slots_take(struct slots *slots, uint32_t p, uint64_t hash,
                              uint32_t id)
{
    slots->at[p] = ((uint32_t)(hash >> 32) & ~slots->mask) | (id + 1);
}

/* Puts an id whose key is not in the index. */
static inline void slots_put(struct slots *slots, uint64_t hash, uint32_t id)
{
    uint32_t p = slots_first(slots, hash);

    while (slots->at[p])
        p = slots_next(slots, p);
    slots_take(slots, p, hash, id);
}

#endif
