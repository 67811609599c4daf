#include "engine/unfolding/extend.h"

#include <string.h>

/* More comparisons at once are counted as work. */
enum { MANY_COMPARISONS = 1000 };

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

void extend_init(struct extend *extend, struct es *es, struct config *c,
                 struct watch *watch)
{
    const struct compiled_net *const compiled = es->compiled;
    const uint32_t arity = largest_arity(compiled);

    *extend = (struct extend){.es = es,
                              .c = c,
                              .compiled = compiled,
                              .watch = watch,
                              .unsafe_place = PLACE_NONE};
    stamp_fit(&extend->tried, compiled->n_trans);
    stamp_fit(&extend->tried_patterns, compiled->n_patterns);
    extend->hint = mem_zero(compiled->n_trans, sizeof *extend->hint);
    extend->next = mem_zero(arity, sizeof *extend->next);
    extend->pick = mem_zero(arity, sizeof *extend->pick);
    extend->sets = (struct reader_sets){.c = c};
}

void extend_finish(struct extend *extend)
{
    stamp_finish(&extend->tried);
    stamp_finish(&extend->tried_patterns);
    mem_free(extend->hint);
    mem_free(extend->next);
    mem_free(extend->pick);
    vec_free(&extend->found);
    vec_free(&extend->matches);
    vec_free(&extend->producers);
    vec_free(&extend->unsafe_past);
    vec_free(&extend->name);
    vec_free(&extend->consumed);
    vec_free(&extend->positions);
    reader_sets_finish(&extend->sets);
}

/* Is the condition consumed outside [e] or not at all, e the event on top? */
static bool survives(const struct extend *extend,
                     const struct config_instance *inst)
{
    return inst->consumed == POS_NONE ||
           !config_before(extend->c, inst->consumed, config_len(extend->c) - 1);
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
static bool fits(const struct extend *extend,
                 const struct config_instance *inst, uint32_t k)
{
    const bool in_cut = inst->consumed == POS_NONE;
    const uint32_t n = in_cut ? extend->consumed.len : k;

    if (n > MANY_COMPARISONS && watch_work(extend->watch, n))
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (!concurrent(extend->c,
                        extend->pick[in_cut ? extend->consumed.at[i] : i],
                        inst))
            return false;
    return true;
}

/* The choice for the k-th place; those behind it are not valid any more. */
static void pick(struct extend *extend, const struct config_instance *inst,
                 uint32_t k)
{
    extend->pick[k] = inst;
    if (inst->consumed != POS_NONE)
        vec_push(&extend->consumed, k);
}

/* The next older condition of the k-th place that is concurrent with the
 * choices for the places before it. */
static bool choose(struct extend *extend, uint32_t k)
{
    const struct config_instance *inst;

    while (extend->consumed.len && *vec_top(&extend->consumed) >= k)
        (void)vec_pop(&extend->consumed);
    while ((inst = extend->next[k]) != NULL && survives(extend, inst)) {
        extend->next[k] = config_older(extend->c, inst);
        if (fits(extend, inst, k)) {
            pick(extend, inst, k);
            return true;
        }
    }
    return false;
}

/* Could the place provide a condition at all? */
static inline bool provides(const struct extend *extend, place_id p)
{
    const struct config_instance *const inst = config_youngest(extend->c, p);

    return inst && survives(extend, inst);
}

/* Could all of them?  Begins with the one that failed last: where places get
 * their tokens one after the other, few are looked at. */
static inline bool provide_all(const struct extend *extend,
                               struct net_place_span places, uint32_t *failed)
{
    uint32_t i = *failed;

    for (uint32_t n = places.len; n > 0; n--) {
        if (!provides(extend, places.at[i])) {
            *failed = i;
            return false;
        }
        i = i + 1 < places.len ? i + 1 : 0;
    }
    return true;
}

/* Advances to the next choice for all n places, from the k-th on; false when
 * there is none. */
static bool next_choice(struct extend *extend, const place_id *places,
                        uint32_t n, bool first)
{
    uint32_t k = first ? 0 : n - 1;

    if (first)
        extend->next[0] = config_youngest(extend->c, places[0]);
    for (;;) {
        if (choose(extend, k)) {
            if (++k == n)
                return true;
            extend->next[k] = config_youngest(extend->c, places[k]);
        } else if (k-- == 0 || watch_tick(extend->watch)) {
            return false;
        }
    }
}

/* The position of the largest local configuration among the producers. */
static uint32_t largest_producer(const struct extend *extend, uint32_t n)
{
    const struct es_event *const events = extend->es->events.at;
    uint32_t best = config_len(extend->c) - 1;

    for (uint32_t i = 0; i < n; i++)
        if (events[config_at(extend->c, extend->pick[i]->produced)].size >
            events[config_at(extend->c, best)].size)
            best = extend->pick[i]->produced;
    return best;
}

/* state(H) as a draft: that of the largest producer, from which the rest of H
 * is fired: the order does not matter, since each transition flips its places.
 */
static void past_marking(struct extend *extend,
                         const struct causality_past *past, uint32_t n)
{
    const uint32_t best = largest_producer(extend, n);
    struct es *const es = extend->es;

    markings_open(&es->markings,
                  es->events.at[config_at(extend->c, best)].marking);
    vec_clear(&extend->positions);
    causality_past_beyond(&extend->c->causality, past, best,
                          &extend->positions);
    for (uint32_t i = 0; i < extend->positions.len; i++)
        markings_step(
            &es->markings,
            es->events.at[config_at(extend->c, extend->positions.at[i])].trans);
}

static void report_unsafe(struct extend *extend,
                          const struct causality_past *past, trans_id t,
                          place_id p)
{
    if (extend->unsafe_place != PLACE_NONE)
        return;
    extend->unsafe_place = p;
    extend->unsafe_trans = t;
    vec_clear(&extend->positions);
    causality_past_beyond(&extend->c->causality, past, 0, &extend->positions);
    for (uint32_t i = 0; i < extend->positions.len; i++)
        vec_push(&extend->unsafe_past,
                 config_at(extend->c, extend->positions.at[i]));
}

/* The number of the marking after t; false when t puts a second token on a
 * place. */
static bool find_marking(struct extend *extend,
                         const struct causality_past *past, trans_id t,
                         uint32_t *marking)
{
    struct markings *const markings = &extend->es->markings;
    place_id second;

    past_marking(extend, past, compiled_net_use(extend->compiled, t).len);
    second = markings_open_unsafe(markings, t);
    if (second != PLACE_NONE) {
        report_unsafe(extend, past, t, second);
        return false;
    }
    markings_step(markings, t);
    *marking = markings_close(markings, false);
    return true;
}

/* `past` is NULL where it was not needed so far. */
static event_id create(struct extend *extend, const struct causality_past *past,
                       trans_id t, uint32_t n_readers)
{
    const bool has_size = !extend->is_light || extend->has_sizes;
    uint32_t marking = 0, size = 0;
    event_id e;

    if (has_size && !past)
        past = reader_sets_base(&extend->sets, extend->pick,
                                compiled_net_use(extend->compiled, t).len);
    if (!extend->is_light && !find_marking(extend, past, t, &marking))
        return EVENT_NONE;
    if (has_size)
        size = causality_past_count(&extend->c->causality, past) + 1;
    e = es_add(extend->es, t, extend->name.at, n_readers, size, marking);
    config_grow(extend->c);
    return e;
}

static void emit(struct extend *extend, trans_id t,
                 const struct causality_past *past, uint32_t n_readers,
                 bool enabled)
{
    struct extend_extension ext = {.event = EVENT_NONE, .enabled = enabled};

    if (!extend->is_light)
        ext.event = es_find(extend->es, t, extend->name.at, n_readers);
    if (ext.event == EVENT_NONE) {
        ext.event = create(extend, past, t, n_readers);
        ext.created = true;
    }
    if (ext.event != EVENT_NONE)
        vec_push(&extend->found, ext);
}

/* So many steps were made. */
static bool must_stop(struct extend *extend, uint64_t n_steps)
{
    watch_events(extend->watch, extend->es->events.len - 1);
    return watch_work(extend->watch, n_steps * WATCH_TICK);
}

/* Are the sets of readers too many to be listed now? */
static bool postpones(struct extend *extend)
{
    const uint32_t width = extend->many && !extend->only_enabled
                               ? reader_sets_width(&extend->sets, extend->many)
                               : 1;

    if (!extend->only_enabled && (!extend->many || width < extend->many))
        return false;
    if (width > extend->postponed)
        extend->postponed = width;
    return true;
}

static void emit_history(struct extend *extend, trans_id t, uint32_t n,
                         const struct causality_past *past, bool enabled)
{
    const uint32_t n_readers = extend->sets.readers.len;

    vec_cut(&extend->name, n);
    vec_append(&extend->name, &extend->sets.readers);
    emit(extend, t, past, n_readers, enabled);
}

/* A history for each closed set of readers. */
static void emit_histories(struct extend *extend, trans_id t, uint32_t n,
                           bool in_cut)
{
    struct reader_sets *const sets = &extend->sets;

    reader_sets_start(sets, extend->pick,
                      compiled_net_consume_count(extend->compiled, t), n);
    if (postpones(extend)) {
        if (in_cut)
            emit_history(extend, t, n, reader_sets_take_all(sets), true);
        (void)must_stop(extend, 1 + sets->n_all / 4);
        return;
    }
    while (reader_sets_next(sets) && !must_stop(extend, sets->n_tried))
        emit_history(extend, t, n, reader_sets_past(sets),
                     in_cut && sets->readers.len == sets->n_all);
}

static void emit_choice(struct extend *extend, trans_id t, uint32_t n)
{
    const uint32_t n_consumed = compiled_net_consume_count(extend->compiled, t);
    bool in_cut = true, has_readers = false;

    vec_clear(&extend->name);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&extend->name, extend->pick[i]->cond);
        in_cut = in_cut && extend->pick[i]->consumed == POS_NONE;
        has_readers = has_readers ||
                      (i < n_consumed &&
                       config_first_reader(extend->c, extend->pick[i]->cond) !=
                           CONFIG_NONE);
    }
    if (has_readers)
        emit_histories(extend, t, n, in_cut);
    else
        emit(extend, t, NULL, 0, in_cut);
}

/* The choice that is in the cut; false when there is none. */
static bool choose_cut(struct extend *extend, struct net_place_span use)
{
    if (!extend->postponed)
        extend->postponed = 1;
    for (uint32_t i = 0; i < use.len; i++) {
        extend->pick[i] = config_youngest(extend->c, use.at[i]);
        if (extend->pick[i]->consumed != POS_NONE)
            return false;
    }
    return true;
}

static void try_trans(struct extend *extend, trans_id t)
{
    const struct net_place_span use = compiled_net_use(extend->compiled, t);

    if (stamp_has(&extend->tried, t))
        return;
    stamp_add(&extend->tried, t);
    if (!provide_all(extend, use, &extend->hint[t]))
        return;
    if (extend->only_enabled) {
        if (choose_cut(extend, use))
            emit_choice(extend, t, use.len);
        (void)must_stop(extend, 1);
        return;
    }
    for (bool first = true; next_choice(extend, use.at, use.len, first);
         first = false) {
        emit_choice(extend, t, use.len);
        if (must_stop(extend, 1))
            return;
    }
}

static void emit_match(struct extend *extend, uint32_t g, uint32_t n)
{
    const struct extend_match match = {g, extend->producers.len, n};

    for (uint32_t i = 0; i < n; i++)
        vec_push(&extend->producers,
                 config_at(extend->c, extend->pick[i]->produced));
    vec_push(&extend->matches, match);
}

/* A place that fails moves to the front: it is likely to fail the next time,
 * too. */
static void try_pattern(struct extend *extend, uint32_t g)
{
    const struct relation *const all = &extend->compiled->pattern_places;
    place_id *const places = all->at + all->start[g];
    const uint32_t n = all->start[g + 1] - all->start[g];

    if (extend->compiled->patterns[g].answered ||
        stamp_has(&extend->tried_patterns, g))
        return;
    stamp_add(&extend->tried_patterns, g);
    for (uint32_t i = 0; i < n; i++)
        if (!provides(extend, places[i])) {
            const place_id failed = places[i];

            places[i] = places[0];
            places[0] = failed;
            return;
        }
    if (next_choice(extend, places, n, true))
        emit_match(extend, g, n);
}

static inline void try_all(struct extend *extend, struct net_trans_span users)
{
    for (uint32_t i = 0; i < users.len; i++)
        try_trans(extend, users.at[i]);
}

static void try_users(struct extend *extend, place_id p)
{
    const struct compiled_net *const compiled = extend->compiled;
    const struct compiled_net_pattern_span patterns =
        compiled_net_patterns_of(compiled, p);

    if (p == compiled->total_order_place)
        return;
    try_all(extend, compiled_net_consumers(compiled, p));
    try_all(extend, compiled_net_readers(compiled, p));
    for (uint32_t i = 0; i < patterns.len; i++)
        try_pattern(extend, patterns.at[i]);
}

/* All transitions consume that place, so only enabled ones extend C: those that
 * the push has just disabled by it, and users of what it produced. */
static void try_enabled_before(struct extend *extend)
{
    const struct config *const c = extend->c;

    for (uint32_t i = config_pushed_at(c); i < c->undo.len; i++)
        try_trans(extend, config_undo_trans(c, c->undo.at[i]));
}

void extend_run(struct extend *extend)
{
    const struct compiled_net *const compiled = extend->compiled;
    const struct es *const es = extend->es;
    const event_id e = config_at(extend->c, config_len(extend->c) - 1);
    const uint32_t n = es_use_count(es, e);
    const uint32_t n_produced = es_produce_count(es, e);

    vec_clear(&extend->found);
    vec_clear(&extend->matches);
    vec_clear(&extend->producers);
    extend->postponed = 0;
    stamp_start(&extend->tried);
    stamp_start(&extend->tried_patterns);
    if (compiled->total_order_place != PLACE_NONE)
        try_enabled_before(extend);
    for (uint32_t i = 0; i < n_produced; i++)
        try_users(extend, es->conds.at[es->events.at[e].produces + i].place);
    for (uint32_t i = es_consume_count(es, e); i < n; i++)
        try_all(extend, compiled_net_consumers(
                            compiled, es->conds.at[es_uses(es, e)[i]].place));
}
