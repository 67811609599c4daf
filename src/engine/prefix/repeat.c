#include "engine/prefix/repeat.h"

static void make_entries(struct repeat *repeat, event_id e)
{
    const uint32_t marking = repeat->es->events.at[e].marking;

    while (repeat->last.len <= marking)
        vec_push(&repeat->last, EVENT_NONE);
    while (repeat->before.len <= e) {
        vec_push(&repeat->before, EVENT_NONE);
        vec_push(&repeat->progress, 0);
    }
}

static uint32_t find_progress(struct repeat *repeat, event_id e)
{
    const struct es_span events =
        es_past_any(repeat->es, &repeat->walk, (struct es_span){&e, 1});
    uint32_t n = 0;

    for (uint32_t i = 0; i < events.len; i++)
        n += repeat->counts[repeat->es->events.at[events.at[i]].trans];
    return n;
}

/* Cuts e, or events of its marking that are larger. */
static void cut_by_progress(struct repeat *repeat, event_id e)
{
    const uint32_t progress = repeat->progress.at[e];
    event_id *link = &repeat->last.at[repeat->es->events.at[e].marking];

    while (*link != EVENT_NONE) {
        const event_id f = *link;
        const int sign = order_events(repeat->order, &repeat->walk, f, e);

        if (sign < 0 && repeat->progress.at[f] >= progress) {
            cutoff_cut(repeat->cutoff, e);
            return;
        }
        if (sign > 0 && repeat->progress.at[f] <= progress) {
            cutoff_cut(repeat->cutoff, f);
            *link = repeat->before.at[f];
        } else {
            link = &repeat->before.at[f];
        }
    }
    repeat->before.at[e] = repeat->last.at[repeat->es->events.at[e].marking];
    repeat->last.at[repeat->es->events.at[e].marking] = e;
}

/* Does an event of its past have the marking of e, which has more progress? */
static void seek_loop(struct repeat *repeat, event_id e)
{
    const uint32_t progress = repeat->progress.at[e];
    event_id f = repeat->last.at[repeat->es->events.at[e].marking];
    bool walked = false;

    for (; f != EVENT_NONE && !repeat->is_over; f = repeat->before.at[f]) {
        if (repeat->progress.at[f] >= progress)
            continue;
        if (!walked && f != EVENT_BOTTOM)
            (void)es_past_any(repeat->es, &repeat->walk,
                              (struct es_span){&e, 1});
        walked = walked || f != EVENT_BOTTOM;
        if (f == EVENT_BOTTOM || es_past_has(&repeat->walk, f)) {
            repeat->earlier = f;
            repeat->later = e;
            repeat->is_over = true;
        }
    }
}

void repeat_start(struct repeat *repeat, const struct es *es,
                  struct cutoff *cutoff, struct order *order)
{
    repeat->es = es;
    repeat->cutoff = cutoff;
    repeat->order = order;
    repeat->earlier = repeat->later = EVENT_NONE;
    make_entries(repeat, EVENT_BOTTOM);
    repeat->last.at[es->events.at[EVENT_BOTTOM].marking] = EVENT_BOTTOM;
}

void repeat_finish(struct repeat *repeat)
{
    vec_free(&repeat->progress);
    vec_free(&repeat->last);
    vec_free(&repeat->before);
    es_past_finish(&repeat->walk);
}

bool repeat_enter(struct repeat *repeat, const event_id *events, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        make_entries(repeat, events[i]);
        repeat->progress.at[events[i]] = find_progress(repeat, events[i]);
        cut_by_progress(repeat, events[i]);
    }
    for (uint32_t i = 0; i < n && !repeat->is_over; i++) {
        if (cutoff_has(repeat->cutoff, events[i]))
            continue;
        if (repeat->answers && repeat->answers(repeat->self, events[i]))
            repeat->is_over = true;
        else
            seek_loop(repeat, events[i]);
    }
    return !repeat->is_over;
}
