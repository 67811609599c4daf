#include "engine/unfolding/cutoff_sweep.h"

#include "base/ids.h"

/* Bytes of strings that weigh as much as one marking or one node. */
#define STRING_BYTES 64

/* --- before ------------------------------------------------------------- */

/* The markings of the events in the store, each once. */
static void list_touched(struct cutoff_sweep *sweep)
{
    const struct es *const es = sweep->cutoff->es;

    vec_clear(&sweep->touched);
    for (event_id e = 0; e < es->events.len; e++)
        vec_push(&sweep->touched, es->events.at[e].marking);
    vec_cut(&sweep->touched, ids_unique(sweep->touched.at, sweep->touched.len));
}

/* Leaves on the list of the entry the events that stay. */
static void filter_uncut(struct cutoff *cutoff, struct cutoff_entry *entry,
                         const struct compact_map *map)
{
    event_id e = entry->uncut;

    entry->uncut = CUTOFF_END;
    while (e != CUTOFF_END) {
        const event_id next = cutoff->events.at[e].next;

        if (map->keep_event.at[e])
            cutoff_keep(cutoff, entry, e);
        e = next;
    }
}

/* The labels of [e]. */
static struct cutoff_key write_labels(struct cutoff *cutoff, event_id e)
{
    order_labels *const labels = &cutoff->order->a;

    if (cutoff->order->kind == ORDER_SIZE)
        return cutoff_key_make(CUTOFF_KEY_SIZE, cutoff->es->events.at[e].size,
                               0);
    order_load(cutoff->order, labels, cutoff_past(cutoff, e));
    order_sort(labels);
    return cutoff_key_write(&cutoff->keys, labels);
}

/* The event of the entry leaves.  An event of the same marking that is not cut
 * is as good. */
static void detach(struct cutoff *cutoff, struct cutoff_entry *entry, bool keys)
{
    if (entry->uncut != CUTOFF_END) {
        entry->key.at = entry->uncut;
    } else if (keys && cutoff_key_has_room(&cutoff->keys) &&
               (!cutoff->limit || cutoff->n_entries <= cutoff->limit)) {
        entry->key = write_labels(cutoff, entry->key.at);
    } else {
        entry->key = cutoff_key_make(CUTOFF_KEY_NONE, 0, 0);
        cutoff->n_entries--;
    }
}

static uint64_t weight(const struct cutoff *cutoff)
{
    return (uint64_t)markings_count(&cutoff->es->markings) +
           cutoff->keys.nodes.len + cutoff->keys.strings.len / STRING_BYTES;
}

/* Has the table doubled; or grown by a quarter, when its nodes are many? */
static bool is_due(const struct cutoff_sweep *sweep)
{
    const struct cutoff *const cutoff = sweep->cutoff;
    const uint64_t before = sweep->weight_after;
    const bool many = cutoff->node_limit &&
                      cutoff->keys.nodes.len > cutoff->node_limit / 4 * 3;

    return weight(cutoff) >= (many ? before + before / 4 : 2 * before) + 1024;
}

void cutoff_sweep_release(struct cutoff_sweep *sweep, struct compact_map *map,
                          bool keys)
{
    struct cutoff *const cutoff = sweep->cutoff;

    if (!cutoff->order) {
        compact_start_markings(map, cutoff->es);
        return;
    }
    list_touched(sweep);
    for (uint32_t i = 0; i < sweep->touched.len; i++) {
        struct cutoff_entry *const entry =
            &cutoff->entries.at[sweep->touched.at[i]];

        filter_uncut(cutoff, entry, map);
        if (entry->key.kind == CUTOFF_KEY_EVENT &&
            !map->keep_event.at[entry->key.at])
            detach(cutoff, entry, keys);
    }
    if (!is_due(sweep))
        return;
    compact_start_markings(map, cutoff->es);
    for (uint32_t marking = 0; marking < cutoff->entries.len; marking++)
        map->keep_marking.at[marking] =
            cutoff->entries.at[marking].key.kind != CUTOFF_KEY_NONE;
}

/* --- afterwards --------------------------------------------------------- */

static event_id renumber_link(const struct compact_map *map, event_id e)
{
    return e == CUTOFF_END ? e : compact_event(map, e);
}

void cutoff_sweep_renumber(struct cutoff_sweep *sweep,
                           const struct compact_map *map)
{
    struct cutoff *const cutoff = sweep->cutoff;

    compact_vec(&cutoff->events, &map->event);
    for (event_id e = 0; e < cutoff->events.len; e++)
        cutoff->events.at[e].next =
            renumber_link(map, cutoff->events.at[e].next) & CUTOFF_END;
    for (uint32_t i = 0; i < sweep->touched.len; i++) {
        struct cutoff_entry *const entry =
            &cutoff->entries.at[sweep->touched.at[i]];

        if (entry->key.kind == CUTOFF_KEY_EVENT)
            entry->key.at = compact_event(map, entry->key.at);
        entry->uncut = renumber_link(map, entry->uncut);
    }
    if (!map->moves_markings || !cutoff->order)
        return;
    compact_vec(&cutoff->entries, &map->marking);
    cutoff_key_sweep(&cutoff->keys, &cutoff->entries.at->key,
                     cutoff->entries.len, sizeof *cutoff->entries.at);
    sweep->weight_after = weight(cutoff);
}
