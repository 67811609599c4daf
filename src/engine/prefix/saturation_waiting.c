#include "engine/prefix/saturation.h"

enum {
    LEAST_WAITING = 32, /* extensions of an event that wait, at least */
    /* events between two looks at the watch, and extensions */
    MANY_EVENTS = 1 << 16,
    MANY_WAITING = 1 << 12,
    /* of an event that leaves the queue, and of one that waited (watch.h) */
    LEAVE_QUEUE_COST = 20,
    WAITED_IN_TREE_COST = 250, /* whose marking is kept in a tree */
};

/* What n events cost, of which most have waited, or none. */
static uint64_t cost_of(const struct saturation *saturation, bool waited,
                        uint32_t n)
{
    const bool in_tree = waited && markings_are_deep(&saturation->es->markings);

    return (uint64_t)n * (in_tree ? LEAVE_QUEUE_COST + WAITED_IN_TREE_COST
                                  : LEAVE_QUEUE_COST);
}

/* An extension has become event e: is it kept?  Where cutoffs are dropped it is
 * decided about at once. */
static bool keeps_waited(void *self, event_id e)
{
    struct saturation *const saturation = self;
    struct saturation_waiting *const w = &saturation->waiting;
    const struct net_place_span post = compiled_net_produce(
        saturation->compiled, saturation->es->events.at[e].trans);

    w->n--;
    cutoff_append(&saturation->cutoff, e);
    if (!w->drops)
        return true;
    cutoff_decide(&saturation->cutoff, e);
    if (!cutoff_has(&saturation->cutoff, e))
        return true;
    size_queue_wait(&w->dropped, w->reader.event,
                    saturation->es->events.at[e].trans);
    for (uint32_t i = 0; i < post.len; i++)
        w->n_conditions += post.at[i] < saturation->compiled->n_net_places;
    cutoff_remove_last(&saturation->cutoff);
    es_cut(saturation->es, e, saturation->es->conds.len);
    return false;
}

void saturation_waiting_init(struct saturation *saturation)
{
    const struct engine_output *const output = &saturation->problem->output;

    saturation->waiting.reader = (struct size_queue_reader){
        .es = saturation->es, .keeps = keeps_waited, .self = saturation};
    if (saturation->copies && !output->prefix && !output->steps &&
        !saturation->repeat)
        saturation->batch.least_waiting =
            saturation->problem->test.piece ? 1 : LEAST_WAITING;
    /* where places have copies, several events may have the same conditions */
    saturation->waiting.drops = !saturation->compiled->copies;
}

void saturation_waiting_finish(struct saturation *saturation)
{
    size_queue_reader_finish(&saturation->waiting.reader);
    size_queue_finish(&saturation->waiting.dropped);
}

bool saturation_waiting_may(struct saturation *saturation, uint32_t i)
{
    const event_id e = saturation->batch.items.at[i].event;
    const struct event_batch_proposals proposals =
        event_batch_proposals(&saturation->batch, i);
    bool may = saturation_has_room(saturation, proposals.len);

    markings_open(&saturation->es->markings,
                  saturation->es->events.at[e].marking);
    for (uint32_t k = 0; k < proposals.len && may; k++)
        may = markings_open_unsafe(&saturation->es->markings,
                                   proposals.at[k].subject) == PLACE_NONE;
    return may;
}

void saturation_waiting_put(struct saturation *saturation, uint32_t i)
{
    const event_id e = saturation->batch.items.at[i].event;
    const uint32_t size = saturation->es->events.at[e].size + 1;
    const struct event_batch_proposals proposals =
        event_batch_proposals(&saturation->batch, i);

    for (uint32_t k = 0; k < proposals.len; k++) {
        const trans_id t = proposals.at[k].subject;

        if (saturation->asks_events &&
            event_goals_asks_event(&saturation->open_goals, t)) {
            saturation_accept(saturation, e, &proposals.at[k],
                              proposals.words + proposals.at[k].words);
            continue;
        }
        size_queue_wait(saturation_queue_of(saturation, size), e, t);
        saturation->waiting.n++;
    }
}

/* --- which of them are cutoffs -------------------------------------------- */

enum {
    MARKINGS_NEAR = 64,
    /* nanoseconds, about: to decide about an event, walk over one for that */
    DECIDE_TIME = 50,
    WALK_TIME = 10,
};

/* A marking is of one thread, in whose order its events are; so are those with
 * numbers near its own, whose entries are near its own. */
static void decide_part(struct event_batch *batch, uint32_t i)
{
    struct cutoff *const cutoff = i ? &batch->threads[i].part : batch->cutoff;
    const es_event_list *const list = &batch->undecided;

    for (uint32_t k = 0; k < list->len; k++) {
        const event_id e = list->at[k];

        if (k + EVENT_BATCH_AHEAD < list->len) {
            es_fetch(cutoff->es, list->at[k + EVENT_BATCH_AHEAD]);
            es_fetch_uses(cutoff->es, list->at[k + EVENT_BATCH_AHEAD / 2]);
        }
        if (cutoff->es->events.at[e].marking / MARKINGS_NEAR %
                batch->crew.n_threads ==
            i)
            cutoff_decide(cutoff, e);
    }
}

/* Those before event `end`. */
static void decide_all(struct event_batch *batch, struct es_span events,
                       event_id end)
{
    for (uint32_t k = 0; k < events.len; k++)
        if (events.at[k] < end)
            cutoff_decide(batch->cutoff, events.at[k]);
}

/* Those of them that are not known to be cutoffs. */
static void list_undecided(struct event_batch *batch, struct es_span events,
                           event_id end)
{
    es_event_list *const list = &batch->undecided;

    vec_clear(list);
    vec_reserve(list, events.len);
    for (uint32_t k = 0; k < events.len; k++) {
        const event_id e = events.at[k];
        const bool known = cutoff_was_foreseen(batch->cutoff, e);

        list->at[list->len] = e;
        list->len += e < end && !known;
        batch->cutoff->n_cutoffs += e < end && known;
    }
}

static void decide_beside(struct event_batch *batch)
{
    for (uint32_t i = 1; i < batch->crew.n_threads; i++)
        cutoff_split(batch->cutoff, &batch->threads[i].part);
    event_batch_step(batch, decide_part);
    for (uint32_t i = 1; i < batch->crew.n_threads; i++)
        cutoff_join(batch->cutoff, &batch->threads[i].part);
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

/* Decides which of the events, all of one size, are cutoffs, by the threads of
 * the batch; but not about those from event `end` on.  Conditions of those that
 * are will be counted, if the batch counts. */
static void decide_events(struct event_batch *batch, struct es_span events,
                          event_id end)
{
    const es_event_list *const list = &batch->undecided;

    if (batch->crew.n_threads == 1) {
        decide_all(batch, events, end);
        return;
    }
    list_undecided(batch, events, end);
    if (list->len <= batch->alone ||
        event_batch_can_be_alone(batch, time_to_decide(batch, list->len)))
        decide_all(batch, (struct es_span){list->at, list->len}, end);
    else
        decide_beside(batch);
    batch->n_decided += list->len;
    for (uint32_t k = 0; k < list->len && batch->counts; k++)
        if (cutoff_has(batch->cutoff, list->at[k]))
            vec_push(&batch->beside.coming, list->at[k]);
}

bool saturation_waiting_take(struct saturation *saturation, uint32_t size,
                             es_event_list *list)
{
    struct size_queue *const queue = &saturation->queue.at[size];
    const bool waited = queue->waits;
    /* where cutoffs are dropped, what waited was decided about already */
    const event_id end = waited && saturation->waiting.drops
                             ? saturation->es->events.len
                             : EVENT_NONE;
    const uint32_t most = waited ? MANY_WAITING : MANY_EVENTS;
    bool goes_on = true;
    uint32_t n;

    if (waited)
        event_batch_pause(&saturation->batch);
    size_queue_start(&saturation->waiting.reader);
    do {
        const uint32_t at = list->len;

        n = size_queue_read(queue, &saturation->waiting.reader, most, list);
        if (at < list->len)
            decide_events(&saturation->batch,
                          (struct es_span){list->at + at, list->len - at}, end);
        (void)watch_work(&saturation->watch, cost_of(saturation, waited, n));
        goes_on = !saturation_must_stop(saturation) ||
                  !saturation_is_late(saturation) ||
                  saturation->problem->output.prefix;
    } while (n == most && goes_on);
    size_queue_finish(queue);
    return goes_on;
}

void saturation_waiting_restore(struct saturation *saturation)
{
    struct saturation_waiting *const w = &saturation->waiting;
    es_event_list list = {0};

    w->n += w->dropped.n;
    w->n_conditions = 0;
    w->drops = false;
    size_queue_start(&w->reader);
    while (
        size_queue_read(&w->dropped, &w->reader, MANY_WAITING, &list) &&
        !watch_work(&saturation->watch, cost_of(saturation, true, list.len))) {
        for (uint32_t i = 0; i < list.len; i++)
            cutoff_decide(&saturation->cutoff, list.at[i]);
        saturation->cutoff.n_cutoffs -= list.len; /* counted before */
        vec_clear(&list);
    }
    size_queue_finish(&w->dropped);
    vec_free(&list);
}
