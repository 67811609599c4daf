#include "base/ids.h"
#include "engine/diagram/sets.h"
#include "net/marking.h"

/* Keeps `from` and the target, and then the markings that are one step more
 * away from it, until one of `from` is there; *met gets these.  False if none
 * ever is. */
static bool find_layers(struct sets *sets, mdd_id from, mdd_id target,
                        mdd_id within, mdd_id *met)
{
    struct mdd *const d = &sets->diagram;
    mdd_id layer = target, left;

    sets_keep(sets, from);
    sets_keep(sets, target);
    *met = sets_and(sets, from, target);
    if (*met)
        return !d->stopped;
    left = sets_less(sets, within, target);
    while (layer && !*met) {
        const uint32_t n = d->kept.len;

        sets_keep(sets, left);
        layer = images_image(&sets->steps, IMAGES_BACKWARDS, layer, left);
        sets_drop(sets, n);
        sets_keep(sets, layer);
        left = sets_less(sets, left, layer);
        *met = sets_and(sets, from, layer);
    }
    return *met && !d->stopped;
}

bool shortest_run(struct sets *sets, const bits_word *m, mdd_id target,
                  mdd_id within, witness_run *run)
{
    const uint32_t n = sets->diagram.kept.len;
    bits_word *const at = mem_alloc(marking_words(sets->net), sizeof *at);
    mdd_id met;
    const bool found = find_layers(
        sets, m ? sets_word(sets, m) : sets_start(sets), target, within, &met);

    if (found)
        sets_pick(sets, met, at);
    if (found && !m)
        sets_make_choices(sets, at, run);
    for (uint32_t i = sets->diagram.kept.len;
         found && i-- > n + 2 && !mdd_spend(&sets->diagram);) {
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

/* --- many target sets ----------------------------------------------------- */

/* A run to marking m, whose distance is known: from m, which changes, back.
 * layers: in `kept`, the markings at distance 0, 1, ... */
static bool run_to(struct sets *sets, uint32_t layers, uint32_t distance,
                   bits_word *m, witness_run *run)
{
    const uint32_t words = marking_words(sets->net);
    bits_word *const at = mem_alloc(words, sizeof *at);

    while (distance-- > 0 && !mdd_spend(&sets->diagram)) {
        const mdd_id closer =
            images_image(&sets->steps, IMAGES_BACKWARDS, sets_word(sets, m),
                         sets->diagram.kept.at[layers + distance]);
        const mdd_id target = sets_word(sets, m);

        if (!closer)
            break;
        sets_pick(sets, closer, m);
        bits_copy(at, m, words);
        vec_push(run, shortest_step(sets, at, target));
    }
    mem_free(at);
    ids_reverse(run->at, run->len);
    return !sets->diagram.stopped;
}

void shortest_runs(struct sets *sets, const uint32_t *at, uint32_t n,
                   void *self, shortest_listener *found)
{
    struct mdd *const d = &sets->diagram;
    const uint32_t layers = d->kept.len;
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
            if (run_to(sets, layers, distance, m, &run))
                found(self, open[i], &run);
            vec_free(&run);
        }
        n = n_open;
        sets_drop(sets, d->kept.len - 1);
        if (n)
            layer = images_image(&sets->steps, IMAGES_FORWARDS, layer, left);
    }
    sets_drop(sets, layers);
    mem_free(m);
    mem_free(open);
}
