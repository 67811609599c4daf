#include "occurrence/merged.h"

#include "base/ids.h"
#include "base/keys.h"
#include "base/lists.h"
#include "occurrence/persistent.h"
#include "occurrence/event_markings.h"
#include "occurrence/histories.h"

#include <stdlib.h>

/* --- occurrence depths ---------------------------------------------------- */

struct occurrences {
    const struct prefix *prefix;
    struct event_markings markings; /* to walk over local configurations */
    struct persistent counts;       /* conditions by place, in [e] */
    uint32_t *versions;             /* by event */
    uint32_t *depths;               /* by condition */
};

static place_id place_of(const struct prefix *prefix, uint32_t b)
{
    return prefix->conditions.at[b].place;
}

static uint32_t count_produced(struct occurrences *o, uint32_t version,
                               uint32_t e)
{
    const struct prefix_span produces = o->prefix->events.at[e].produces;

    for (uint32_t i = 0; i < produces.len; i++) {
        const place_id p =
            place_of(o->prefix, o->prefix->pool.at[produces.from + i]);

        if (p != PLACE_NONE)
            version =
                persistent_set(&o->counts, version, p,
                               persistent_get(&o->counts, version, p) + 1);
    }
    return version;
}

static void find_depths_of(struct occurrences *o, uint32_t e)
{
    const struct prefix_span produces = o->prefix->events.at[e].produces;
    uint32_t version;

    if (e == 0) {
        version = persistent_copy(&o->counts, PERSISTENT_ZERO);
        version = count_produced(o, version, 0);
    } else {
        event_markings_find(&o->markings, e);
        version = persistent_copy(&o->counts, o->versions[o->markings.base]);
        for (uint32_t i = 0; i < o->markings.own.len; i++)
            version = count_produced(o, version, o->markings.own.at[i]);
    }
    o->versions[e] = version;
    for (uint32_t i = 0; i < produces.len; i++) {
        const uint32_t b = o->prefix->pool.at[produces.from + i];

        if (place_of(o->prefix, b) != PLACE_NONE)
            o->depths[b] =
                persistent_get(&o->counts, version, place_of(o->prefix, b));
    }
}

/* By condition; the caller frees it. */
static uint32_t *find_depths(const struct prefix *prefix, uint32_t n_places)
{
    struct occurrences o = {.prefix = prefix};

    o.depths = mem_zero(prefix->conditions.len, sizeof *o.depths);
    o.versions = mem_alloc(prefix->events.len, sizeof *o.versions);
    event_markings_init(&o.markings, prefix, n_places);
    persistent_init(&o.counts, n_places);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        find_depths_of(&o, e);
    persistent_finish(&o.counts);
    event_markings_finish(&o.markings);
    mem_free(o.versions);
    return o.depths;
}

/* --- conditions ----------------------------------------------------------- */

struct merged_key {
    uint32_t place, depth, condition;
};

static int compare_keys(const void *left, const void *right)
{
    const struct merged_key *const a = left, *const b = right;

    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return (a->condition > b->condition) - (a->condition < b->condition);
}

static void merge_conditions(struct merged *merged, const struct prefix *prefix,
                             const uint32_t *depths)
{
    VEC(struct merged_key) keys = {0};

    for (uint32_t b = 0; b < prefix->conditions.len; b++) {
        const struct merged_key key = {place_of(prefix, b), depths[b], b};

        merged->condition_of[b] = MERGED_NONE;
        if (key.place != PLACE_NONE)
            vec_push(&keys, key);
    }
    if (keys.len)
        qsort(keys.at, keys.len, sizeof *keys.at, compare_keys);
    for (uint32_t i = 0; i < keys.len; i++) {
        const struct merged_key key = keys.at[i];
        const struct merged_condition condition = {key.place, key.depth};

        if (i == 0 || keys.at[i - 1].place != key.place ||
            keys.at[i - 1].depth != key.depth)
            vec_push(&merged->conditions, condition);
        merged->condition_of[key.condition] = merged->conditions.len - 1;
    }
    vec_free(&keys);
}

/* --- events --------------------------------------------------------------- */

/* Appends the merged conditions of the span, increasing, to the pool. */
static struct prefix_span add_span(struct merged *merged,
                                   const struct prefix *prefix,
                                   struct prefix_span span)
{
    const uint32_t from = merged->pool.len;

    for (uint32_t i = 0; i < span.len; i++) {
        const uint32_t b = merged->condition_of[prefix->pool.at[span.from + i]];

        if (b != MERGED_NONE)
            vec_push(&merged->pool, b);
    }
    if (merged->pool.len > from)
        ids_sort(merged->pool.at + from, merged->pool.len - from);
    return (struct prefix_span){from, merged->pool.len - from};
}

typedef VEC(uint32_t) merged_name;

static void name_span(merged_name *name, const struct merged *merged,
                      struct prefix_span span)
{
    vec_push(name, span.len);
    for (uint32_t i = 0; i < span.len; i++)
        vec_push(name, merged->pool.at[span.from + i]);
}

/* Of the events under construction. */
struct merging {
    struct histories histories;
    struct lists names;
    merged_name name;
    struct keys members; /* a merged event and an event that it stands for */
};

static void merge_event(struct merged *merged, const struct prefix *prefix,
                        uint32_t e, struct merging *merging)
{
    const struct prefix_event *const event = &prefix->events.at[e];
    const uint32_t from = merged->pool.len;
    const struct merged_event fresh = {
        .trans = event->trans,
        .consumes = add_span(merged, prefix, event->consumes),
        .reads = add_span(merged, prefix, event->reads),
        .produces = add_span(merged, prefix, event->produces),
        .first = e,
        .cutoff = true,
    };
    merged_name *const name = &merging->name;
    uint32_t m, n_members;

    vec_clear(name);
    vec_push(name, event->trans);
    name_span(name, merged, fresh.consumes);
    name_span(name, merged, fresh.reads);
    name_span(name, merged, fresh.produces);
    m = lists_intern(&merging->names, name->at, name->len);
    if (m == merged->events.len)
        vec_push(&merged->events, fresh);
    else
        vec_cut(&merged->pool, from);
    n_members = merging->members.len;
    (void)keys_intern(&merging->members,
                      (uint64_t)m << 32 | merging->histories.event[e]);
    merged->events.at[m].n += merging->members.len - n_members;
    merged->events.at[m].cutoff &= event->cutoff;
    merged->event_of[e] = m;
}

void merged_init(struct merged *merged, const struct prefix *prefix,
                 uint32_t n_places)
{
    uint32_t *const depths = find_depths(prefix, n_places);
    struct merging merging = {0};

    *merged = (struct merged){0};
    merged->condition_of =
        mem_alloc(prefix->conditions.len, sizeof *merged->condition_of);
    merged->event_of = mem_alloc(prefix->events.len, sizeof *merged->event_of);
    merge_conditions(merged, prefix, depths);
    histories_init(&merging.histories, prefix);
    for (uint32_t e = 0; e < prefix->events.len; e++)
        if (e == 0)
            merged->event_of[e] = MERGED_NONE;
        else
            merge_event(merged, prefix, e, &merging);
    histories_finish(&merging.histories);
    lists_finish(&merging.names);
    vec_free(&merging.name);
    keys_finish(&merging.members);
    mem_free(depths);
}

void merged_finish(struct merged *merged)
{
    vec_free(&merged->conditions);
    vec_free(&merged->events);
    vec_free(&merged->pool);
    mem_free(merged->condition_of);
    mem_free(merged->event_of);
}
