#include "engine/por/pass.h"

_Static_assert(sizeof(struct pass_event) == 4, "of each event");

void pass_init(struct pass *pass, const struct cutoff *cutoff)
{
    *pass = (struct pass){.cutoff = cutoff};
    pass_add(pass, EVENT_BOTTOM);
}

void pass_start(struct pass *pass)
{
    pass->number++;
    pass->evicted_explored = pass->evicted_cutoffs = 0;
}

void pass_add(struct pass *pass, event_id e)
{
    const struct pass_event none = {0};

    ASSERT(e == pass->events.len);
    vec_push(&pass->events, none);
}

bits_word *pass_events(const struct pass *pass, bool cutoffs)
{
    bits_word *const set = mem_zero(bits_words(pass->events.len), sizeof *set);

    for (event_id e = 1; e < pass->events.len; e++)
        if (cutoffs ? pass_has_cutoff(pass, e) : pass_has(pass, e))
            bits_add(set, e);
    return set;
}

void pass_count(const struct pass *pass, uint64_t *n_explored,
                uint64_t *n_cutoffs)
{
    *n_explored = pass->evicted_explored;
    *n_cutoffs = pass->evicted_cutoffs;
    for (event_id e = 1; e < pass->events.len; e++) {
        *n_explored += pass_has_explored(pass, e);
        *n_cutoffs += pass_has_cutoff(pass, e);
    }
}

void pass_release(struct pass *pass, const struct compact_map *map)
{
    for (event_id e = 1; e < pass->events.len; e++) {
        if (map->keep_event.at[e])
            continue;
        pass->evicted_explored += pass_has_explored(pass, e);
        pass->evicted_cutoffs += pass_has_cutoff(pass, e);
    }
}

void pass_renumber(struct pass *pass, const struct compact_map *map)
{
    compact_vec(&pass->events, &map->event);
}
