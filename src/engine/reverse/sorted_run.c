#include "engine/reverse/sorted_run.h"

/* From 2^MANY histories of a transition on, the others than the enabled one are
 * postponed; and when there are so many events in the store, all extensions
 * that are not enabled. */
enum { MANY = 12, MANY_EVENTS = 1 << 21 };

/* The most readers of an event whose other histories cannot be stored. */
enum { MOST_READERS = 8192 };

/* Extensions between two looks at the watch. */
enum { FEW = 1024 };

static bool less(struct sorted_run *r, event_id a, event_id b)
{
    return event_order_less(&r->order, a, b);
}

/* e has its least conflict at this position. */
static void block(struct sorted_run *r, event_id e, uint32_t pos,
                  bool passed_over)
{
    const event_id next = pages_get(&r->blocked, pos);

    pages_touch(&r->blocked, pos);
    pages_touch(&r->events, e);
    pages_get(&r->events, e) =
        (struct sorted_run_event){.conflict = pos,
                                  .next = next & (CONFIG_MOST_EVENTS - 1),
                                  .passed_over = passed_over};
    pages_get(&r->blocked, pos) = e;
}

/* The events that a push removed from en(C), from this change of it on. */
static void block_disabled(struct sorted_run *r, event_id pushed,
                           uint32_t undo_from)
{
    const uint32_t pos = config_len(&r->c) - 1;

    for (uint32_t i = undo_from; i < r->c.undo.len; i++) {
        const struct config_en_event was = r->c.undo.at[i];

        if (config_en_state(was) != EN_FREE || config_en_id(was) == pushed)
            continue;

        const bool passed_over = less(r, config_en_id(was), pushed);

        block(r, config_en_id(was), pos, passed_over);
        if (passed_over && sorted_run_last_passed(r) != pos)
            vec_push(&r->passed_over, pos);
    }
}

/* --- the least event ------------------------------------------------------ */

/* Moves the event at place i of the heap down. */
static void sink(struct sorted_run *r, uint32_t i)
{
    event_id *const at = r->heap.at;
    const uint32_t len = r->heap.len;
    const event_id e = at[i];

    for (;;) {
        uint32_t child = 2 * i + 1;

        r->n_moved++;
        if (child >= len)
            break;
        if (child + 1 < len && less(r, at[child + 1], at[child]))
            child++;
        if (!less(r, at[child], e))
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = e;
}

static void put_event(struct sorted_run *r, event_id e)
{
    uint32_t i = r->heap.len;

    vec_push(&r->heap, e);
    for (; i > 0 && less(r, e, r->heap.at[(i - 1) / 2]); i = (i - 1) / 2) {
        r->n_moved++;
        r->heap.at[i] = r->heap.at[(i - 1) / 2];
    }
    r->heap.at[i] = e;
}

static void gather(struct sorted_run *r)
{
    const trans_id head = config_head(&r->c, EN_FREE);

    vec_clear(&r->heap);
    for (trans_id t = config_next(&r->c, head); t != head;
         t = config_next(&r->c, t))
        vec_push(&r->heap, config_enabled(&r->c, t));
    for (uint32_t i = r->heap.len / 2; i-- > 0;)
        sink(r, i);
    r->n_moved += r->heap.len;
    r->is_gathered = true;
}

static bool is_free(const struct sorted_run *r, event_id e)
{
    const struct config_en_event is = r->c.en[r->es->events.at[e].trans].is;

    return config_en_state(is) == EN_FREE && config_en_id(is) == e;
}

event_id sorted_run_least(struct sorted_run *r)
{
    if (!r->is_gathered)
        gather(r);
    while (r->heap.len && !is_free(r, r->heap.at[0])) {
        r->heap.at[0] = r->heap.at[r->heap.len - 1];
        (void)vec_pop(&r->heap);
        if (r->heap.len)
            sink(r, 0);
    }
    return r->heap.len ? r->heap.at[0] : EVENT_NONE;
}

/* --- pushes --------------------------------------------------------------- */

/* An extension of a size that is left out is not in en(C) for anyone but those
 * that ask whether C is maximal. */
static void add_extension(struct sorted_run *r,
                          const struct extend_extension *ext)
{
    const struct es_event *const ev = &r->es->events.at[ext->event];
    const bool is_large = r->bound && ev->size > r->bound;

    event_order_add(&r->order, ext->event);
    r->is_beyond = r->is_beyond || is_large;
    if (ext->enabled)
        config_enable(&r->c, ev->trans, ext->event,
                      is_large ? EN_EXCLUDED : EN_FREE);
    else if (!is_large)
        block(r, ext->event, config_first_rival(&r->c, ext->event), false);
    if (ext->enabled && !is_large && r->is_gathered)
        put_event(r, ext->event);
}

/* After a push, and for bottom.  When the watch has ended the run in the middle
 * the extensions are not all there, and the last ones are dropped: there can be
 * millions. */
static void extend(struct sorted_run *r)
{
    struct extend *const extensions = &r->extend;

    extensions->many = r->is_whole ? 0 : r->many;
    extensions->only_enabled =
        !r->is_whole && r->es->events.len > r->many_events;
    extend_run(extensions);
    pages_fit(&r->events, r->es->events.len);
    for (uint32_t i = 0; i < extensions->found.len; i++) {
        if (i % FEW == FEW - 1 && watch_work(extensions->watch, 0)) {
            es_cut(r->es, extensions->found.at[i].event, r->es->conds.len);
            vec_cut(&extensions->found, i);
            break;
        }
        add_extension(r, &extensions->found.at[i]);
    }
    r->n_found += extensions->found.len;
    if (extensions->postponed)
        vec_push(&r->postponed,
                 ((struct sorted_run_postponed){config_len(&r->c) - 1,
                                                extensions->postponed}));
    if (extensions->postponed > MOST_READERS &&
        extensions->watch->reason == STOP_DONE)
        extensions->watch->reason = STOP_MEMORY;
}

void sorted_run_push(struct sorted_run *r, event_id e)
{
    const uint32_t undo_from = r->c.undo.len;

    r->n_pushed++;
    delta_stack_push(&r->first_events, r->es->events.len);
    pages_fit(&r->blocked, delta_stack_len(&r->first_events));
    es_produce_only(r->es, e);
    config_grow(&r->c);
    (void)config_push(&r->c, e);
    block_disabled(r, e, undo_from);
    if (r->c.unsafe_place == PLACE_NONE)
        extend(r);
}

/* The events that the push found, of which those with an earlier conflict are
 * at the heads of their lists, and others in en(C); then those that it
 * disabled. */
static void unblock(struct sorted_run *r, uint32_t pos)
{
    const struct sorted_run_event none = {0};

    for (event_id e = r->es->events.len; e-- > r->first_events.top;)
        if (pages_get(&r->events, e).conflict) { /* it is outside en(C) */
            const struct sorted_run_event ev = pages_get(&r->events, e);

            pages_get(&r->blocked, ev.conflict) = ev.next;
            pages_get(&r->events, e) = none;
        } else {
            config_withdraw(&r->c, e);
        }
    for (event_id e = pages_get(&r->blocked, pos); e;) {
        const event_id next = pages_get(&r->events, e).next;

        pages_get(&r->events, e) = none;
        e = next;
    }
    if (pages_has(&r->blocked, pos))
        pages_get(&r->blocked, pos) = 0;
}

void sorted_run_pop(struct sorted_run *r)
{
    const uint32_t pos = sorted_run_len(r);
    const cond_id produced = r->es->events.at[config_at(&r->c, pos)].produces;

    ASSERT(pos > 0);
    r->is_gathered = false;
    unblock(r, pos);
    config_pop(&r->c);
    if (sorted_run_last_passed(r) == pos)
        (void)vec_pop(&r->passed_over);
    while (r->postponed.len && vec_top(&r->postponed)->pos >= pos)
        (void)vec_pop(&r->postponed);
    es_cut(r->es, delta_stack_pop(&r->first_events), produced);
    r->c.unsafe_place = PLACE_NONE;
}

void sorted_run_init(struct sorted_run *r, struct es *es, struct watch *watch,
                     uint32_t bound, const struct engine_test *test)
{
    ASSERT(es->lazy && es->events.len == 1);
    *r = (struct sorted_run){
        .es = es,
        .bound = bound,
        .many = test->postponed ? test->postponed : MANY,
        .many_events = test->postponed ? 16 * test->postponed : MANY_EVENTS,
    };
    config_init(&r->c, es, true);
    extend_init(&r->extend, es, &r->c, watch);
    r->extend.is_light = true;
    r->extend.has_sizes = bound > 0;
    event_order_init(&r->order, &r->c, test->weak_order);
    delta_stack_push(&r->first_events, 1);
    pages_fit(&r->blocked, 1);
    extend(r);
}

void sorted_run_finish(struct sorted_run *r)
{
    event_order_finish(&r->order);
    extend_finish(&r->extend);
    config_finish(&r->c);
    delta_stack_finish(&r->first_events);
    pages_free(&r->blocked);
    pages_free(&r->events);
    vec_free(&r->passed_over);
    vec_free(&r->heap);
    vec_free(&r->postponed);
}

/* --- the checker ---------------------------------------------------------- */

static void check_event(struct sorted_run *r, event_id e)
{
    const struct sorted_run_event *const ev = pages_at(&r->events, e);

    if (!ev->conflict)
        return;
    CHECK(!config_has(&r->c, e));
    CHECK(ev->conflict == config_first_rival(&r->c, e));
    CHECK(ev->passed_over == less(r, e, config_at(&r->c, ev->conflict)));
    CHECK(!ev->passed_over || ev->conflict <= sorted_run_last_passed(r));
}

static void check_least(struct sorted_run *r)
{
    const event_id least = sorted_run_least(r);
    const trans_id head = config_head(&r->c, EN_FREE);

    CHECK(least == EVENT_NONE || is_free(r, least));
    for (trans_id t = config_next(&r->c, head); t != head;
         t = config_next(&r->c, t))
        CHECK(least != EVENT_NONE && !less(r, config_enabled(&r->c, t), least));
}

void sorted_run_check(struct sorted_run *r)
{
    config_check(&r->c);
    CHECK(delta_stack_len(&r->first_events) == config_len(&r->c));
    for (uint32_t pos = 2; pos < config_len(&r->c); pos++)
        CHECK(less(r, config_at(&r->c, pos - 1), config_at(&r->c, pos)));
    for (event_id e = 1; e < r->es->events.len; e++)
        check_event(r, e);
    check_least(r);
}
