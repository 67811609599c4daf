#include "engine/symbolic/distances.h"

#include "base/ids.h"
#include "engine/symbolic/shortest.h"
#include "net/marking.h"

struct distances {
    struct sets *sets;
    uint32_t first; /* in `kept`: the markings at distance 0, 1, ... */
    bits_word *m;   /* scratch */
};

/* A run to marking m, whose distance is known: from m back. */
static bool run_to(const struct distances *distances, uint32_t distance,
                   bits_word *m, witness_run *run)
{
    struct sets *const sets = distances->sets;
    bits_word *const before =
        mem_alloc(marking_words(sets->net), sizeof *before);

    while (distance-- > 0 && !mdd_spend(&sets->diagram)) {
        const mdd_id closer =
            images_image(&sets->steps, IMAGES_BACKWARDS, sets_word(sets, m),
                         sets->diagram.kept.at[distances->first + distance]);

        if (!closer)
            break;
        sets_pick(sets, closer, before);
        memcpy(distances->m, before, marking_words(sets->net) * sizeof *before);
        vec_push(run, shortest_step(sets, distances->m, sets_word(sets, m)));
        memcpy(m, before, marking_words(sets->net) * sizeof *before);
    }
    mem_free(before);
    ids_reverse(run->at, run->len);
    return !sets->diagram.stopped;
}

void distances_find(struct sets *sets, const uint32_t *at, uint32_t n,
                    void *self, distances_listener *found)
{
    struct mdd *const d = &sets->diagram;
    const struct distances distances = {
        sets, d->kept.len,
        mem_alloc(marking_words(sets->net), sizeof(bits_word))};
    bits_word *const m = mem_alloc(marking_words(sets->net), sizeof *m);
    uint32_t *const open = mem_alloc(n, sizeof *open);
    mdd_id layer = sets_word(sets, net_initial(sets->net)), left = sets->all;

    for (uint32_t k = 0; k < n; k++)
        open[k] = k;
    for (uint32_t distance = 0; n && layer && !mdd_spend(d); distance++) {
        uint32_t n_open = 0;

        sets_keep(sets, layer);
        left = sets_less(sets, left, layer);
        sets_keep(sets, left);
        for (uint32_t i = 0; i < n; i++) {
            const mdd_id met = sets_and(sets, layer, d->kept.at[at[open[i]]]);
            witness_run run = {0};

            if (!met || d->stopped) {
                open[n_open++] = open[i];
                continue;
            }
            sets_pick(sets, met, m);
            if (run_to(&distances, distance, m, &run))
                found(self, open[i], &run);
            vec_free(&run);
        }
        n = n_open;
        sets_drop(sets, d->kept.len - 1);
        if (n)
            layer = images_image(&sets->steps, IMAGES_FORWARDS, layer, left);
    }
    sets_drop(sets, distances.first);
    mem_free(distances.m);
    mem_free(m);
    mem_free(open);
}
