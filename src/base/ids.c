#include "base/ids.h"

#include <stdlib.h>

int ids_compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

int ids_compare_pairs(const void *a, const void *b)
{
    const uint32_t *const x = a, *const y = b;

    return x[0] != y[0] ? ids_compare(x, y) : ids_compare(x + 1, y + 1);
}

int ids_compare_long(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Most lists are short: moving a few numbers costs less than a call that
 * allocates. */
enum { SHORT = 16 };

static void insert_each(uint32_t *at, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++) {
        const uint32_t id = at[i];
        uint32_t k = i;

        for (; k > 0 && at[k - 1] > id; k--)
            at[k] = at[k - 1];
        at[k] = id;
    }
}

static bool is_sorted(const uint32_t *at, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        if (at[i - 1] > at[i])
            return false;
    return true;
}

uint64_t ids_sort_work(uint32_t n)
{
    uint64_t depth = 1;

    while (n >> depth)
        depth++;
    return n * depth;
}

void ids_sort(uint32_t *at, uint32_t n)
{
    if (n <= SHORT)
        insert_each(at, n);
    else if (!is_sorted(at, n))
        qsort(at, n, sizeof *at, ids_compare);
}

void ids_reverse(uint32_t *at, uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        const uint32_t id = at[i];

        at[i] = at[n - 1 - i];
        at[n - 1 - i] = id;
    }
}

/* Removes numbers that equal the one before. */
static uint32_t join_equal(uint32_t *at, uint32_t n)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < n; i++)
        if (!kept || at[kept - 1] != at[i])
            at[kept++] = at[i];
    return kept;
}

uint32_t ids_unique(uint32_t *at, uint32_t n)
{
    const uint32_t kept = n > SHORT ? join_equal(at, n) : n;

    ids_sort(at, kept);
    return join_equal(at, kept);
}

uint32_t ids_common(const uint32_t *a, uint32_t n_a, const uint32_t *b,
                    uint32_t n_b)
{
    uint32_t i = 0, k = 0;

    while (i < n_a && k < n_b && a[i] != b[k])
        if (a[i] < b[k])
            i++;
        else
            k++;
    return i < n_a && k < n_b ? a[i] : UINT32_MAX;
}

uint64_t ids_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        const uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

uint32_t ids_stride(uint32_t n)
{
    uint32_t stride = n < 8 ? 1 : n / 8 * 5;

    while (ids_divisor(n, stride) > 1)
        stride++;
    return stride;
}
