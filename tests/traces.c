#include "traces.h"

#include <string.h>

void traces_init(struct traces *traces, const struct dep *dep)
{
    *traces = (struct traces){.dep = dep};
}

void traces_finish(struct traces *traces)
{
    hash_finish(&traces->ix);
    vec_free(&traces->spans);
    vec_free(&traces->words);
}

/* The number of the trace equal to the words from start on. */
static uint32_t find(const struct traces *traces, const uint32_t *words,
                     uint32_t len)
{
    const uint32_t h = hash_bytes_of(words, len * sizeof *words);
    uint32_t id;

    for (uint32_t p = hash_first(&traces->ix, h);
         (id = hash_id(&traces->ix, p)) != HASH_FREE;
         p = hash_next(&traces->ix, p)) {
        const struct traces_span s = traces->spans.at[id];

        if (hash_at(&traces->ix, p) == h && s.len == len &&
            !memcmp(traces->words.at + s.from, words, len * sizeof *words))
            return id;
    }
    return HASH_FREE;
}

/* One more than the highest level among the dependences of the i-th step. */
static uint32_t level_of(const struct dep *dep, const trans_id *run,
                         const uint32_t *levels, uint32_t i)
{
    uint32_t level = 1;

    for (uint32_t j = 0; j < i; j++)
        if (levels[j] >= level && dep_has(dep, run[j], run[i]))
            level = levels[j] + 1;
    return level;
}

static int by_number(const void *x, const void *y)
{
    const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

    return (a > b) - (a < b);
}

/* Appends the normal form of the run to words. */
static void append(struct traces *traces, const trans_id *run, uint32_t len)
{
    uint32_t *const levels = mem_zero((size_t)len + 1, sizeof *levels);
    uint32_t done = 0;

    for (uint32_t i = 0; i < len; i++)
        levels[i] = level_of(traces->dep, run, levels, i);
    for (uint32_t level = 1; done < len; level++) {
        const uint32_t from = traces->words.len;

        for (uint32_t i = 0; i < len; i++)
            if (levels[i] == level) {
                vec_push(&traces->words, run[i]);
                done++;
            }
        qsort(traces->words.at + from, traces->words.len - from,
              sizeof *traces->words.at, by_number);
        vec_push(&traces->words, TRANS_NONE);
    }
    mem_free(levels);
}

void traces_add(void *self, const trans_id *run, uint32_t len)
{
    struct traces *const traces = self;
    const uint32_t from = traces->words.len;

    vec_push(&traces->words, len);
    append(traces, run, len);

    const struct traces_span span = {from, traces->words.len - from};

    if (find(traces, traces->words.at + from, span.len) != HASH_FREE) {
        traces->again++;
        vec_cut(&traces->words, from);
        return;
    }
    hash_put(&traces->ix,
             hash_bytes_of(traces->words.at + from,
                           span.len * sizeof *traces->words.at),
             traces->spans.len);
    vec_push(&traces->spans, span);
}

bool traces_within(const struct traces *a, const struct traces *b)
{
    for (uint32_t i = 0; i < a->spans.len; i++) {
        const struct traces_span s = a->spans.at[i];

        if (find(b, a->words.at + s.from, s.len) == HASH_FREE)
            return false;
    }
    return true;
}
