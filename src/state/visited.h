/* visited.h - markings, each stored once, with dense ids.
 *
 * Words and an index over them: no pointers, no list cells.  A marking takes
 * its words and between 11 and 22 bytes of index. */
#ifndef VISITED_H
#define VISITED_H

#include "base/bits.h"
#include "base/hash.h"
#include "base/vec.h"

#define VISITED_NONE UINT32_MAX

typedef VEC(bits_word) word_list;

struct visited {
    uint32_t words; /* of a marking */
    uint32_t len;   /* markings */
    word_list store;
    struct hash index;
};

void visited_init(struct visited *visited, uint32_t words);
void visited_finish(struct visited *visited);

/* The marking's id; *fresh tells whether it was stored just now, under the
 * next number. */
uint32_t visited_add(struct visited *visited, const bits_word *m, bool *fresh);

/* Its id, or VISITED_NONE. */
uint32_t visited_find(const struct visited *visited, const bits_word *m);

/* Valid until the next visited_add(). */
static inline const bits_word *visited_at(const struct visited *visited,
                                          uint32_t id)
{
    return visited->store.at + (size_t)id * visited->words;
}

size_t visited_bytes(const struct visited *visited);

#endif
