#include "base/similar.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { MOST = 3, WIDTH = SIMILAR_LONGEST + MOST + 1, SHORTEST_PART = 3 };

void similar_init(struct similar *similar, const char *word)
{
    const size_t len = strlen(word);

    *similar = (struct similar){.word = word, .distance = MOST + 2};
    if (len > SIMILAR_LONGEST)
        return;
    similar->len = (uint32_t)len;
    similar->most = (similar->len + 2) / 4;
    if (similar->most > MOST)
        similar->most = MOST;
}

static bool differ(char a, char b)
{
    return tolower((unsigned char)a) != tolower((unsigned char)b);
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The edit distance of the word and the first m letters of b, if it is at most
 * `most`, otherwise more.  Row i of the table is about the first i letters of
 * the word; only cells near the diagonal can be so small. */
static uint32_t distance(const struct similar *word, const char *b, uint32_t m,
                         uint32_t most)
{
    uint8_t rows[3][WIDTH];
    const char *const a = word->word;

    memset(rows, (int)most + 1, sizeof rows);
    for (uint32_t j = 0; j <= least(m, most); j++)
        rows[0][j] = (uint8_t)j;
    for (uint32_t i = 1; i <= word->len; i++) {
        uint8_t *const row = rows[i % 3], *const last = rows[(i + 2) % 3];
        const uint8_t *const before = rows[(i + 1) % 3];
        const uint32_t first = i > most ? i - most : 0;

        if (first > 0)
            row[first - 1] = (uint8_t)(most + 1);
        for (uint32_t j = first; j <= least(m, i + most); j++) {
            uint32_t d = last[j] + 1u; /* without a letter of the word */

            if (j > 0) {
                d = least(d, row[j - 1] + 1u);
                d = least(d, last[j - 1] + differ(a[i - 1], b[j - 1]));
            }
            if (i > 1 && j > 1 && !differ(a[i - 1], b[j - 2]) &&
                !differ(a[i - 2], b[j - 1]))
                d = least(d, before[j - 2] + 1u);
            row[j] = (uint8_t)least(d, most + 1);
        }
    }
    return rows[word->len % 3][m];
}

/* How far the candidate is from the word; MOST + 2: too far. */
static uint32_t rank(const struct similar *word, const char *candidate)
{
    const size_t m = strlen(candidate);

    if (m > word->len && candidate[word->len] == '(' && m <= SIMILAR_LONGEST &&
        !strncasecmp(candidate, word->word, word->len))
        return 0;
    if (m + word->most >= word->len && m <= word->len + word->most) {
        const uint32_t d = distance(word, candidate, (uint32_t)m, word->most);

        if (d <= word->most)
            return d;
    }
    return word->len >= SHORTEST_PART && m <= SIMILAR_LONGEST &&
                   strstr(candidate, word->word)
               ? MOST + 1
               : MOST + 2;
}

void similar_add(struct similar *similar, const char *candidate)
{
    const uint32_t d = similar->len ? rank(similar, candidate) : MOST + 2;

    if (d > similar->distance || d > MOST + 1)
        return;
    if (d < similar->distance)
        similar->n = 0;
    similar->distance = d;
    for (uint32_t i = 0; i < similar->n; i++)
        if (!strcmp(similar->kept[i], candidate))
            return;
    if (similar->n < SIMILAR_KEPT)
        similar->kept[similar->n++] = candidate;
}

void similar_write(const struct similar *similar, const char *before,
                   const char *behind, char *text, size_t cap)
{
    size_t at = 0;

    *text = '\0';
    for (uint32_t i = 0; i < similar->n && at < cap; i++)
        at += (size_t)snprintf(text + at, cap - at, "%s%s%s%s%s",
                               i == 0               ? "; did you mean "
                               : i + 1 < similar->n ? ", "
                                                    : " or ",
                               before, similar->kept[i], behind,
                               i + 1 < similar->n ? "" : "?");
}
