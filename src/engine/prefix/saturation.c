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
enum { FEW_USES = EXTENDER_FEW_USES, FURTHER_USE_COST = 8 };

/* --- limits --------------------------------------------------------------- */

/* Events of the prefix so far, bottom not counted. */
static uint64_t count_events(const struct saturation *saturation)
{
    return saturation->es->events.len - 1 + saturation->waiting.n +
           saturation->waiting.dropped.n;
}

/* The work of the modules without a watch since the call before. */
static uint64_t work_since(struct saturation *saturation)
{
    const uint64_t work =
        WALK_COST *
            (saturation->cutoff.walk.work + saturation->order.work +
             saturation->walk.work + saturation->waiting.reader.walk.work +
             (saturation->repeat ? saturation->repeat->walk.work : 0)) +
        EVENT_COST * count_events(saturation) +
        FURTHER_USE_COST * saturation->many_uses;
    const uint64_t since = work - saturation->counted;

    saturation->counted = work;
    return SATURATION_STEP_COST + since;
}

bool saturation_must_stop(struct saturation *saturation)
{
    saturation->answer->stats.at[PREFIX_histories_created] =
        count_events(saturation);
    watch_events(&saturation->watch, count_events(saturation));
    saturation->watch.cutoffs = saturation->answer->stats.at[PREFIX_cutoffs] =
        saturation->cutoff.n_cutoffs;
    return saturation->open_goals.finished ||
           watch_work(&saturation->watch, work_since(saturation));
}

bool saturation_is_late(const struct saturation *saturation)
{
    const enum answer_stop reason = saturation->watch.reason;

    return reason == STOP_TIME || reason == STOP_MEMORY ||
           reason == STOP_INTERRUPTED || reason == STOP_OVERTAKEN;
}

/* --- proposals ------------------------------------------------------------ */

/* e and g, which are concurrent, both produce a token on p. */
static void report_second_token(struct saturation *saturation, event_id e,
                                event_id g, place_id p)
{
    const event_id both[] = {e, g};
    const struct es_span past =
        es_past(saturation->es, &saturation->walk, (struct es_span){both, 2});
    es_event_list before = {0};

    for (uint32_t i = 0; i < past.len; i++)
        if (past.at[i] != e)
            vec_push(&before, past.at[i]);
    event_goals_unsafe(&saturation->open_goals,
                       (struct es_span){before.at, before.len},
                       saturation->es->events.at[e].trans, p);
    vec_free(&before);
}

/* The producers of the conditions and the readers are what the extension has in
 * its past; it puts a second token on p. */
static void report_unsafe_extension(struct saturation *saturation,
                                    const struct extender_proposal *proposal,
                                    const uint32_t *words, place_id p)
{
    const trans_id t = proposal->subject;
    es_event_list past = {0};

    for (uint32_t i = 0; i < proposal->n_words; i++)
        if (saturation->es->conds.at[words[i]].producer != EVENT_BOTTOM)
            vec_push(&past, saturation->es->conds.at[words[i]].producer);
    vec_append_n(&past, words + proposal->n_words, proposal->n_readers);
    event_goals_unsafe(&saturation->open_goals,
                       (struct es_span){past.at, past.len}, t, p);
    vec_free(&past);
}

struct size_queue *saturation_queue_of(struct saturation *saturation,
                                       uint32_t size)
{
    vec_fit(&saturation->queue, size + 1);
    return &saturation->queue.at[size];
}

/* The marking of the extension by t of e and the missing events; NONE, with a
 * report, when t puts a second token on a place. */
static uint32_t marking_of(struct saturation *saturation, event_id e,
                           const struct extender_proposal *proposal,
                           const uint32_t *words)
{
    struct markings *const markings = &saturation->es->markings;
    const trans_id t = proposal->subject;
    place_id second;

    if (proposal->marking != MARKINGS_NONE)
        return proposal->marking;
    extender_open_marking(saturation->es, e, proposal, words);
    second = markings_open_unsafe(markings, t);
    if (second != PLACE_NONE) {
        report_unsafe_extension(saturation, proposal, words, second);
        return MARKINGS_NONE;
    }
    markings_step(markings, t);
    return markings_close(markings, false);
}

/* The extension of e that is proposed. */
static void create_proposed(struct saturation *saturation, event_id e,
                            const struct extender_proposal *proposal,
                            const uint32_t *words)
{
    const uint32_t marking = marking_of(saturation, e, proposal, words);
    event_id fresh;

    if (proposal->n_words > FEW_USES)
        saturation->many_uses += proposal->n_words - FEW_USES;
    if (marking == MARKINGS_NONE)
        return;
    fresh = es_add(
        saturation->es, proposal->subject, words, proposal->n_readers,
        saturation->es->events.at[e].size + proposal->n_missing + 1, marking);
    event_goals_state(&saturation->open_goals, fresh);
    cutoff_append(&saturation->cutoff, fresh);
    event_goals_event(&saturation->open_goals, fresh);
    size_queue_push(
        saturation_queue_of(saturation, saturation->es->events.at[fresh].size),
        fresh, 1);
}

bool saturation_has_room(const struct saturation *saturation, uint32_t n)
{
    const uint64_t most = saturation->watch.limits->max_events;

    return !most || count_events(saturation) + n <= most;
}

static void answer_pattern(struct saturation *saturation, uint32_t g,
                           struct es_span producers)
{
    struct compiled_net_pattern *const pattern =
        &saturation->compiled->patterns[g];

    if (pattern->answered)
        return;
    pattern->answered = true;
    if (pattern->goal != UINT32_MAX)
        event_goals_yes(&saturation->open_goals, pattern->goal, producers);
    else
        event_goals_unsafe(&saturation->open_goals, producers, pattern->trans,
                           pattern->place);
}

void saturation_accept(struct saturation *saturation, event_id e,
                       const struct extender_proposal *proposal,
                       const uint32_t *words)
{
    switch (proposal->kind) {
    case EXTENDER_EXTENSION:
        create_proposed(saturation, e, proposal, words);
        break;
    case EXTENDER_PATTERN:
        answer_pattern(saturation, proposal->subject,
                       (struct es_span){words, proposal->n_words});
        break;
    case EXTENDER_SECOND:
        report_second_token(saturation, e, *words, proposal->subject);
        break;
    }
}

/* --- the end -------------------------------------------------------------- */

/* A run that is late counts nodes by so many events whose names have no more
 * words than these. */
enum { MOST_COUNTED = 1 << 22 };

/* Of the first `end` events all, or all cutoffs, as a set. */
static bits_word *list_events(const struct saturation *saturation, bool cutoffs,
                              event_id end)
{
    const uint32_t n = saturation->es->events.len;
    bits_word *const set = mem_zero(bits_words(n), sizeof *set);

    for (event_id e = 1; e < n && e < end; e++)
        if (!cutoffs || cutoff_has(&saturation->cutoff, e))
            bits_add(set, e);
    return set;
}

/* The events before this one, and their conditions, are counted. */
static event_id count_end(const struct saturation *saturation)
{
    const event_id n = saturation->es->events.len;
    event_id end = n < SATURATION_MOST_CLOSED ? n : SATURATION_MOST_CLOSED;

    if (!saturation_is_late(saturation))
        return EVENT_NONE;
    while (saturation->es->events.at[end].names > MOST_COUNTED)
        end /= 2;
    return end;
}

void saturation_close_counts(struct saturation *saturation,
                             struct count_nodes_sizes sizes)
{
    struct answer_stats *const stats = &saturation->answer->stats;

    stats->at[PREFIX_events] = stats->at[PREFIX_histories] - sizes.further;
    stats->at[PREFIX_conditions] =
        sizes.conditions + saturation->waiting.n_conditions;
}

void saturation_close_stats(struct saturation *saturation)
{
    struct answer_stats *const stats = &saturation->answer->stats;

    event_batch_fetch(&saturation->batch);
    stats->at[PREFIX_histories] = stats->at[PREFIX_histories_created] =
        count_events(saturation);
    stats->at[PREFIX_cutoffs] = saturation->waiting.dropped.n;
    for (event_id e = 1; e < saturation->es->events.len; e++)
        stats->at[PREFIX_cutoffs] += cutoff_has(&saturation->cutoff, e);
    stats->at[PREFIX_table_entries] = saturation->cutoff.n_entries;
    stats->at[PREFIX_event_bytes] = es_bytes(saturation->es) +
                                    conc_bytes(&saturation->conc) +
                                    mem_grown(saturation->cutoff.events.len) *
                                        sizeof *saturation->cutoff.events.at;
    saturation->counts_late = saturation->complete && !saturation->too_deep &&
                              event_batch_counts(&saturation->batch);
    if (!saturation->counts_late) {
        bits_word *const events =
            list_events(saturation, false, count_end(saturation));

        saturation_close_counts(saturation,
                                count_nodes_of(saturation->es, events));
        mem_free(events);
    }
    watch_close(&saturation->watch);
}

void saturation_link(struct saturation *saturation)
{
    if (saturation->conc.links)
        return;
    saturation_waiting_restore(saturation);
    es_link_all(saturation->es);
    saturation->conc.links = true;
}

void saturation_close_prefix(struct saturation *saturation)
{
    bits_word *const events = list_events(saturation, false, EVENT_NONE);
    bits_word *const cutoffs = list_events(saturation, true, EVENT_NONE);
    const struct export_choice choice = {
        .events = events,
        .cutoffs = cutoffs,
        .witness = {saturation->open_goals.witness.at,
                    saturation->open_goals.witness.len},
        .cutoff = &saturation->cutoff,
        .steps = &saturation->taken,
        .no_conflicts = saturation->problem->output.no_conflicts,
        .plain = saturation->problem->output.copies,
    };
    struct config c;

    event_batch_pause(&saturation->batch);
    saturation_link(saturation);
    for (event_id e = 1; e < saturation->es->events.len; e++)
        if (saturation->es->events.at[e].produces == COND_NONE)
            es_produce(saturation->es, e);
    config_init(&c, saturation->es, false);
    export_prefix(&c, &choice, &saturation->answer->prefix);
    config_finish(&c);
    mem_free(events);
    mem_free(cutoffs);
}
