#include "engine/prefix/saturation.h"

#include "engine/unfolding/export.h"

/* What an event that is walked over or compared, and one that is created cost
 * (watch.h). */
enum {
    WALK_COST = 8,
    EVENT_COST = 500,
};

/* The conditions that an event uses are part of its cost up to this number;
 * what each of the others costs. */
enum { FEW_USES = EXTENDER_FEW_USES, USE_COST = 8 };

/* --- limits --------------------------------------------------------------- */

/* Events of the prefix so far, bottom not counted. */
static uint64_t count_events(const struct saturation *x)
{
    return x->es->events.len - 1 + x->waiting.n +
           size_queue_count(&x->waiting.dropped);
}

/* The work of the modules without a watch since the call before. */
static uint64_t work_since(struct saturation *x)
{
    const uint64_t work =
        WALK_COST * (x->cutoff.walk.work + x->order.work + x->walk.work +
                     x->waiting.reader.walk.work) +
        EVENT_COST * count_events(x) + USE_COST * x->many_uses;
    const uint64_t since = work - x->counted;

    x->counted = work;
    return SATURATION_STEP_COST + since;
}

bool saturation_must_stop(struct saturation *x)
{
    x->answer->stats.at[PREFIX_histories_created] = count_events(x);
    watch_events(&x->watch, count_events(x));
    x->watch.cutoffs = x->answer->stats.at[PREFIX_cutoffs] =
        x->cutoff.n_cutoffs;
    return x->open_goals.finished || watch_work(&x->watch, work_since(x));
}

bool saturation_is_late(const struct saturation *x)
{
    const enum answer_stop reason = x->watch.reason;

    return reason == STOP_TIME || reason == STOP_MEMORY ||
           reason == STOP_INTERRUPTED || reason == STOP_OVERTAKEN;
}

/* --- proposals ------------------------------------------------------------ */

/* e and g, which are concurrent, both produce a token on p. */
static void report_second_token(struct saturation *x, event_id e, event_id g,
                                place_id p)
{
    const event_id both[] = {e, g};
    const struct es_span past =
        es_past(x->es, &x->walk, (struct es_span){both, 2});
    es_event_list before = {0};

    for (uint32_t i = 0; i < past.len; i++)
        if (past.at[i] != e)
            vec_push(&before, past.at[i]);
    event_goals_unsafe(&x->open_goals, (struct es_span){before.at, before.len},
                       x->es->events.at[e].trans, p);
    vec_free(&before);
}

/* After [e] and the other events: what the extension of them fires at. */
static void open_past(struct saturation *x, event_id e, struct es_span missing)
{
    es_open(x->es, x->es->events.at[e].marking);
    for (uint32_t i = 0; i < missing.len; i++)
        es_open_fire(x->es, x->es->events.at[missing.at[i]].trans);
}

/* The producers of the conditions and the readers are what the extension has in
 * its past; it puts a second token on p. */
static void report_unsafe(struct saturation *x,
                          const struct extender_proposal *proposal,
                          const uint32_t *words, place_id p)
{
    const trans_id t = proposal->subject;
    es_event_list past = {0};

    for (uint32_t i = 0; i < proposal->n_words; i++)
        if (x->es->conds.at[words[i]].producer != EVENT_BOTTOM)
            vec_push(&past, x->es->conds.at[words[i]].producer);
    for (uint32_t i = 0; i < proposal->n_readers; i++)
        vec_push(&past, words[proposal->n_words + i]);
    event_goals_unsafe(&x->open_goals, (struct es_span){past.at, past.len}, t,
                       p);
    vec_free(&past);
}

struct size_queue *saturation_queue_of(struct saturation *x, uint32_t size)
{
    vec_fit(&x->queue, size + 1);
    return &x->queue.at[size];
}

/* The marking of the extension by t of e and the missing events; NONE, with a
 * report, when t puts a second token on a place. */
static uint32_t marking_of(struct saturation *x, event_id e,
                           const struct extender_proposal *proposal,
                           const uint32_t *words)
{
    const trans_id t = proposal->subject;
    place_id second;

    if (proposal->marking != ES_MARKING_NONE)
        return proposal->marking;
    open_past(x, e,
              (struct es_span){words + proposal->n_words + proposal->n_readers,
                               proposal->n_missing});
    second = es_open_unsafe(x->es, t);
    if (second != PLACE_NONE) {
        report_unsafe(x, proposal, words, second);
        return ES_MARKING_NONE;
    }
    es_open_fire(x->es, t);
    return es_close(x->es, false);
}

/* The extension of e that is proposed. */
static void create(struct saturation *x, event_id e,
                   const struct extender_proposal *proposal,
                   const uint32_t *words)
{
    const uint32_t marking = marking_of(x, e, proposal, words);
    event_id fresh;

    if (proposal->n_words > FEW_USES)
        x->many_uses += proposal->n_words - FEW_USES;
    if (marking == ES_MARKING_NONE)
        return;
    fresh = es_add(x->es, proposal->subject, words, proposal->n_readers,
                   x->es->events.at[e].size + proposal->n_missing + 1, marking);
    event_goals_state(&x->open_goals, fresh);
    cutoff_append(&x->cutoff, fresh);
    event_goals_event(&x->open_goals, fresh);
    size_queue_push(saturation_queue_of(x, x->es->events.at[fresh].size), fresh,
                    1);
}

bool saturation_has_room(const struct saturation *x, uint32_t n)
{
    const uint64_t most = x->watch.limits->max_events;

    return !most || count_events(x) + n <= most;
}

static void answer_pattern(struct saturation *x, uint32_t g,
                           struct es_span producers)
{
    const struct compiled_net_pattern *const pattern =
        &x->compiled->patterns[g];

    if (x->answered[g])
        return;
    x->answered[g] = true;
    if (pattern->goal != UINT32_MAX)
        event_goals_yes(&x->open_goals, pattern->goal, producers);
    else
        event_goals_unsafe(&x->open_goals, producers, pattern->trans,
                           pattern->place);
}

void saturation_accept(struct saturation *x, event_id e,
                       const struct extender_proposal *proposal,
                       const uint32_t *words)
{
    switch (proposal->kind) {
    case EXTENDER_EXTENSION:
        create(x, e, proposal, words);
        break;
    case EXTENDER_PATTERN:
        answer_pattern(x, proposal->subject,
                       (struct es_span){words, proposal->n_words});
        break;
    case EXTENDER_SECOND:
        report_second_token(x, e, *words, proposal->subject);
        break;
    }
}

/* --- the end -------------------------------------------------------------- */

/* A run that is late counts nodes by so many events whose names have no more
 * words than these. */
enum { MOST_COUNTED = 1 << 22 };

/* Of the first `end` events all, or all cutoffs, as a set. */
static bits_word *list_events(const struct saturation *x, bool cutoffs,
                              event_id end)
{
    const uint32_t n = x->es->events.len;
    bits_word *const set = mem_zero(bits_words(n), sizeof *set);

    for (event_id e = 1; e < n && e < end; e++)
        if (!cutoffs || cutoff_has(&x->cutoff, e))
            bits_add(set, e);
    return set;
}

/* The events before this one, and their conditions, are counted. */
static event_id count_end(const struct saturation *x)
{
    const event_id n = x->es->events.len;
    event_id end = n < SATURATION_MOST_CLOSED ? n : SATURATION_MOST_CLOSED;

    if (!saturation_is_late(x))
        return EVENT_NONE;
    while (x->es->events.at[end].names > MOST_COUNTED)
        end /= 2;
    return end;
}

void saturation_close_counts(struct saturation *x,
                             struct count_nodes_sizes sizes)
{
    struct answer_stats *const stats = &x->answer->stats;

    stats->at[PREFIX_events] = stats->at[PREFIX_histories] - sizes.further;
    stats->at[PREFIX_conditions] = sizes.conditions + x->waiting.n_conditions;
}

void saturation_close_stats(struct saturation *x)
{
    struct answer_stats *const stats = &x->answer->stats;

    event_batch_fetch(&x->batch);
    stats->at[PREFIX_histories] = stats->at[PREFIX_histories_created] =
        count_events(x);
    stats->at[PREFIX_cutoffs] = size_queue_count(&x->waiting.dropped);
    for (event_id e = 1; e < x->es->events.len; e++)
        stats->at[PREFIX_cutoffs] += cutoff_has(&x->cutoff, e);
    stats->at[PREFIX_table_entries] = x->cutoff.n_entries;
    stats->at[PREFIX_event_bytes] =
        es_bytes(x->es) + conc_bytes(&x->conc) +
        mem_grown(x->cutoff.events.len) * sizeof *x->cutoff.events.at;
    x->counts_late =
        x->complete && !x->too_deep && event_batch_counts(&x->batch);
    if (!x->counts_late) {
        bits_word *const events = list_events(x, false, count_end(x));

        saturation_close_counts(x, count_nodes_of(x->es, events));
        mem_free(events);
    }
    watch_close(&x->watch);
}

void saturation_link(struct saturation *x)
{
    if (!x->linked) {
        saturation_waiting_restore(x);
        es_link_all(x->es);
    }
    x->linked = true;
}

void saturation_close_prefix(struct saturation *x)
{
    bits_word *const events = list_events(x, false, EVENT_NONE);
    bits_word *const cutoffs = list_events(x, true, EVENT_NONE);
    const struct export_choice choice = {
        .events = events,
        .cutoffs = cutoffs,
        .witness = {x->open_goals.witness.at, x->open_goals.witness.len},
        .cutoff = &x->cutoff,
        .steps = &x->taken,
        .no_conflicts = x->problem->output.no_conflicts,
        .plain = x->problem->output.copies,
    };
    struct config c;

    event_batch_pause(&x->batch);
    saturation_link(x);
    for (event_id e = 1; e < x->es->events.len; e++)
        if (x->es->events.at[e].produces == COND_NONE)
            es_produce(x->es, e);
    config_init(&c, x->es, false);
    export_prefix(&c, &choice, &x->answer->prefix);
    config_finish(&c);
    mem_free(events);
    mem_free(cutoffs);
}
