#include "cutoff.h"

void cutoff_init(struct cutoff *cutoff, struct es *es, struct order *order,
                 uint64_t limit)
{
    *cutoff = (struct cutoff){.es = es, .order = order, .limit = limit};
    cutoff_add(cutoff, EVENT_BOTTOM);
}

void cutoff_finish(struct cutoff *cutoff)
{
    vec_free(&cutoff->entries);
}

static struct cutoff_entry *entry_of(struct cutoff *cutoff, uint32_t mark)
{
    const struct cutoff_entry none = {CUTOFF_EMPTY, EVENT_NONE, EVENT_NONE};

    while (cutoff->entries.len <= mark)
        vec_push(&cutoff->entries, none);
    return &cutoff->entries.at[mark];
}

static bool beats(struct cutoff *cutoff, const struct cutoff_entry *entry,
                  event_id e)
{
    const struct event *const ev = &cutoff->es->events.at[e];

    if (entry->size != ev->size)
        return entry->size < ev->size;
    return entry->event != EVENT_NONE &&
           order_compare(cutoff->order, entry->event, e) < 0;
}

static void keep_alive(struct cutoff *cutoff, struct cutoff_entry *entry,
                       event_id e)
{
    cutoff->es->events.at[e].alive = entry->alive;
    entry->alive = e;
}

/* After the entry got smaller: cut whom it beats now. */
static void cut_beaten(struct cutoff *cutoff, struct cutoff_entry *entry)
{
    event_id e = entry->alive;

    entry->alive = EVENT_NONE;
    while (e != EVENT_NONE) {
        const event_id next = cutoff->es->events.at[e].alive;

        if (beats(cutoff, entry, e))
            cutoff->es->events.at[e].cut = 1;
        else
            keep_alive(cutoff, entry, e);
        e = next;
    }
}

void cutoff_add(struct cutoff *cutoff, event_id e)
{
    struct event *const ev = &cutoff->es->events.at[e];
    struct cutoff_entry *const entry = entry_of(cutoff, ev->mark);

    if (entry->size == CUTOFF_EMPTY)
        cutoff->n_entries++;
    else if (beats(cutoff, entry, e)) {
        ev->cut = 1;
        return;
    }

    const bool smaller = entry->size > ev->size ||
                         (entry->event != EVENT_NONE &&
                          order_compare(cutoff->order, e, entry->event) < 0);

    if (smaller) {
        entry->size = ev->size;
        entry->event = e;
        cut_beaten(cutoff, entry);
    }
    keep_alive(cutoff, entry, e);
}

void cutoff_visit(struct cutoff *cutoff, const bits_word *m, uint32_t size)
{
    struct cutoff_entry *entry;
    uint32_t mark;

    if (cutoff->limit && cutoff->n_entries >= cutoff->limit) {
        mark = es_mark_find(cutoff->es, m);
        if (mark == UINT32_MAX)
            return;
    } else {
        mark = es_mark(cutoff->es, m);
    }
    entry = entry_of(cutoff, mark);
    if (entry->size <= size)
        return;
    cutoff->n_entries += entry->size == CUTOFF_EMPTY;
    entry->size = size;
    entry->event = EVENT_NONE;
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
    return cutoff->entries.len * sizeof *cutoff->entries.at;
}
