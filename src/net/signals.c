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
    relation_init_keys(edges, signals_count(signals), signals->of.at,
                       signals->of.len);
}
