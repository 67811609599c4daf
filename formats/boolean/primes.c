#include "formats/boolean/primes.h"

uint32_t primes_words(uint32_t n)
{
    return n ? bits_words(2 * n) : 1;
}

void primes_free(struct primes *f)
{
    vec_free(&f->rows);
}

void primes_append(struct primes *f, const bits_word *row)
{
    vec_append_n(&f->rows, row, f->n_words);
}

static bool is_before(const bits_word *a, const bits_word *b, uint32_t n)
{
    const uint32_t in_a = bits_count(a, n), in_b = bits_count(b, n);

    if (in_a != in_b)
        return in_a < in_b;
    for (uint32_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] >> bits_lowest(a[i] ^ b[i]) & 1;
    return false;
}

/* Puts two sorted lists of rows that follow each other into one, at `to`. */
static void merge(const bits_word *from, uint32_t first, uint32_t second,
                  uint32_t n, bits_word *to)
{
    const bits_word *a = from, *const middle = from + (size_t)first * n;
    const bits_word *b = middle, *const end = middle + (size_t)second * n;

    for (; a < middle || b < end; to += n) {
        const bool takes_b = a == middle || (b < end && is_before(b, a, n));

        bits_copy(to, takes_b ? b : a, n);
        *(takes_b ? &b : &a) += n;
    }
}

void primes_sort(struct primes *f)
{
    const uint32_t n = f->n_words, count = primes_count(f);
    struct primes other = {.n_words = n};

    vec_append(&other.rows, &f->rows);
    for (uint32_t len = 1; len < count; len *= 2) {
        const struct primes swap = *f;

        for (uint32_t i = 0; i < count; i += 2 * len) {
            const uint32_t left = count - i, first = left < len ? left : len;

            merge(f->rows.at + (size_t)i * n, first,
                  left - first < len ? left - first : len, n,
                  other.rows.at + (size_t)i * n);
        }
        *f = other;
        other = swap;
    }
    vec_free(&other.rows);
}
