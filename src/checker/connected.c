#include "checker/connected.h"

uint32_t connected_find(struct connected *connected, uint32_t copy)
{
    uint32_t *const up = connected->up;

    while (up[copy] != copy) {
        up[copy] = up[up[copy]];
        copy = up[copy];
    }
    return copy;
}

void connected_join(struct connected *connected, uint32_t a, uint32_t b)
{
    const uint32_t x = connected_find(connected, a);
    const uint32_t y = connected_find(connected, b);

    if (x < y)
        connected->up[y] = x;
    else
        connected->up[x] = y;
}

static void join_all(struct connected *connected, uint32_t one,
                     struct copies_span copies)
{
    for (uint32_t i = 0; i < copies.len; i++)
        connected_join(connected, one, copies.at[i]);
}

void connected_init(struct connected *connected, const struct copies *copies)
{
    const uint32_t n = copies_count(copies);

    connected->up = mem_alloc(n, sizeof *connected->up);
    for (uint32_t i = 0; i < n; i++)
        connected->up[i] = i;
    for (trans_id t = 0; t < net_trans_count(copies->net); t++) {
        const struct copies_span consumed = copies_consumed(copies, t);
        const struct copies_span produced = copies_produced(copies, t);

        if (!consumed.len && !produced.len)
            continue;

        const uint32_t one = consumed.len ? consumed.at[0] : produced.at[0];

        join_all(connected, one, consumed);
        join_all(connected, one, produced);
    }
}

void connected_finish(struct connected *connected)
{
    mem_free(connected->up);
    connected->up = NULL;
}
