/* primes.h - prime implicants of Boolean functions.
 *
 * A function is a disjunction of cubes, and none of them contains another.  A
 * cube is a row of bits, one for each literal: bit 2v says that variable v is
 * false, bit 2v + 1 that it is true.  Without rows the function is false; an
 * empty row makes it true.
 *
 * The prime implicants of the complement are the minimal products of the
 * negated cubes (Nelson, 1955).  Any disjunction of cubes gives them, and the
 * complement of the complement has the prime implicants of the function. */
#ifndef PRIMES_H
#define PRIMES_H

#include "base/bits.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stdint.h>

enum { PRIMES_MOST_PRODUCTS = 1 << 16 };

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

/* Takes n words from the work; false when there are fewer. */
bool primes_spend(uint64_t *work, uint64_t n);

/* Is some variable true in one cube and false in the other? */
bool primes_are_disjoint(const bits_word *a, const bits_word *b, uint32_t n);

void primes_free(struct primes *f);

/* Does one cube contain this one? */
bool primes_contain(const struct primes *f, const bits_word *row);

/* Adds a cube of which the caller knows that none contains another. */
void primes_append(struct primes *f, const bits_word *row);

/* f or g; f and g; all prime implicants of f, or of its complement.  The result
 * is new; false when the work is done before. */
bool primes_or(const struct primes *f, const struct primes *g,
               struct primes *result, uint64_t *work);
bool primes_and(const struct primes *f, const struct primes *g,
                struct primes *result, uint64_t *work);
bool primes_not(const struct primes *f, struct primes *result, uint64_t *work);
bool primes_of(const struct primes *f, struct primes *result, uint64_t *work);

/* f and g, which have no variable in common and are not constant: all pairs of
 * their cubes, none of which contains another.  False also when these are more
 * than PRIMES_MOST_PRODUCTS. */
bool primes_product(const struct primes *f, const struct primes *g,
                    struct primes *result, uint64_t *work);

/* f with this value of the variable; if f has all its prime implicants, so has
 * the result. */
bool primes_restrict(const struct primes *f, uint32_t variable, bool value,
                     struct primes *result, uint64_t *work);

/* Puts the cubes in one order, whatever it was: fewer literals first, and then
 * lower ones. */
void primes_sort(struct primes *f);

#endif
