#include "engine/prefix/batch_decide.h"

enum {
    MARKINGS_NEAR = 64,
    /* nanoseconds, about: to decide about an event, walk over one for that */
    DECIDE_TIME = 50,
    WALK_TIME = 10,
    AHEAD = 16, /* events between one that is used and one that is fetched */
};

/* A marking is of one thread, in whose order its events are; so are those with
 * numbers near its own, whose entries are near its own. */
static bool is_of(uint32_t marking, uint32_t n_threads, uint32_t i)
{
    return marking / MARKINGS_NEAR % n_threads == i;
}

static void decide_part(void *self, uint32_t i)
{
    struct event_batch *const batch = self;
    struct cutoff *const cutoff = i ? &batch->threads[i].part : batch->cutoff;
    const es_event_list *const list = &batch->undecided;

    for (uint32_t k = 0; k < list->len; k++) {
        if (k + AHEAD < list->len) {
            es_fetch(cutoff->es, list->at[k + AHEAD]);
            es_fetch_uses(cutoff->es, list->at[k + AHEAD / 2]);
        }
        if (is_of(cutoff->es->events.at[list->at[k]].marking,
                  batch->crew.n_threads, i))
            cutoff_decide(cutoff, list->at[k]);
    }
}

static void decide_all(struct event_batch *batch, struct es_span events)
{
    for (uint32_t k = 0; k < events.len; k++)
        cutoff_decide(batch->cutoff, events.at[k]);
}

/* Those that are not known to be cutoffs. */
static void list_undecided(struct event_batch *batch, struct es_span events)
{
    es_event_list *const list = &batch->undecided;

    vec_clear(list);
    vec_reserve(list, events.len);
    for (uint32_t k = 0; k < events.len; k++) {
        list->at[list->len] = events.at[k];
        list->len += !cutoff_was_foreseen(batch->cutoff, events.at[k]);
    }
    batch->cutoff->n_cutoffs += events.len - list->len;
}

static void decide_beside(struct event_batch *batch)
{
    for (uint32_t i = 1; i < batch->crew.n_threads; i++)
        cutoff_split(batch->cutoff, &batch->threads[i].part);
    event_batch_step(batch, decide_part);
    for (uint32_t i = 1; i < batch->crew.n_threads; i++)
        cutoff_join(batch->cutoff, &batch->threads[i].part);
}

/* The conditions of those that are cutoffs. */
static void count_decided(struct event_batch *batch)
{
    const es_event_list *const list = &batch->undecided;

    for (uint32_t k = 0; k < list->len; k++)
        if (cutoff_has(batch->cutoff, list->at[k]))
            count_beside_add(&batch->beside, list->at[k]);
}

/* What to decide about n events takes, if they are like those before: in
 * nanoseconds. */
static uint64_t time_to_decide(const struct event_batch *batch, uint64_t n)
{
    const struct cutoff *const cutoff = batch->cutoff;
    const uint64_t work =
        cutoff->walk.work + (cutoff->order ? cutoff->order->work : 0);

    return n * (DECIDE_TIME + WALK_TIME * work / (batch->n_decided + 1));
}

void batch_decide_cutoffs(struct event_batch *batch, struct es_span events)
{
    const es_event_list *const list = &batch->undecided;

    if (batch->crew.n_threads == 1) {
        decide_all(batch, events);
        return;
    }
    list_undecided(batch, events);
    if (list->len <= batch->alone ||
        event_batch_can_be_alone(batch, time_to_decide(batch, list->len)))
        decide_all(batch, (struct es_span){list->at, list->len});
    else
        decide_beside(batch);
    batch->n_decided += list->len;
    if (batch->counts)
        count_decided(batch);
}
