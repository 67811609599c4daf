#include "engine/prefix/id_runs.h"

#define IS_RUN ID_RUNS_MOST

void id_runs_finish(struct id_runs *runs)
{
    vec_free(&runs->words);
    *runs = (struct id_runs){0};
}

/* The run at a place: its first id, and how many it has. */
static uint32_t first_of(const struct id_runs *runs, uint32_t at)
{
    return runs->words.at[at] & ~IS_RUN;
}

static uint32_t count_of(const struct id_runs *runs, uint32_t at)
{
    return runs->words.at[at] & IS_RUN ? runs->words.at[at + 1] : 1;
}

static void lengthen_last(struct id_runs *runs, uint32_t n)
{
    const uint32_t count = count_of(runs, runs->last) + n;

    if (runs->words.at[runs->last] & IS_RUN) {
        runs->words.at[runs->last + 1] = count;
        return;
    }
    vec_push(&runs->words, count);
    runs->words.at[runs->last] |= IS_RUN;
}

void id_runs_push(struct id_runs *runs, uint32_t first, uint32_t n)
{
    ASSERT(n <= ID_RUNS_MOST && first <= ID_RUNS_MOST - n);
    if (!n)
        return;
    if (runs->len > UINT32_MAX - n)
        mem_failed(SIZE_MAX);
    if (runs->len &&
        first_of(runs, runs->last) + count_of(runs, runs->last) == first) {
        lengthen_last(runs, n);
    } else {
        const uint32_t at = runs->words.len;

        vec_push(&runs->words, first | (n > 1 ? IS_RUN : 0));
        if (n > 1)
            vec_push(&runs->words, n);
        runs->last = at;
    }
    runs->len += n;
}

void id_runs_read(const struct id_runs *runs, struct id_runs_at *at, uint32_t n,
                  uint32_t *to)
{
    while (n) {
        const uint32_t count = count_of(runs, at->word), left = count - at->n;
        const uint32_t first = first_of(runs, at->word) + at->n;
        const uint32_t some = left < n ? left : n;

        for (uint32_t k = 0; k < some; k++)
            *to++ = first + k;
        n -= some;
        at->n += some;
        if (some == left)
            *at = (struct id_runs_at){at->word + 1 + (count > 1), 0};
    }
}
