/* bits.h - sets of small numbers as arrays of 64-bit words.
 *
 * The caller owns the words and passes their number where it matters. */
#ifndef BITS_H
#define BITS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t bits_word;

/* bits_lowest() and bits_highest() are the index of the lowest and the highest
 * bit of a nonzero word, and bits_sum() is the number of bits in a word.
 * bits_fetch() and bits_fetch_to_write() tell the processor that memory, which
 * need not exist, is about to be read or written. */
static inline uint32_t bits_lowest(bits_word word)
{
    return (uint32_t)__builtin_ctzll(word);
}

static inline uint32_t bits_highest(bits_word word)
{
    return 63 - (uint32_t)__builtin_clzll(word);
}

static inline uint32_t bits_sum(bits_word word)
{
    return (uint32_t)__builtin_popcountll(word);
}

static inline void bits_fetch(const void *memory)
{
    __builtin_prefetch(memory);
}

static inline void bits_fetch_to_write(const void *memory)
{
    __builtin_prefetch(memory, 1);
}

/* The number of words for n bits. */
static inline uint32_t bits_words(uint32_t n)
{
    return n / 64 + (n % 64 != 0);
}

static inline bool bits_has(const bits_word *set, uint32_t i)
{
    return set[i / 64] >> (i % 64) & 1;
}

static inline void bits_add(bits_word *set, uint32_t i)
{
    set[i / 64] |= (bits_word)1 << (i % 64);
}

static inline void bits_remove(bits_word *set, uint32_t i)
{
    set[i / 64] &= ~((bits_word)1 << (i % 64));
}

static inline void bits_clear(bits_word *set, uint32_t n_words)
{
    memset(set, 0, n_words * sizeof *set);
}

static inline void bits_copy(bits_word *to, const bits_word *from,
                             uint32_t n_words)
{
    memcpy(to, from, n_words * sizeof *to);
}

static inline bool bits_equal(const bits_word *a, const bits_word *b,
                              uint32_t n_words)
{
    return !memcmp(a, b, n_words * sizeof *a);
}

static inline void bits_unite(bits_word *to, const bits_word *from,
                              uint32_t n_words)
{
    for (uint32_t i = 0; i < n_words; i++)
        to[i] |= from[i];
}

static inline void bits_keep(bits_word *to, const bits_word *from,
                             uint32_t n_words)
{
    for (uint32_t i = 0; i < n_words; i++)
        to[i] &= from[i];
}

uint32_t bits_count(const bits_word *set, uint32_t n_words);

/* The least member at or above from; limit when no member is below limit. */
uint32_t bits_next(const bits_word *set, uint32_t from, uint32_t limit);

#endif
