#include "engine/por/trail_markings.h"

void trail_markings_init(struct trail_markings *trail, struct es *es)
{
    *trail = (struct trail_markings){.es = es};
    vec_push(&trail->at, es->events.at[EVENT_BOTTOM].marking);
}

void trail_markings_finish(struct trail_markings *trail)
{
    vec_free(&trail->at);
}

uint32_t trail_markings_seek(struct trail_markings *trail,
                             struct es_span events, bool known, uint64_t *work)
{
    struct es *const es = trail->es;
    uint32_t from = events.len;

    ASSERT(trail->at.len == events.len + 1);
    while (trail->at.at[from] == MARKING_NUMBERS_NONE)
        from--;
    *work += events.len - from;
    if (from == events.len)
        return trail->at.at[from];
    marking_numbers_open(&es->markings, trail->at.at[from]);
    for (uint32_t i = from; i < events.len; i++)
        marking_numbers_step(&es->markings, es->events.at[events.at[i]].trans);
    return trail->at.at[events.len] =
               marking_numbers_close(&es->markings, known);
}

void trail_markings_renumber(struct trail_markings *trail,
                             const struct compact_map *map)
{
    for (uint32_t i = 0; i < trail->at.len; i++)
        if (trail->at.at[i] != MARKING_NUMBERS_NONE)
            trail->at.at[i] = compact_marking(map, trail->at.at[i]);
}
