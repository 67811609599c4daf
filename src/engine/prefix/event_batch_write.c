#include "engine/prefix/event_batch.h"

/* Markings that were not known get their numbers in the order of the events.
 * No extension puts a second token. */
static void number_markings(struct event_batch *batch, uint32_t i)
{
    struct markings *const markings = &batch->conc->es->markings;
    const struct event_batch_proposals proposals =
        event_batch_proposals(batch, i);

    for (uint32_t k = 0; k < proposals.len; k++) {
        const struct extender_proposal *const proposal = &proposals.at[k];

        if (proposal->marking != MARKINGS_NONE)
            continue;
        extender_open_marking(batch->conc->es, batch->items.at[i].event,
                              proposal, proposals.words + proposal->words);
        markings_step(markings, proposal->subject);
        vec_push(&batch->fresh, markings_close(markings, false));
    }
}

/* Gives them to the events, from `first` on; *at of them are given already. */
static void set_markings(struct event_batch *batch, uint32_t i, event_id first,
                         uint32_t *at)
{
    const struct event_batch_proposals proposals =
        event_batch_proposals(batch, i);

    for (uint32_t k = 0; k < proposals.len; k++)
        if (proposals.at[k].marking == MARKINGS_NONE)
            batch->conc->es->events.at[first + k].marking =
                batch->fresh.at[(*at)++];
}

static void write_item(struct event_batch *batch, uint32_t at, uint32_t i)
{
    const struct event_batch_item *const item = &batch->items.at[at];
    const struct event_batch_proposals proposals =
        event_batch_proposals(batch, at);
    es_event_list *const foreseen = event_batch_is_counting(batch, i)
                                        ? &batch->beside.uncounted
                                        : &batch->threads[i].foreseen;
    struct es *const es = batch->conc->es;
    event_id e = es->events.len + item->first_event;
    uint32_t names = item->first_use;

    for (uint32_t k = 0; k < proposals.len; k++) {
        const struct extender_proposal *const proposal = &proposals.at[k];

        es_write(es, e, names, proposal->subject,
                 proposals.words + proposal->words,
                 es->events.at[item->event].size + proposal->n_missing + 1,
                 proposal->marking);
        if (cutoff_foresee(batch->cutoff, e) && batch->counts)
            vec_push(foreseen, e);
        names += proposal->n_words;
        e++;
    }
}

/* Those of its markings in the table. */
static void fetch_entries(const struct event_batch *batch, uint32_t i)
{
    const struct event_batch_proposals proposals =
        event_batch_proposals(batch, i);

    for (uint32_t k = 0; k < proposals.len; k++)
        cutoff_fetch(batch->cutoff, proposals.at[k].marking);
}

/* Those of a piece, unless another thread has taken it. */
static void write_piece(struct event_batch *batch, uint32_t at, uint32_t i)
{
    const uint32_t n = batch->items.len,
                   size = batch_crew_size(&batch->crew, n);
    const uint32_t end = n - at < size ? n : at + size;

    if (atomic_exchange_explicit(&batch->is_written[at / size], true,
                                 memory_order_relaxed))
        return;
    for (uint32_t k = at; k < end; k++)
        if (!batch->items.at[k].waits)
            fetch_entries(batch, k);
    for (uint32_t k = at; k < end; k++)
        if (!batch->items.at[k].waits)
            write_item(batch, k, i);
}

/* The leader numbers markings before it helps the others.  Each begins with the
 * pieces that it has extended: their proposals are near. */
static void write_items(struct event_batch *batch, uint32_t i)
{
    const uint32_t n = batch->items.len,
                   size = batch_crew_size(&batch->crew, n);

    if (!i) {
        for (uint32_t k = 0; k < n; k++)
            if (batch->items.at[k].counts.n_new && !batch->items.at[k].waits)
                number_markings(batch, k);
        batch->note(batch->self);
    }
    for (uint32_t at = 0; at < n; at += size)
        if (batch->items.at[at].thread == i)
            write_piece(batch, at, i);
    for (uint32_t at = 0; at < n; at += size)
        if (!atomic_load_explicit(&batch->is_written[at / size],
                                  memory_order_relaxed))
            write_piece(batch, at, i);
}

/* Ids and names, one item after the other; false: some event must be accepted
 * by itself. */
static bool place_items(struct event_batch *batch, uint32_t *n,
                        uint32_t *n_uses)
{
    *n = *n_uses = 0;
    for (uint32_t i = 0; i < batch->items.len; i++) {
        struct event_batch_item *const item = &batch->items.at[i];

        if (item->counts.n_odd)
            return false;
        item->waits = event_batch_can_wait(batch, i);
        if (item->waits)
            continue;
        item->first_event = *n;
        item->first_use = *n_uses;
        *n += item->n_proposals;
        *n_uses += item->counts.n_uses;
    }
    return true;
}

bool event_batch_write(struct event_batch *batch, void (*note)(void *self),
                       void *self)
{
    struct es *const es = batch->conc->es;
    const event_id first = es->events.len;
    uint32_t n, n_uses, at = 0;

    if (!batch->together || !place_items(batch, &n, &n_uses))
        return false;
    if (!es_has_room(es, n, n_uses))
        event_batch_pause(batch);
    es_reserve(es, n, n_uses);
    cutoff_reserve(batch->cutoff, n);
    batch->note = note;
    batch->self = self;
    vec_clear(&batch->fresh);
    for (uint32_t i = 0; i < batch->items.len; i++)
        atomic_store_explicit(&batch->is_written[i], false,
                              memory_order_relaxed);
    batch->creates = true;
    event_batch_step(batch, write_items);
    batch->creates = false;
    for (uint32_t i = 0; at < batch->fresh.len; i++)
        if (!batch->items.at[i].waits)
            set_markings(batch, i, first + batch->items.at[i].first_event, &at);
    es_take(es, n, n_uses);
    cutoff_take(batch->cutoff, n);
    /* those that the thread which counts has not written */
    for (uint32_t i = 0; i < batch->crew.n_threads; i++) {
        vec_append(&batch->beside.coming, &batch->threads[i].foreseen);
        vec_clear(&batch->threads[i].foreseen);
    }
    event_batch_fetch(batch);
    return true;
}
