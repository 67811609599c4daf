/* marking_set.h - a set of markings, by their ids (markings.h).
 *
 * One bit for each id; all zero is an empty set. */
#ifndef MARKING_SET_H
#define MARKING_SET_H

#include "base/bits.h"
#include "base/vec.h"

struct marking_set {
    VEC(bits_word) words;
};

static inline void marking_set_finish(struct marking_set *set)
{
    vec_free(&set->words);
}

static inline void marking_set_clear(struct marking_set *set)
{
    vec_clear(&set->words);
}

static inline bool marking_set_has(const struct marking_set *set, uint32_t id)
{
    return id / 64 < set->words.len && bits_has(set->words.at, id);
}

/* False when the marking is a member already. */
static inline bool marking_set_add(struct marking_set *set, uint32_t id)
{
    if (marking_set_has(set, id))
        return false;
    vec_fit(&set->words, id / 64 + 1);
    bits_add(set->words.at, id);
    return true;
}

/* The marking is a member. */
static inline void marking_set_remove(struct marking_set *set, uint32_t id)
{
    bits_remove(set->words.at, id);
}

static inline size_t marking_set_bytes(const struct marking_set *set)
{
    return vec_bytes(&set->words);
}

#endif
