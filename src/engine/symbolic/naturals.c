#include "engine/symbolic/naturals.h"

#include <inttypes.h>
#include <stdio.h>

#define WORD_END UINT64_C(1000000000000000000)

void naturals_add(naturals_number *to, const uint64_t *words, uint32_t len)
{
    uint64_t carry = 0;

    vec_fit(to, len);
    for (uint32_t i = 0; i < to->len && (i < len || carry); i++) {
        const uint64_t sum = to->at[i] + (i < len ? words[i] : 0) + carry;

        carry = sum >= WORD_END;
        to->at[i] = carry ? sum - WORD_END : sum;
    }
    if (carry)
        vec_push(to, 1);
}

void naturals_add_one(naturals_number *to)
{
    naturals_add(to, (const uint64_t[]){1}, 1);
}

void naturals_push(struct naturals *list, const naturals_number *number)
{
    vec_append(&list->words, number);
    vec_push(&list->ends, list->words.len);
}

void naturals_clear(struct naturals *list)
{
    vec_clear(&list->words);
    vec_clear(&list->ends);
}

void naturals_finish(struct naturals *list)
{
    vec_free(&list->words);
    vec_free(&list->ends);
}

void naturals_add_at(naturals_number *to, const struct naturals *list,
                     uint32_t i)
{
    const uint32_t start = i ? list->ends.at[i - 1] : 0;
    const uint32_t n = list->ends.at[i] - start;

    if (n)
        naturals_add(to, list->words.at + start, n);
}

uint64_t naturals_small(const naturals_number *number)
{
    const uint64_t most = INT64_MAX;

    if (number->len == 0)
        return 0;
    if (number->len > 2 ||
        (number->len == 2 && number->at[1] > (most - number->at[0]) / WORD_END))
        return UINT64_MAX;
    return number->at[0] + (number->len == 2 ? number->at[1] * WORD_END : 0);
}

char *naturals_text(const naturals_number *number)
{
    const size_t size = (size_t)number->len * 18 + 2;
    char *const text = mem_alloc(size, 1);
    size_t at;

    if (!number->len)
        return memcpy(text, "0", 2);
    at = (size_t)snprintf(text, size, "%" PRIu64, *vec_top(number));
    for (uint32_t i = number->len - 1; i-- > 0;)
        at += (size_t)snprintf(text + at, size - at, "%018" PRIu64,
                               number->at[i]);
    return text;
}
