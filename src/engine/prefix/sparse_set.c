#include "engine/prefix/sparse_set.h"

/* By steps that double, then by halving. */
uint32_t sparse_set_seek(const uint32_t *at, uint32_t from, uint32_t len,
                         uint32_t group)
{
    uint32_t low = from, high, step = 1;

    if (from >= len || at[from] >> 8 >= group)
        return from;
    while (step < len - low && at[low + step] >> 8 < group) {
        low += step;
        step *= 2;
    }
    high = step < len - low ? low + step : len;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;

        if (at[middle] >> 8 < group)
            low = middle;
        else
            high = middle;
    }
    return high;
}

bool sparse_set_has(const struct pool *pool, struct pool_list set, uint32_t n)
{
    uint32_t i = 0;

    return sparse_set_next(pool_at(pool, set), &i, set.len, n);
}
