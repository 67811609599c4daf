#include "engine/prefix/exclusive_uses.h"

#include "base/mem.h"

void exclusive_uses_init(struct exclusive_uses *x,
                         const struct compiled_net *compiled)
{
    const struct exclusive *const sets = compiled->exclusive;
    const uint32_t n = compiled->n_places;

    *x = (struct exclusive_uses){0};
    if (!sets || !exclusive_count(sets))
        return;
    x->set_of = mem_alloc(n, sizeof *x->set_of);
    x->original = mem_alloc(n, sizeof *x->original);
    x->produced = mem_alloc(exclusive_count(sets), sizeof *x->produced);
    stamp_fit(&x->met, exclusive_count(sets));
    exclusive_choose(sets, compiled->n_net_places, x->set_of);
    for (place_id p = 0; p < n; p++) {
        x->original[p] = compiled_net_original(compiled, p);
        if (p >= compiled->n_net_places)
            x->set_of[p] = x->original[p] == PLACE_NONE
                               ? EXCLUSIVE_NONE
                               : x->set_of[x->original[p]];
    }
}

void exclusive_uses_finish(struct exclusive_uses *x)
{
    mem_free(x->set_of);
    mem_free(x->original);
    mem_free(x->produced);
    stamp_finish(&x->met);
}

void exclusive_uses_start(struct exclusive_uses *x,
                          struct net_place_span produced)
{
    if (!x->set_of)
        return;
    stamp_start(&x->met);
    for (uint32_t i = 0; i < produced.len; i++) {
        const uint32_t set = x->set_of[produced.at[i]];

        if (set == EXCLUSIVE_NONE)
            continue;
        stamp_add(&x->met, set);
        x->produced[set] = x->original[produced.at[i]];
    }
}

bool exclusive_uses_has(const struct exclusive_uses *x,
                        struct net_place_span places)
{
    if (!x->set_of)
        return false;
    for (uint32_t i = 0; i < places.len; i++) {
        const uint32_t set = x->set_of[places.at[i]];

        if (set != EXCLUSIVE_NONE && stamp_has(&x->met, set) &&
            x->produced[set] != x->original[places.at[i]])
            return true;
    }
    return false;
}
