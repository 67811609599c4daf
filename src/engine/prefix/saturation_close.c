#include "engine/prefix/saturation_close.h"

#include "engine/prefix/solve_questions.h"
#include "engine/unfolding/export.h"

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
        saturation_events(x);
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
    solve_questions_link(x);
    for (event_id e = 1; e < x->es->events.len; e++)
        if (x->es->events.at[e].produces == COND_NONE)
            es_produce(x->es, e);
    config_init(&c, x->es);
    export_prefix(&c, &choice, &x->answer->prefix);
    config_finish(&c);
    mem_free(events);
    mem_free(cutoffs);
}
