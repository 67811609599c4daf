#include "occurrence/merged.h"

#include "base/ids.h"
#include "base/keys.h"
#include "occurrence/event_markings.h"
#include "occurrence/histories.h"

/* --- occurrence depths ---------------------------------------------------- */

/* Local configurations, depth first along the tree in which the parent of an
 * event is its base (event_markings.h). */
struct occurrences {
    const struct prefix *prefix;
    struct event_markings markings;
    uint32_t *first, *next; /* by event: a child, and a sibling; 0: none */
    uint32_t *count;        /* by place: its conditions in [e] */
    net_place_list counted; /* the places of these conditions */
    uint32_t *end;          /* by event: of those of its local configuration */
    uint32_t *depths;       /* by condition */
};

static place_id place_of(const struct prefix *prefix, uint32_t b)
{
    return prefix->conditions.at[b].place;
}

static void count_produced(struct occurrences *o, uint32_t e)
{
    const struct prefix_span produces = o->prefix->events.at[e].produces;

    for (uint32_t i = 0; i < produces.len; i++) {
        const place_id p =
            place_of(o->prefix, o->prefix->pool.at[produces.from + i]);

        if (p == PLACE_NONE)
            continue;
        o->count[p]++;
        vec_push(&o->counted, p);
    }
}

/* From the local configuration of some event below the base of e. */
static void find_depths_of(struct occurrences *o, uint32_t e)
{
    const struct prefix_span produces = o->prefix->events.at[e].produces;

    event_markings_find(&o->markings, e);
    while (o->counted.len > o->end[o->markings.base])
        o->count[vec_pop(&o->counted)]--;
    for (uint32_t i = 0; i < o->markings.own.len; i++)
        count_produced(o, o->markings.own.at[i]);
    o->end[e] = o->counted.len;
    for (uint32_t i = 0; i < produces.len; i++) {
        const uint32_t b = o->prefix->pool.at[produces.from + i];

        if (place_of(o->prefix, b) != PLACE_NONE)
            o->depths[b] = o->count[place_of(o->prefix, b)];
    }
}

static void find_all_depths(struct occurrences *o)
{
    VEC(uint32_t) waiting = {0};

    for (uint32_t e = o->prefix->events.len; e-- > 1;) {
        const uint32_t base = event_markings_base(o->prefix, e);

        o->next[e] = o->first[base];
        o->first[base] = e;
    }
    vec_push(&waiting, 0);
    while (waiting.len) {
        const uint32_t e = vec_pop(&waiting);

        find_depths_of(o, e);
        for (uint32_t child = o->first[e]; child; child = o->next[child])
            vec_push(&waiting, child);
    }
    vec_free(&waiting);
}

/* By condition; the caller frees it. */
static uint32_t *find_depths(const struct prefix *prefix, uint32_t n_places)
{
    const uint32_t n = prefix->events.len;
    struct occurrences o = {.prefix = prefix};

    o.depths = mem_zero(prefix->conditions.len, sizeof *o.depths);
    o.first = mem_zero(n, sizeof *o.first);
    o.next = mem_zero(n, sizeof *o.next);
    o.end = mem_zero(n, sizeof *o.end);
    o.count = mem_zero(n_places, sizeof *o.count);
    event_markings_init(&o.markings, prefix, n_places);
    if (n)
        find_all_depths(&o);
    event_markings_finish(&o.markings);
    mem_free(o.first);
    mem_free(o.next);
    mem_free(o.end);
    mem_free(o.count);
    vec_free(&o.counted);
    return o.depths;
}

/* --- conditions ----------------------------------------------------------- */

/* The depths on a place are 1, 2, ... */
static void list_conditions(struct merged *merged, const struct prefix *prefix,
                            const uint32_t *depths, uint32_t n_places)
{
    uint32_t *const most = mem_zero(n_places, sizeof *most);

    for (uint32_t b = 0; b < prefix->conditions.len; b++) {
        const place_id p = place_of(prefix, b);

        if (p != PLACE_NONE && most[p] < depths[b])
            most[p] = depths[b];
    }
    for (place_id p = 0; p < n_places; p++)
        for (uint32_t depth = 1; depth <= most[p]; depth++)
            vec_push(&merged->conditions,
                     ((struct merged_condition){p, depth}));
    mem_free(most);
}

/* Fills condition_of. */
static void find_conditions(struct merged *merged, const struct prefix *prefix,
                            const uint32_t *depths, uint32_t n_places)
{
    const uint32_t n = merged->conditions.len;
    uint32_t *const first = mem_zero(n_places, sizeof *first);
    uint32_t *const most = mem_zero(n_places, sizeof *most);

    for (uint32_t i = 0; i < n; i++) {
        const struct merged_condition condition = merged->conditions.at[i];

        first[condition.place] = i - (condition.depth - 1);
        most[condition.place] = condition.depth;
    }
    for (uint32_t b = 0; b < prefix->conditions.len; b++) {
        const place_id p = place_of(prefix, b);

        merged->condition_of[b] = p == PLACE_NONE || depths[b] > most[p]
                                      ? MERGED_NONE
                                      : first[p] + depths[b] - 1;
    }
    mem_free(first);
    mem_free(most);
}

/* --- events --------------------------------------------------------------- */

struct prefix_span merged_add_span(struct merged *merged,
                                   const uint32_t *number, const uint32_t *at,
                                   uint32_t n)
{
    const uint32_t from = merged->pool.len;

    for (uint32_t i = 0; i < n; i++)
        if (number[at[i]] != MERGED_NONE)
            vec_push(&merged->pool, number[at[i]]);
    if (merged->pool.len > from)
        ids_sort(merged->pool.at + from, merged->pool.len - from);
    return (struct prefix_span){from, merged->pool.len - from};
}

static void name_span(struct merged_names *names, const struct merged *merged,
                      struct prefix_span span)
{
    vec_push(&names->name, span.len);
    vec_append_n(&names->name, merged->pool.at + span.from, span.len);
}

/* The number of the name of the event. */
static uint32_t intern_name(const struct merged *merged,
                            struct merged_names *names,
                            const struct merged_event *event)
{
    vec_clear(&names->name);
    vec_push(&names->name, event->trans);
    name_span(names, merged, event->consumes);
    name_span(names, merged, event->reads);
    name_span(names, merged, event->produces);
    return lists_intern(&names->lists, names->name.at, names->name.len);
}

void merged_names_finish(struct merged_names *names)
{
    lists_finish(&names->lists);
    vec_free(&names->name);
}

uint32_t merged_intern(struct merged *merged, struct merged_names *names,
                       const struct merged_event *event)
{
    const uint32_t m = intern_name(merged, names, event);

    if (m == merged->events.len)
        vec_push(&merged->events, *event);
    else
        vec_cut(&merged->pool, event->consumes.from);
    return m;
}

static struct prefix_span add_span(struct merged *merged,
                                   const struct prefix *prefix,
                                   struct prefix_span span)
{
    return merged_add_span(merged, merged->condition_of,
                           prefix->pool.at + span.from, span.len);
}

static struct merged_event event_from(struct merged *merged,
                                      const struct prefix *prefix, uint32_t e)
{
    const struct prefix_event *const event = &prefix->events.at[e];
    struct merged_event fresh = {
        .trans = event->trans, .first = e, .cutoff = true};

    fresh.consumes = add_span(merged, prefix, event->consumes);
    fresh.reads = add_span(merged, prefix, event->reads);
    fresh.produces = add_span(merged, prefix, event->produces);
    return fresh;
}

/* Of the events under construction. */
struct merging {
    struct histories histories;
    struct merged_names names;
    struct keys members; /* a merged event and an event that it stands for */
};

static void merge_event(struct merged *merged, const struct prefix *prefix,
                        uint32_t e, struct merging *merging)
{
    const struct merged_event fresh = event_from(merged, prefix, e);
    const uint32_t m = merged_intern(merged, &merging->names, &fresh);
    const uint32_t n_members = merging->members.len;

    (void)keys_intern(&merging->members,
                      (uint64_t)m << 32 | merging->histories.event[e]);
    merged->events.at[m].n += merging->members.len - n_members;
    merged->events.at[m].cutoff &= prefix->events.at[e].cutoff;
    merged->event_of[e] = m;
}

static void alloc_nodes(struct merged *merged, const struct prefix *prefix)
{
    merged->condition_of =
        mem_alloc(prefix->conditions.len, sizeof *merged->condition_of);
    merged->event_of = mem_none(prefix->events.len);
}

void merged_init(struct merged *merged, const struct prefix *prefix,
                 uint32_t n_places)
{
    uint32_t *const depths = find_depths(prefix, n_places);
    struct merging merging = {0};

    *merged = (struct merged){.from_prefix = true};
    alloc_nodes(merged, prefix);
    list_conditions(merged, prefix, depths, n_places);
    find_conditions(merged, prefix, depths, n_places);
    histories_init(&merging.histories, prefix);
    for (uint32_t e = 1; e < prefix->events.len; e++)
        merge_event(merged, prefix, e, &merging);
    histories_finish(&merging.histories);
    merged_names_finish(&merging.names);
    keys_finish(&merging.members);
    mem_free(depths);
}

void merged_forget_prefix(struct merged *merged)
{
    for (uint32_t e = 0; e < merged->events.len; e++)
        merged->events.at[e].first = merged->events.at[e].n = 0;
    mem_free(merged->condition_of);
    mem_free(merged->event_of);
    merged->condition_of = merged->event_of = NULL;
    merged->from_prefix = false;
}

/* --- of another process --------------------------------------------------- */

static void embed_event(struct merged *merged, struct merged_names *names,
                        const struct prefix *prefix, uint32_t e)
{
    const uint32_t n_pool = merged->pool.len;
    const struct merged_event event = event_from(merged, prefix, e);
    const uint32_t m = intern_name(merged, names, &event);

    if (m < merged->events.len)
        merged->event_of[e] = m;
    vec_cut(&merged->pool, n_pool);
}

void merged_embed(struct merged *merged, const struct prefix *prefix,
                  uint32_t n_places)
{
    uint32_t *const depths = find_depths(prefix, n_places);
    struct merged_names names = {0};

    alloc_nodes(merged, prefix);
    find_conditions(merged, prefix, depths, n_places);
    for (uint32_t m = 0; m < merged->events.len; m++)
        (void)intern_name(merged, &names, &merged->events.at[m]);
    for (uint32_t e = 1; e < prefix->events.len; e++)
        embed_event(merged, &names, prefix, e);
    merged_names_finish(&names);
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
