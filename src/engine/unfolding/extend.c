#include "engine/unfolding/extend.h"

#include <string.h>

enum {
    MANY = 1000, /* more comparisons at once are counted as work */
    WIDE = 16,   /* more uses of a transition are many */
};

static uint32_t largest_arity(const struct compiled_net *compiled)
{
    uint32_t n = 1;

    for (trans_id t = 0; t < compiled->n_trans; t++)
        if (compiled_net_use(compiled, t).len > n)
            n = compiled_net_use(compiled, t).len;
    for (uint32_t g = 0; g < compiled->n_patterns; g++)
        if (compiled_net_pattern_places(compiled, g).len > n)
            n = compiled_net_pattern_places(compiled, g).len;
    return n;
}

void extend_init(struct extend *x, struct es *es, struct config *c,
                 struct watch *watch)
{
    const struct compiled_net *const compiled = es->compiled;
    const uint32_t arity = largest_arity(compiled);

    *x = (struct extend){.es = es,
                         .c = c,
                         .compiled = compiled,
                         .watch = watch,
                         .unsafe_place = PLACE_NONE};
    x->answered = mem_zero(compiled->n_patterns, sizeof *x->answered);
    stamp_fit(&x->tried, compiled->n_trans);
    stamp_fit(&x->tried_patterns, compiled->n_patterns);
    x->hint = mem_zero(compiled->n_trans, sizeof *x->hint);
    x->next = mem_zero(arity, sizeof *x->next);
    x->pick = mem_zero(arity, sizeof *x->pick);
    reader_sets_init(&x->sets, c);
}

void extend_finish(struct extend *x)
{
    mem_free(x->answered);
    stamp_finish(&x->tried);
    stamp_finish(&x->tried_patterns);
    mem_free(x->hint);
    mem_free(x->next);
    mem_free(x->pick);
    vec_free(&x->found);
    vec_free(&x->matches);
    vec_free(&x->producers);
    vec_free(&x->unsafe_past);
    vec_free(&x->name);
    vec_free(&x->consumed);
    vec_free(&x->positions);
    reader_sets_finish(&x->sets);
}

/* Is the condition consumed outside [e] or not at all, e the event on top? */
static bool survives(const struct extend *x, const struct config_instance *inst)
{
    return inst->consumed == POS_NONE ||
           !config_before(x->c, inst->consumed, config_len(x->c) - 1);
}

static bool concurrent(const struct config *c, const struct config_instance *a,
                       const struct config_instance *b)
{
    return (a->consumed == POS_NONE ||
            !config_before(c, a->consumed, b->produced)) &&
           (b->consumed == POS_NONE ||
            !config_before(c, b->consumed, a->produced));
}

/* Two conditions of the cut are concurrent, so that a condition of it is
 * compared with choices that are consumed only. */
static bool fits(const struct extend *x, const struct config_instance *inst,
                 uint32_t k)
{
    const bool in_cut = inst->consumed == POS_NONE;
    const uint32_t n = in_cut ? x->consumed.len : k;

    if (n > MANY && watch_work(x->watch, n))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!concurrent(x->c, x->pick[in_cut ? x->consumed.at[i] : i], inst))
            return false;
    return true;
}

/* The choice for the k-th place; those behind it are not valid any more. */
static void pick(struct extend *x, const struct config_instance *inst,
                 uint32_t k)
{
    x->pick[k] = inst;
    if (inst->consumed != POS_NONE)
        vec_push(&x->consumed, k);
}

/* The next older condition of the k-th place that is concurrent with the
 * choices for the places before it. */
static bool choose(struct extend *x, uint32_t k)
{
    const struct config_instance *inst;

    while (x->consumed.len && *vec_top(&x->consumed) >= k)
        (void)vec_pop(&x->consumed);
    while ((inst = x->next[k]) != NULL && survives(x, inst)) {
        x->next[k] = config_older(x->c, inst);
        if (fits(x, inst, k)) {
            pick(x, inst, k);
            return true;
        }
    }
    return false;
}

/* Could the place provide a condition at all? */
static inline bool provides(const struct extend *x, place_id p)
{
    const struct config_instance *const inst = config_youngest(x->c, p);

    return inst && survives(x, inst);
}

/* Advances to the next choice for all n places, from the k-th on; false when
 * there is none. */
static bool next_choice(struct extend *x, const place_id *places, uint32_t n,
                        bool first)
{
    uint32_t k = first ? 0 : n - 1;

    if (first)
        x->next[0] = config_youngest(x->c, places[0]);
    for (;;) {
        if (choose(x, k)) {
            if (++k == n)
                return true;
            x->next[k] = config_youngest(x->c, places[k]);
        } else if (k-- == 0 || watch_tick(x->watch)) {
            return false;
        }
    }
}

/* The position of the largest local configuration among the producers. */
static uint32_t largest_producer(const struct extend *x, uint32_t n)
{
    const struct es_event *const events = x->es->events.at;
    uint32_t best = config_len(x->c) - 1;

    for (uint32_t i = 0; i < n; i++)
        if (events[config_at(x->c, x->pick[i]->produced)].size >
            events[config_at(x->c, best)].size)
            best = x->pick[i]->produced;
    return best;
}

/* state(H) as a draft: that of the largest producer, from which the rest of H
 * is fired: the order does not matter, since each transition flips its places.
 */
static void past_marking(struct extend *x, const struct causality_past *past,
                         uint32_t n)
{
    const uint32_t best = largest_producer(x, n);
    struct es *const es = x->es;

    es_open(es, es->events.at[config_at(x->c, best)].marking);
    vec_clear(&x->positions);
    causality_past_beyond(&x->c->causality, past, best, &x->positions);
    for (uint32_t i = 0; i < x->positions.len; i++)
        es_open_fire(es,
                     es->events.at[config_at(x->c, x->positions.at[i])].trans);
}

static void report_unsafe(struct extend *x, const struct causality_past *past,
                          trans_id t, place_id p)
{
    if (x->unsafe_place != PLACE_NONE)
        return;
    x->unsafe_place = p;
    x->unsafe_trans = t;
    vec_clear(&x->positions);
    causality_past_beyond(&x->c->causality, past, 0, &x->positions);
    for (uint32_t i = 0; i < x->positions.len; i++)
        vec_push(&x->unsafe_past, config_at(x->c, x->positions.at[i]));
}

static event_id create(struct extend *x, const struct causality_past *past,
                       trans_id t, uint32_t n_readers)
{
    const uint32_t n = compiled_net_use(x->compiled, t).len;
    place_id second;

    past_marking(x, past, n);
    second = es_open_unsafe(x->es, t);
    if (second != PLACE_NONE) {
        report_unsafe(x, past, t, second);
        return EVENT_NONE;
    }
    es_open_fire(x->es, t);

    const event_id e = es_add(x->es, t, x->name.at, n_readers,
                              causality_past_count(&x->c->causality, past) + 1,
                              es_close(x->es, false));

    config_grow(x->c);
    return e;
}

static uint32_t size_of(struct extend *x, const struct causality_past *past,
                        uint32_t n_uses)
{
    if (!x->has_sizes)
        return 0;
    if (!past)
        past = reader_sets_base(&x->sets, x->pick, n_uses);
    return causality_past_count(&x->c->causality, past) + 1;
}

static void emit_light(struct extend *x, trans_id t,
                       const struct causality_past *past, uint32_t n_readers,
                       bool enabled)
{
    const uint32_t n_uses = compiled_net_use(x->compiled, t).len;
    const struct extend_extension ext = {
        .event = es_add(x->es, t, x->name.at, n_readers,
                        size_of(x, past, n_uses), 0),
        .enabled = enabled,
        .created = true,
    };

    config_grow(x->c);
    vec_push(&x->found, ext);
}

static void emit(struct extend *x, trans_id t,
                 const struct causality_past *past, uint32_t n_readers,
                 bool enabled)
{
    struct extend_extension ext = {.enabled = enabled};

    if (x->is_light) {
        emit_light(x, t, past, n_readers, enabled);
        return;
    }
    ext.event = es_find(x->es, t, x->name.at, n_readers);
    if (ext.event == EVENT_NONE) {
        if (!past)
            past = reader_sets_base(&x->sets, x->pick,
                                    compiled_net_use(x->compiled, t).len);
        ext.event = create(x, past, t, n_readers);
        ext.created = true;
    }
    if (ext.event != EVENT_NONE)
        vec_push(&x->found, ext);
}

/* So many steps were made. */
static bool must_stop(struct extend *x, uint64_t n_steps)
{
    watch_events(x->watch, x->es->events.len - 1);
    return watch_work(x->watch, n_steps * WATCH_TICK);
}

/* Are the sets of readers too many to be listed now? */
static bool postpones(struct extend *x)
{
    const uint32_t width =
        x->many && !x->only_enabled ? reader_sets_width(&x->sets, x->many) : 1;

    if (!x->only_enabled && (!x->many || width < x->many))
        return false;
    if (width > x->postponed)
        x->postponed = width;
    return true;
}

static void emit_history(struct extend *x, trans_id t, uint32_t n,
                         const struct causality_past *past, bool enabled)
{
    const uint32_t n_readers = x->sets.readers.len;

    vec_cut(&x->name, n);
    for (uint32_t i = 0; i < n_readers; i++)
        vec_push(&x->name, x->sets.readers.at[i]);
    emit(x, t, past, n_readers, enabled);
}

/* A history for each closed set of readers. */
static void emit_histories(struct extend *x, trans_id t, uint32_t n,
                           bool in_cut)
{
    struct reader_sets *const sets = &x->sets;

    reader_sets_start(sets, x->pick, compiled_net_consume_count(x->compiled, t),
                      n);
    if (postpones(x)) {
        if (in_cut)
            emit_history(x, t, n, reader_sets_take_all(sets), true);
        (void)must_stop(x, 1 + sets->n_all / 4);
        return;
    }
    while (reader_sets_next(sets) && !must_stop(x, sets->n_tried))
        emit_history(x, t, n, reader_sets_past(sets),
                     in_cut && sets->readers.len == sets->n_all);
}

static void emit_choice(struct extend *x, trans_id t, uint32_t n)
{
    const uint32_t n_consumed = compiled_net_consume_count(x->compiled, t);
    bool in_cut = true, has_readers = false;

    vec_clear(&x->name);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&x->name, x->pick[i]->cond);
        in_cut = in_cut && x->pick[i]->consumed == POS_NONE;
        has_readers =
            has_readers ||
            (i < n_consumed &&
             config_first_reader(x->c, x->pick[i]->cond) != CONFIG_NONE);
    }
    if (has_readers)
        emit_histories(x, t, n, in_cut);
    else
        emit(x, t, NULL, 0, in_cut);
}

/* The choice that is in the cut; false when there is none. */
static bool choose_cut(struct extend *x, struct net_place_span use)
{
    if (!x->postponed)
        x->postponed = 1;
    for (uint32_t i = 0; i < use.len; i++) {
        x->pick[i] = config_youngest(x->c, use.at[i]);
        if (x->pick[i]->consumed != POS_NONE)
            return false;
    }
    return true;
}

static void try_trans(struct extend *x, trans_id t)
{
    const struct net_place_span use = compiled_net_use(x->compiled, t);
    /* of many, those behind the use that failed last come first: when places
     * get their tokens one after the other, few are looked at */
    const uint32_t from = use.len > WIDE ? x->hint[t] : 0;

    if (stamp_has(&x->tried, t))
        return;
    stamp_add(&x->tried, t);
    if (!provides(x, use.at[x->hint[t]]))
        return;
    for (uint32_t i = from; i < use.len; i++)
        if (!provides(x, use.at[i])) {
            x->hint[t] = i;
            return;
        }
    for (uint32_t i = 0; i < from; i++)
        if (!provides(x, use.at[i])) {
            x->hint[t] = i;
            return;
        }
    if (x->only_enabled) {
        if (choose_cut(x, use))
            emit_choice(x, t, use.len);
        (void)must_stop(x, 1);
        return;
    }
    for (bool first = true; next_choice(x, use.at, use.len, first);
         first = false) {
        emit_choice(x, t, use.len);
        if (must_stop(x, 1))
            return;
    }
}

static void emit_match(struct extend *x, uint32_t g, uint32_t n)
{
    const struct extend_match match = {g, x->producers.len, n};

    for (uint32_t i = 0; i < n; i++)
        vec_push(&x->producers, config_at(x->c, x->pick[i]->produced));
    vec_push(&x->matches, match);
}

/* A place that fails moves to the front: it is likely to fail the next time,
 * too. */
static void try_pattern(struct extend *x, uint32_t g)
{
    place_id *const places =
        x->compiled->pattern_places + x->compiled->pattern_at[g];
    const uint32_t n =
        x->compiled->pattern_at[g + 1] - x->compiled->pattern_at[g];

    if (x->answered[g] || stamp_has(&x->tried_patterns, g))
        return;
    stamp_add(&x->tried_patterns, g);
    for (uint32_t i = 0; i < n; i++)
        if (!provides(x, places[i])) {
            const place_id failed = places[i];

            places[i] = places[0];
            places[0] = failed;
            return;
        }
    if (next_choice(x, places, n, true))
        emit_match(x, g, n);
}

static void try_users(struct extend *x, place_id p)
{
    const struct compiled_net *const compiled = x->compiled;
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    if (p == compiled->total_order_place)
        return;
    for (uint32_t i = compiled->consumer_at[p];
         i < compiled->consumer_at[p + 1]; i++)
        try_trans(x, compiled->consumers[i]);
    for (uint32_t i = compiled->reader_at[p]; i < compiled->reader_at[p + 1];
         i++)
        try_trans(x, compiled->readers[i]);
    for (uint32_t i = 0; i < patterns.len; i++)
        try_pattern(x, patterns.at[i]);
}

/* All transitions consume that place, so only enabled ones extend C: those that
 * the push has just disabled by it, and users of what it produced. */
static void try_enabled_before(struct extend *x)
{
    const struct config *const c = x->c;

    for (uint32_t i = config_pushed_at(c); i < c->undo.len; i++)
        try_trans(x, config_undo_trans(c, c->undo.at[i]));
}

void extend_run(struct extend *x)
{
    const struct compiled_net *const compiled = x->compiled;
    const struct es *const es = x->es;
    const event_id e = config_at(x->c, config_len(x->c) - 1);
    const uint32_t n = es_use_count(es, e);
    const uint32_t n_produced = es_produce_count(es, e);

    vec_clear(&x->found);
    vec_clear(&x->matches);
    vec_clear(&x->producers);
    x->postponed = 0;
    stamp_start(&x->tried);
    stamp_start(&x->tried_patterns);
    if (compiled->total_order_place != PLACE_NONE)
        try_enabled_before(x);
    for (uint32_t i = 0; i < n_produced; i++)
        try_users(x, es->conds.at[es->events.at[e].produces + i].place);
    for (uint32_t i = es_consume_count(es, e); i < n; i++) {
        const place_id p = es->conds.at[es_uses(es, e)[i]].place;

        for (uint32_t k = compiled->consumer_at[p];
             k < compiled->consumer_at[p + 1]; k++)
            try_trans(x, compiled->consumers[k]);
    }
}
