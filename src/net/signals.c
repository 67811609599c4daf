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
    mem_free(signals);
}
