/* lists.h - lists of numbers, each stored once, with dense ids.
 *
 *     id = lists_intern(&lists, at, len);    the same list, the same id
 *
 * All zero is a valid empty set of lists. */
#ifndef LISTS_H
#define LISTS_H

#include "base/hash.h"
#include "base/vec.h"

struct lists {
    VECS(VEC(uint32_t)) numbers; /* by id */
    struct hash index;
};

void lists_finish(struct lists *lists);

/* The id of a list; a new one gets the id lists_count(). */
uint32_t lists_intern(struct lists *lists, const uint32_t *at, uint32_t len);

/* lists_intern() in steps, so that memory can be fetched for several lists
 * before the first one is sought: the hash of a list, the fetch, and the id by
 * the hash. */
uint32_t lists_hash(const uint32_t *at, uint32_t len);
void lists_fetch(const struct lists *lists, uint32_t hash);
uint32_t lists_intern_hashed(struct lists *lists, uint32_t hash,
                             const uint32_t *at, uint32_t len);

static inline uint32_t lists_count(const struct lists *lists)
{
    return vecs_count(&lists->numbers);
}

/* The numbers of a list, until the next list is stored. */
static inline const uint32_t *lists_at(const struct lists *lists, uint32_t id,
                                       uint32_t *len)
{
    *len = vecs_len(&lists->numbers, id);
    return vecs_at(&lists->numbers, id);
}

#endif
