/* ids.h - sorted lists of ids: places, transitions, events, conditions.
 *
 * A list is an array of numbers and its length.  All functions except
 * ids_sort(), ids_reverse() and ids_unique() require increasing order.
 *
 *     n = ids_unique(at, n);        7 3 7 1   ->   1 3 7
 *     ids_find(at, n, 3)            1
 *     ids_find(at, n, 4)            2, its position after insertion
 *     ids_has(at, n, 4)             false */
#ifndef IDS_H
#define IDS_H

#include <stdbool.h>
#include <stdint.h>

/* Sorts the list in increasing order.  at may be NULL if n is 0. */
void ids_sort(uint32_t *at, uint32_t n);

/* About how many numbers ids_sort() compares. */
uint64_t ids_sort_work(uint32_t n);

/* The last number comes first. */
void ids_reverse(uint32_t *at, uint32_t n);

/* Sorts the list and removes duplicates; returns its new length. */
uint32_t ids_unique(uint32_t *at, uint32_t n);

/* The index of the first number not below id; n when there is none. */
static inline uint32_t ids_find(const uint32_t *at, uint32_t n, uint32_t id)
{
    uint32_t low = 0, high = n;

    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;

        if (at[middle] < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static inline bool ids_has(const uint32_t *at, uint32_t n, uint32_t id)
{
    const uint32_t i = ids_find(at, n, id);

    return i < n && at[i] == id;
}

/* Are the two lists the same? */
static inline bool ids_equal(const uint32_t *a, uint32_t n_a, const uint32_t *b,
                             uint32_t n_b)
{
    if (n_a != n_b)
        return false;
    for (uint32_t i = 0; i < n_a; i++)
        if (a[i] != b[i])
            return false;
    return true;
}

/* The first number of both lists, which increase; UINT32_MAX: there is none. */
uint32_t ids_common(const uint32_t *a, uint32_t n_a, const uint32_t *b,
                    uint32_t n_b);

/* The largest number that divides both, which are not both 0. */
uint64_t ids_divisor(uint64_t a, uint64_t b);

/* A number s such that 0, s, 2s, ... modulo n are all numbers below n, with
 * consecutive ones far apart. n is at least 1. */
uint32_t ids_stride(uint32_t n);

/* For qsort() and bsearch() of ids, and of structs that begin with one; of
 * structs that begin with two, by the first and then by the second; and of
 * numbers of 64 bits. */
int ids_compare(const void *a, const void *b);
int ids_compare_pairs(const void *a, const void *b);
int ids_compare_long(const void *a, const void *b);

#endif
