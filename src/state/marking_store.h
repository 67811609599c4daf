/* marking_store.h - markings, each stored once, with dense ids.
 *
 * A marking needs its words and 11 to 22 bytes of the index. */
#ifndef MARKING_STORE_H
#define MARKING_STORE_H

#include "base/bits.h"
#include "base/hash.h"
#include "base/vec.h"

#define MARKING_STORE_NONE UINT32_MAX

typedef VEC(bits_word) marking_store_words;

struct marking_store {
    uint32_t words; /* of a marking */
    uint32_t len;   /* markings */
    marking_store_words store;
    struct hash index;
};

void marking_store_init(struct marking_store *markings, uint32_t words);
void marking_store_finish(struct marking_store *markings);

/* The id of m; *fresh: m was not stored before, and has got the next number. */
uint32_t marking_store_add(struct marking_store *markings, const bits_word *m,
                           bool *fresh);

/* Its id, or MARKING_STORE_NONE. */
uint32_t marking_store_find(const struct marking_store *markings,
                            const bits_word *m);

/* Valid until the next marking_store_add(). */
static inline const bits_word *
marking_store_at(const struct marking_store *markings, uint32_t id)
{
    return markings->store.at + (size_t)id * markings->words;
}

size_t marking_store_bytes(const struct marking_store *markings);

#endif
