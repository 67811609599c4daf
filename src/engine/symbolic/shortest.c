#include "engine/symbolic/shortest.h"

#include "net/marking.h"

/* Keeps one set after the other: the target, then the markings that are one
 * step more away from it, until m is there.  False if it never is. */
static bool find_layers(struct sets *sets, const bits_word *m, mdd_id target,
                        mdd_id within)
{
    struct mdd *const d = &sets->diagram;
    mdd_id layer = target, left;

    sets_keep(sets, target);
    if (!target || sets_has(sets, target, m))
        return target;
    left = sets_less(sets, within, target);
    while (layer && !sets_has(sets, layer, m)) {
        const uint32_t n = d->kept.len;

        sets_keep(sets, left);
        layer = images_image(&sets->steps, IMAGES_BACKWARDS, layer, left);
        sets_drop(sets, n);
        sets_keep(sets, layer);
        left = sets_less(sets, left, layer);
    }
    return layer;
}

bool shortest_run(struct sets *sets, const bits_word *m, mdd_id target,
                  mdd_id within, witness_run *run)
{
    const uint32_t n = sets->diagram.kept.len;
    bits_word *const at = mem_copy(m, marking_words(sets->net), sizeof *at);
    const bool found = find_layers(sets, m, target, within);

    for (uint32_t i = sets->diagram.kept.len;
         found && i-- > n + 1 && !mdd_spend(&sets->diagram);) {
        const trans_id t =
            shortest_step(sets, at, sets->diagram.kept.at[i - 1]);

        ASSERT(t != TRANS_NONE);
        vec_push(run, t);
    }
    sets_drop(sets, n);
    mem_free(at);
    return found && !sets->diagram.stopped;
}

trans_id shortest_step(struct sets *sets, bits_word *m, mdd_id set)
{
    sets->diagram.work += 10 * (uint64_t)net_trans_count(sets->net);
    for (trans_id t = 0; t < net_trans_count(sets->net); t++) {
        if (!marking_enabled(sets->net, m, t) ||
            marking_unsafe(sets->net, m, t) != PLACE_NONE)
            continue;
        marking_fire(sets->net, m, t);
        if (sets_has(sets, set, m))
            return t;
        marking_unfire(sets->net, m, t);
    }
    return TRANS_NONE;
}
