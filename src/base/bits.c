#include "base/bits.h"

uint32_t bits_count(const bits_word *set, uint32_t n_words)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i < n_words; i++)
        n += bits_sum(set[i]);
    return n;
}

uint32_t bits_next(const bits_word *set, uint32_t from, uint32_t limit)
{
    while (from < limit) {
        const bits_word rest = set[from / 64] >> (from % 64);

        if (rest) {
            from += bits_lowest(rest);
            return from < limit ? from : limit;
        }
        from += 64 - from % 64;
    }
    return limit;
}
