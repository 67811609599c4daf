/* primes.h - prime implicants of Boolean functions, as cubes.
 *
 * A cube is a row of bits, one for each literal: bit 2v says that variable v is
 * false, bit 2v + 1 that it is true.  A function is the disjunction of its
 * cubes: without rows it is false; an empty row makes it true. */
#ifndef PRIMES_H
#define PRIMES_H

#include "base/bits.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

struct primes {
    uint32_t n_words; /* of a row: primes_words() */
    VEC(bits_word) rows;
};

/* For a function of n variables. */
uint32_t primes_words(uint32_t n);

static inline uint32_t primes_literal(uint32_t variable, bool value)
{
    return 2 * variable + value;
}

static inline uint32_t primes_count(const struct primes *f)
{
    return f->rows.len / f->n_words;
}

static inline const bits_word *primes_row(const struct primes *f, uint32_t i)
{
    return f->rows.at + (size_t)i * f->n_words;
}

void primes_free(struct primes *f);

void primes_append(struct primes *f, const bits_word *row);

/* Puts the cubes in one order, whatever it was: fewer literals first, and then
 * lower ones. */
void primes_sort(struct primes *f);

#endif
