#include "prefix/conc.h"

#include <stdlib.h>

void conc_init(struct conc *conc, struct es *es)
{
    const struct conc_event bottom = {.event = EVENT_BOTTOM};
    const struct pool_list none = {0};

    *conc = (struct conc){.es = es};
    conc->youngest = mem_alloc(es->compiled->n_places, sizeof *conc->youngest);
    stamp_fit(&conc->seen, es->compiled->n_places);
    vec_push(&conc->events, bottom);
    vec_push(&conc->number, 0);
    for (cond_id b = 0; b < es->conds.len; b++)
        vec_push(&conc->after, none);
}

void conc_finish(struct conc *conc)
{
    pool_finish(&conc->pool);
    vec_free(&conc->events);
    vec_free(&conc->after);
    vec_free(&conc->number);
    vec_free(&conc->cuts);
    stamp_finish(&conc->common);
    stamp_finish(&conc->seen);
    vec_free(&conc->found);
    mem_free(conc->youngest);
}

static struct conc_event *producer_of(const struct conc *conc, cond_id b)
{
    return &conc->events.at[conc->number.at[conc->es->conds.at[b].producer]];
}

/* Every condition has two lists.  A number gets colour k when it is on a list
 * of each of the first k conditions; all numbers are when k is 0.  Counts a
 * list of the next condition. */
static void count_list(struct conc *conc, struct pool_list list, uint32_t k)
{
    const uint32_t *const at = pool_at(&conc->pool, list);

    conc->work += list.len;
    for (uint32_t i = 0; i < list.len; i++)
        if (!k || stamp_is(&conc->common, at[i], k))
            stamp_paint(&conc->common, at[i], k + 1);
}

/* The numbers on the lists of b, in order, that have colour n_before. */
static void collect(struct conc *conc, cond_id b, uint32_t n_before)
{
    const struct pool_list with = producer_of(conc, b)->with;
    const struct pool_list after = conc->after.at[b];
    const uint32_t *const w = pool_at(&conc->pool, with);
    const uint32_t *const a = pool_at(&conc->pool, after);
    uint32_t i = 0, k = 0;

    conc->work += with.len + after.len;
    vec_clear(&conc->found);
    while (i < with.len || k < after.len) {
        const uint32_t n =
            k == after.len || (i < with.len && w[i] < a[k]) ? w[i++] : a[k++];

        if (!n_before || stamp_is(&conc->common, n, n_before))
            vec_push(&conc->found, n);
    }
}

static uint32_t list_size(const struct conc *conc, cond_id b)
{
    return producer_of(conc, b)->with.len + conc->after.at[b].len;
}

/* The numbers of the events that are concurrent with all conditions that e
 * uses, into found.  The shortest lists come last: they are walked in order. */
static void find_concurrent(struct conc *conc, event_id e)
{
    const cond_id *const uses = es_uses(conc->es, e);
    const uint32_t n = es_use_count(conc->es, e);
    uint32_t least = 0, n_before = 0;

    stamp_fit(&conc->common, conc->events.len);
    stamp_start_colours(&conc->common, n);
    for (uint32_t i = 1; i < n; i++)
        if (list_size(conc, uses[i]) < list_size(conc, uses[least]))
            least = i;
    for (uint32_t i = 0; i < n; i++)
        if (i != least) {
            count_list(conc, producer_of(conc, uses[i])->with, n_before);
            count_list(conc, conc->after.at[uses[i]], n_before);
            n_before++;
        }
    collect(conc, uses[least], n_before);
}

static void note_youngest(struct conc *conc, cond_id b)
{
    const place_id p = conc->es->conds.at[b].place;

    if (!stamp_has(&conc->seen, p) || conc->youngest[p] < b)
        conc->youngest[p] = b;
    stamp_add(&conc->seen, p);
}

static bool is_youngest(const struct conc *conc, cond_id b)
{
    const place_id p = conc->es->conds.at[b].place;

    return stamp_has(&conc->seen, p) && conc->youngest[p] == b;
}

/* Merges the cuts of the producers of the conditions that e uses: of each place
 * the youngest condition, which is the last of that place in [e]. */
static void merge_cuts(struct conc *conc, event_id e)
{
    const cond_id *const uses = es_uses(conc->es, e);

    for (uint32_t i = 0; i < es_use_count(conc->es, e); i++) {
        const struct conc_event *const f = producer_of(conc, uses[i]);
        const cond_id produces = conc->es->events.at[f->event].produces;

        conc->work += 2 * (uint64_t)f->n_cut;
        for (uint32_t k = 0; k < f->n_cut; k++)
            note_youngest(conc, conc->cuts.at[f->cut + k]);
        for (uint32_t k = 0; k < es_produce_count(conc->es, f->event); k++)
            note_youngest(conc, produces + k);
    }
}

/* The merged conditions that are in the cut of [e] and that e does not
 * produce. */
static void set_cut(struct conc *conc, struct conc_event *to, event_id e)
{
    const struct es *const es = conc->es;
    const cond_id *const uses = es_uses(es, e);
    const cond_id produces = es->events.at[e].produces;

    for (uint32_t k = 0; k < es_produce_count(es, e); k++)
        stamp_remove(&conc->seen, es->conds.at[produces + k].place);
    for (uint32_t i = 0; i < es_use_count(es, e); i++)
        stamp_remove(&conc->seen, es->conds.at[uses[i]].place);
    to->cut = conc->cuts.len;
    for (uint32_t i = 0; i < es_use_count(es, e); i++) {
        const struct conc_event *const f = producer_of(conc, uses[i]);
        const cond_id f_produces = es->events.at[f->event].produces;
        const uint32_t n_produced = es_produce_count(es, f->event);

        for (uint32_t k = 0; k < f->n_cut + n_produced; k++) {
            const cond_id b = k < f->n_cut ? conc->cuts.at[f->cut + k]
                                           : f_produces + k - f->n_cut;
            const place_id p = es->conds.at[b].place;

            if (!is_youngest(conc, b))
                continue;
            stamp_remove(&conc->seen, p);
            if (compiled_net_marked(
                    es->compiled, p,
                    es_marking_bits(es, es->events.at[e].marking)))
                vec_push(&conc->cuts, b);
        }
    }
    to->n_cut = conc->cuts.len - to->cut;
}

static void enter(struct conc *conc, event_id e, struct conc_event *to)
{
    const uint32_t number = conc->events.len;
    const struct pool_list none = {0};

    conc->work += 4 * (uint64_t)conc->found.len + 2 * (uint64_t)to->n_cut;
    for (uint32_t i = 0; i < conc->found.len; i++) {
        pool_push(&conc->pool, &to->with, conc->found.at[i]);
        pool_push(&conc->pool, &conc->events.at[conc->found.at[i]].with,
                  number);
    }
    for (uint32_t i = 0; i < to->n_cut; i++)
        pool_push(&conc->pool, &conc->after.at[conc->cuts.at[to->cut + i]],
                  number);
    while (conc->number.len <= e)
        vec_push(&conc->number, CONC_NONE);
    conc->number.at[e] = number;
    vec_push(&conc->events, *to);
    while (conc->after.len < conc->es->conds.len)
        vec_push(&conc->after, none);
}

void conc_add(struct conc *conc, event_id e)
{
    struct conc_event to = {.event = e};

    es_produce(conc->es, e);
    find_concurrent(conc, e);
    stamp_start(&conc->seen);
    merge_cuts(conc, e);
    set_cut(conc, &to, e);
    enter(conc, e, &to);
}

bool conc_pair(const struct conc *conc, cond_id b, cond_id c)
{
    const cond_id old = b < c ? b : c, young = b < c ? c : b;
    const struct conc_event *const f = producer_of(conc, old);
    const uint32_t g = conc->number.at[conc->es->conds.at[young].producer];

    return b != c && (f->event == conc->es->conds.at[young].producer ||
                      pool_has(&conc->pool, f->with, g) ||
                      pool_has(&conc->pool, conc->after.at[old], g));
}

size_t conc_bytes(const struct conc *conc)
{
    return conc->pool.words.cap * sizeof *conc->pool.words.at +
           conc->events.cap * sizeof *conc->events.at +
           conc->after.cap * sizeof *conc->after.at +
           conc->cuts.cap * sizeof *conc->cuts.at;
}
