#include "net/signals.h"

#include "base/mem.h"

void signals_destroy(struct signals *signals)
{
    if (!signals)
        return;
    names_finish(&signals->ids);
    vec_free(&signals->kinds);
    vec_free(&signals->of);
    vec_free(&signals->edges);
    vec_free(&signals->values);
    mem_free(signals);
}

void signals_edges(const struct signals *signals, struct relation *edges)
{
    VEC(struct relation_pair) pairs = {0};

    for (uint32_t t = 0; t < signals->of.len; t++)
        if (signals->of.at[t] != SIGNALS_NONE)
            vec_push(&pairs, ((struct relation_pair){t, signals->of.at[t]}));
    relation_init_inverse(edges, signals_count(signals), pairs.at, pairs.len);
    vec_free(&pairs);
}
