#include "prefix_text.h"

#include "base/bits.h"

#include <stdlib.h>

static struct prefix_span add_list(struct prefix *prefix, const char *text)
{
    struct prefix_span span = {prefix->pool.len, 0};

    for (;;) {
        while (*text == ' ')
            text++;
        if (!*text)
            return span;

        char *end;
        uint32_t number = PLACE_NONE;

        if (*text == '-')
            text++;
        else
            number = (uint32_t)strtoul(text, &end, 10), text = end;
        vec_push(&prefix->pool, number);
        span.len++;
    }
}

/* Adds a condition for each place of the list, produced by the last event. */
static struct prefix_span add_conditions(struct prefix *prefix,
                                         const char *places)
{
    const struct prefix_span span = add_list(prefix, places);

    for (uint32_t i = 0; i < span.len; i++) {
        uint32_t *item = &prefix->pool.at[span.from + i];
        const struct prefix_condition c = {*item, prefix->events.len, *item,
                                           *item};

        *item = prefix->conditions.len;
        vec_push(&prefix->conditions, c);
    }
    return span;
}

static uint32_t count_past(const struct prefix *prefix, uint32_t e)
{
    bits_word *in = mem_zero(bits_words(e + 1), sizeof *in);
    uint32_t n = 0;

    bits_add(in, e);
    for (uint32_t x = e; x > 0; x--) {
        const struct prefix_span span = prefix->events.at[x].causes;

        if (!bits_has(in, x))
            continue;
        n++;
        for (uint32_t i = 0; i < span.len; i++)
            if (prefix->pool.at[span.from + i] < x)
                bits_add(in, prefix->pool.at[span.from + i]);
    }
    mem_free(in);
    return n;
}

void prefix_text_begin(struct prefix *prefix, const char *places)
{
    struct prefix_event bottom = {.trans = TRANS_NONE};

    bottom.produces = add_conditions(prefix, places);
    vec_push(&prefix->events, bottom);
}

uint32_t prefix_text_event(struct prefix *prefix, trans_id trans,
                           const char *causes, const char *consumes,
                           const char *reads, const char *places)
{
    const uint32_t e = prefix->events.len;
    struct prefix_event ev = {.trans = trans};

    ev.causes = add_list(prefix, causes);
    ev.consumes = add_list(prefix, consumes);
    ev.reads = add_list(prefix, reads);
    ev.produces = add_conditions(prefix, places);
    vec_push(&prefix->events, ev);
    prefix->events.at[e].size = count_past(prefix, e);
    return e;
}

void prefix_text_conflict(struct prefix *prefix, uint32_t a, uint32_t b)
{
    const struct prefix_conflict pair = {a, b};

    vec_push(&prefix->conflicts, pair);
}

void prefix_text_cutoff(struct prefix *prefix, uint32_t e, uint32_t companion)
{
    prefix->events.at[e].cutoff = true;
    prefix->events.at[e].has_companion = true;
    prefix->events.at[e].companion = companion;
}
