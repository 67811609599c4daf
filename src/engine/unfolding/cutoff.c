#include "engine/unfolding/cutoff.h"

_Static_assert(sizeof(struct cutoff_entry) == 12, "of each marking");
_Static_assert(sizeof(struct cutoff_event) == 4, "of each event");

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit)
{
    *cutoff = (struct cutoff){.es = es, .order = order, .limit = limit};
    cutoff_key_init(&cutoff->keys);
    cutoff_add(cutoff, EVENT_BOTTOM);
}

void cutoff_finish(struct cutoff *cutoff)
{
    vec_free(&cutoff->entries);
    vec_free(&cutoff->events);
    cutoff_key_finish(&cutoff->keys);
    es_past_finish(&cutoff->walk);
}

static struct cutoff_entry *entry_of(struct cutoff *cutoff, uint32_t marking)
{
    const struct cutoff_entry none = {.uncut = CUTOFF_END};

    while (cutoff->entries.len <= marking)
        vec_push(&cutoff->entries, none);
    return &cutoff->entries.at[marking];
}

struct es_span cutoff_past(struct cutoff *cutoff, event_id e)
{
    return es_past_any(cutoff->es, &cutoff->walk, (struct es_span){&e, 1});
}

/* --- the rule ----------------------------------------------------------- */

/* -1, 0, 1: is the entry smaller than [e], as good, or larger? */
static int compare(struct cutoff *cutoff, const struct cutoff_entry *entry,
                   event_id e)
{
    const uint32_t size = cutoff->es->events.at[e].size;

    if (entry->key.size != size)
        return entry->key.size < size ? -1 : 1;
    if (cutoff->order->kind == ORDER_SIZE)
        return 0;
    if (entry->key.kind != CUTOFF_KEY_EVENT) {
        cutoff_key_load(&cutoff->keys, entry->key, &cutoff->order->a);
        order_load(cutoff->order, &cutoff->order->b, cutoff_past(cutoff, e));
        return order_decide(cutoff->order);
    }
    return order_events(cutoff->order, &cutoff->walk, entry->key.at, e);
}

void cutoff_cut(struct cutoff *cutoff, event_id e)
{
    cutoff->events.at[e] = (struct cutoff_event){CUTOFF_END, true};
    cutoff->n_cutoffs++;
}

/* After the entry got smaller: cuts the events whose local configurations are
 * larger now. */
static void cut_larger(struct cutoff *cutoff, struct cutoff_entry *entry)
{
    event_id e = entry->uncut;

    entry->uncut = CUTOFF_END;
    while (e != CUTOFF_END) {
        const event_id next = cutoff->events.at[e].next;

        if (compare(cutoff, entry, e) < 0)
            cutoff_cut(cutoff, e);
        else
            cutoff_keep(cutoff, entry, e);
        e = next;
    }
}

void cutoff_decide(struct cutoff *cutoff, event_id e)
{
    const struct es_event *const ev = &cutoff->es->events.at[e];
    struct cutoff_entry *entry;
    bool fresh;
    int sign;

    if (!cutoff->order)
        return;
    entry = entry_of(cutoff, ev->marking);
    fresh = entry->key.kind == CUTOFF_KEY_NONE;
    sign = fresh ? 1 : compare(cutoff, entry, e);
    cutoff->n_entries += fresh;
    if (sign < 0) {
        cutoff_cut(cutoff, e);
        return;
    }
    if (sign > 0) {
        entry->key = cutoff_key_make(CUTOFF_KEY_EVENT, ev->size, e);
        cut_larger(cutoff, entry);
    }
    cutoff_keep(cutoff, entry, e);
}

void cutoff_reserve(struct cutoff *cutoff, uint32_t n)
{
    if (n > CUTOFF_KEY_MOST_SIZE - cutoff->events.len)
        mem_failed(SIZE_MAX);
    vec_reserve(&cutoff->events, n);
}

bool cutoff_foresee(struct cutoff *cutoff, event_id e)
{
    const struct es_event *const ev = &cutoff->es->events.at[e];
    const struct cutoff_entry *const entry =
        ev->marking < cutoff->entries.len ? &cutoff->entries.at[ev->marking]
                                          : NULL;
    const bool is_cutoff = cutoff->order && entry &&
                           entry->key.kind != CUTOFF_KEY_NONE &&
                           entry->key.size < ev->size;

    cutoff->events.at[e] = (struct cutoff_event){
        is_cutoff ? CUTOFF_FORESEEN : CUTOFF_END, is_cutoff};
    return is_cutoff;
}

void cutoff_take(struct cutoff *cutoff, uint32_t n)
{
    cutoff->events.len += n;
}

void cutoff_append(struct cutoff *cutoff, event_id e)
{
    const struct cutoff_event event = {.next = CUTOFF_END};

    ASSERT(e == cutoff->events.len);
    if (e >= CUTOFF_KEY_MOST_SIZE)
        mem_failed(SIZE_MAX);
    vec_push(&cutoff->events, event);
}

void cutoff_add(struct cutoff *cutoff, event_id e)
{
    cutoff_append(cutoff, e);
    cutoff_decide(cutoff, e);
}

void cutoff_split(struct cutoff *cutoff, struct cutoff *part)
{
    const struct es_past_walk walk = part->walk;
    struct order *const order = part->order;
    const uint32_t n = markings_count(&cutoff->es->markings);

    (void)entry_of(cutoff, n - 1);
    *part = *cutoff;
    part->walk = walk;
    part->order = order;
    part->n_entries = part->n_cutoffs = part->walk.work = 0;
    if (order)
        order->work = 0;
}

void cutoff_join(struct cutoff *cutoff, struct cutoff *part)
{
    cutoff->n_entries += part->n_entries;
    cutoff->n_cutoffs += part->n_cutoffs;
    cutoff->walk.work += part->walk.work;
    if (cutoff->order)
        cutoff->order->work += part->order->work;
}

event_id cutoff_companion(const struct cutoff *cutoff, event_id e)
{
    const uint32_t marking = cutoff->es->events.at[e].marking;
    struct cutoff_key key;

    if (!cutoff->order)
        return EVENT_NONE;
    key = cutoff->entries.at[marking].key;
    return key.kind == CUTOFF_KEY_EVENT && key.at != e ? key.at : EVENT_NONE;
}

/* --- visited configurations --------------------------------------------- */

/* Is the visited configuration, which has the size of the entry, that entry?
 * True only if it is; without a look at all of its events. */
static bool is_entry(const struct cutoff *cutoff,
                     const struct cutoff_entry *entry, struct es_span trail)
{
    const event_id last = trail.len ? trail.at[trail.len - 1] : EVENT_BOTTOM;

    if (entry->key.kind == CUTOFF_KEY_EVENT)
        return entry->key.at == last;
    return entry->key.kind == CUTOFF_KEY_PATH &&
           cutoff_key_is_visited(&cutoff->keys, entry->key.at, trail.len);
}

/* The labels of the visited configuration and of an entry, perhaps without some
 * that both have. */
static void load_visited(struct cutoff *cutoff, struct cutoff_key key,
                         struct es_span trail)
{
    order_labels *const of_entry = &cutoff->order->b;
    uint32_t n_shared = 0;

    if (key.kind == CUTOFF_KEY_EVENT)
        order_load(cutoff->order, of_entry, cutoff_past(cutoff, key.at));
    else if (key.kind == CUTOFF_KEY_PATH)
        n_shared = cutoff_key_load_rest(&cutoff->keys, key, of_entry);
    else
        cutoff_key_load(&cutoff->keys, key, of_entry);
    order_load(cutoff->order, &cutoff->order->a,
               (struct es_span){trail.at + n_shared, trail.len - n_shared});
}

/* Is the visited configuration smaller than the entry?  By size and Parikh
 * vector only: levels would have to be sorted. */
static bool improves(struct cutoff *cutoff, const struct cutoff_entry *entry,
                     struct es_span trail)
{
    if (entry->key.size != trail.len)
        return entry->key.size > trail.len;
    if (cutoff->order->kind == ORDER_SIZE || is_entry(cutoff, entry, trail))
        return false;
    load_visited(cutoff, entry->key, trail);
    return order_decide_parikh(cutoff->order) < 0;
}

void cutoff_visit(struct cutoff *cutoff, uint32_t marking, struct es_span trail)
{
    struct cutoff_entry *entry;

    ASSERT(cutoff->order);
    if (cutoff->node_limit &&
        (uint64_t)cutoff->keys.nodes.len +
                cutoff_key_cost(&cutoff->keys, trail.len) >
            cutoff->node_limit)
        return; /* its nodes would be too many */
    entry = entry_of(cutoff, marking);
    if (entry->key.kind == CUTOFF_KEY_NONE)
        cutoff->n_entries++;
    else if (!improves(cutoff, entry, trail))
        return;
    entry->key = cutoff_key_visit(&cutoff->keys, cutoff->es, trail);
    cut_larger(cutoff, entry);
}
