#include "cutoff.h"

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit)
{
    const struct cutoff_node empty = {0, EVENT_BOTTOM};

    *cutoff = (struct cutoff){.es = es, .order = order, .limit = limit};
    vec_push(&cutoff->nodes, empty);
    vec_push(&cutoff->path, 0);
    cutoff_add(cutoff, EVENT_BOTTOM);
}

void cutoff_finish(struct cutoff *cutoff)
{
    vec_free(&cutoff->entries);
    vec_free(&cutoff->nodes);
    vec_free(&cutoff->path);
    vec_free(&cutoff->listed);
    es_walk_finish(&cutoff->walk);
}

static struct cutoff_entry *entry_of(struct cutoff *cutoff, uint32_t mark)
{
    const struct cutoff_entry none = {CUTOFF_EMPTY, EVENT_NONE, 0, EVENT_NONE};

    while (cutoff->entries.len <= mark)
        vec_push(&cutoff->entries, none);
    return &cutoff->entries.at[mark];
}

/* The events of the configuration of a node, into cutoff->listed. */
static struct event_span list_node(struct cutoff *cutoff, uint32_t node)
{
    vec_clear(&cutoff->listed);
    for (uint32_t n = node; n; n = cutoff->nodes.at[n].parent)
        vec_push(&cutoff->listed, cutoff->nodes.at[n].event);
    return (struct event_span){cutoff->listed.at, cutoff->listed.len};
}

static struct event_span list_event(struct cutoff *cutoff, event_id e)
{
    const struct event_span self = {&e, e != EVENT_BOTTOM};

    return es_past_any(cutoff->es, &cutoff->walk, self);
}

/* -1, 0, 1: is the entry smaller than [e], as good, or larger? */
static int compare(struct cutoff *cutoff, const struct cutoff_entry *entry,
                   event_id e)
{
    const uint32_t size = cutoff->es->events.at[e].size;
    struct es_walk *const walk = &cutoff->walk;

    if (entry->size != size)
        return entry->size < size ? -1 : 1;
    if (cutoff->order->kind == ORDER_SIZE || entry->event == e)
        return 0;
    if (entry->event == EVENT_NONE)
        return order_compare(cutoff->order, list_node(cutoff, entry->node),
                             list_event(cutoff, e));
    es_difference(cutoff->es, walk, entry->event, e);
    return order_compare(cutoff->order,
                         (struct event_span){walk->out.at, walk->out.len},
                         (struct event_span){walk->other.at, walk->other.len});
}

static void keep_alive(struct cutoff *cutoff, struct cutoff_entry *entry,
                       event_id e)
{
    cutoff->es->events.at[e].alive = entry->alive;
    entry->alive = e;
}

static void cut(struct cutoff *cutoff, event_id e)
{
    cutoff->es->events.at[e].cut = 1;
    cutoff->n_cut++;
}

/* After the entry got smaller: cut whom it beats now. */
static void cut_beaten(struct cutoff *cutoff, struct cutoff_entry *entry)
{
    event_id e = entry->alive;

    entry->alive = EVENT_NONE;
    while (e != EVENT_NONE) {
        const event_id next = cutoff->es->events.at[e].alive;

        if (compare(cutoff, entry, e) < 0)
            cut(cutoff, e);
        else
            keep_alive(cutoff, entry, e);
        e = next;
    }
}

void cutoff_add(struct cutoff *cutoff, event_id e)
{
    struct event *const ev = &cutoff->es->events.at[e];
    struct cutoff_entry *const entry = entry_of(cutoff, ev->mark);
    const int sign =
        entry->size == CUTOFF_EMPTY ? 1 : compare(cutoff, entry, e);

    cutoff->n_entries += entry->size == CUTOFF_EMPTY;
    if (sign < 0) {
        cut(cutoff, e);
        return;
    }
    if (sign > 0) {
        entry->size = ev->size;
        entry->event = e;
        cut_beaten(cutoff, entry);
    }
    keep_alive(cutoff, entry, e);
}

/* The node of the trail; those on the way to it are made when missing. */
static uint32_t node_of(struct cutoff *cutoff, struct event_span trail)
{
    while (cutoff->path.len <= trail.len) {
        const uint32_t n = cutoff->path.len;
        const struct cutoff_node node = {cutoff->path.at[n - 1],
                                         trail.at[n - 1]};

        vec_push(&cutoff->path, cutoff->nodes.len);
        vec_push(&cutoff->nodes, node);
    }
    /* What was popped from the trail must have been left here too. */
    ASSERT(cutoff->path.len == trail.len + 1);
    ASSERT(!trail.len || cutoff->nodes.at[cutoff->path.at[trail.len]].event ==
                             trail.at[trail.len - 1]);
    return cutoff->path.at[trail.len];
}

static bool improves(struct cutoff *cutoff, const struct cutoff_entry *entry,
                     struct event_span trail)
{
    if (entry->size != trail.len)
        return entry->size > trail.len;
    if (cutoff->order->kind == ORDER_SIZE)
        return false;
    return order_compare_parikh(cutoff->order, trail,
                                entry->event == EVENT_NONE
                                    ? list_node(cutoff, entry->node)
                                    : list_event(cutoff, entry->event)) < 0;
}

void cutoff_visit(struct cutoff *cutoff, const bits_word *m,
                  struct event_span trail)
{
    const bool full = cutoff->limit && cutoff->n_entries >= cutoff->limit;
    const uint32_t mark =
        full ? es_mark_find(cutoff->es, m) : es_mark(cutoff->es, m);
    struct cutoff_entry *entry;

    if (mark == UINT32_MAX)
        return;
    entry = entry_of(cutoff, mark);
    if (entry->size != CUTOFF_EMPTY && !improves(cutoff, entry, trail))
        return;
    cutoff->n_entries += entry->size == CUTOFF_EMPTY;
    entry->size = trail.len;
    entry->event = EVENT_NONE;
    entry->node = node_of(cutoff, trail);
    cut_beaten(cutoff, entry);
}

event_id cutoff_companion(const struct cutoff *cutoff, event_id e, bool *known)
{
    const uint32_t mark = cutoff->es->events.at[e].mark;
    const event_id companion = cutoff->entries.at[mark].event;

    *known = companion != EVENT_NONE && companion != e;
    return companion;
}

size_t cutoff_bytes(const struct cutoff *cutoff)
{
    return cutoff->entries.len * sizeof *cutoff->entries.at +
           cutoff->nodes.len * sizeof *cutoff->nodes.at;
}
