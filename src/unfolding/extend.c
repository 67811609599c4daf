#include "unfolding/extend.h"

#include "base/ids.h"

#include <stdlib.h>
#include <string.h>

static uint32_t largest_arity(const struct compiled_net *compiled)
{
    uint32_t n = 1;

    for (trans_id t = 0; t < compiled->n_trans; t++)
        if (compiled_net_use(compiled, t).len > n)
            n = compiled_net_use(compiled, t).len;
    for (uint32_t g = 0; g < compiled->n_patterns; g++)
        if (compiled->pattern_at[g + 1] - compiled->pattern_at[g] > n)
            n = compiled->pattern_at[g + 1] - compiled->pattern_at[g];
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
    x->stamp = mem_zero(compiled->n_trans, sizeof *x->stamp);
    x->hint = mem_zero(compiled->n_trans, sizeof *x->hint);
    x->pattern_stamp = mem_zero(compiled->n_patterns, sizeof *x->pattern_stamp);
    x->index = mem_zero(arity, sizeof *x->index);
    x->pick = mem_zero(arity, sizeof *x->pick);
    x->marking = mem_zero(es->marking_words, sizeof *x->marking);
}

void extend_finish(struct extend *x)
{
    free(x->answered);
    free(x->stamp);
    free(x->hint);
    free(x->pattern_stamp);
    free(x->index);
    free(x->pick);
    free(x->marking);
    vec_free(&x->found);
    vec_free(&x->matches);
    vec_free(&x->producers);
    vec_free(&x->unsafe_past);
    vec_free(&x->name);
    vec_free(&x->optional);
    vec_free(&x->decided);
    vec_free(&x->past);
}

/* Is the condition still there after [e], e the event at the top? */
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

static bool fits(const struct extend *x, const struct config_instance *inst,
                 uint32_t k)
{
    for (uint32_t i = 0; i < k; i++)
        if (!concurrent(x->c, x->pick[i], inst))
            return false;
    return true;
}

/* The next older condition of the k-th place that goes with the choices
 * before it. */
static bool choose(struct extend *x, place_id p, uint32_t k)
{
    const config_chain *const ch = &x->c->chains[p];

    while (x->index[k] > 0) {
        const struct config_instance *const inst = &ch->at[--x->index[k]];

        if (!survives(x, inst))
            return false;
        if (fits(x, inst, k)) {
            x->pick[k] = inst;
            return true;
        }
    }
    return false;
}

/* Could the place provide a condition at all? */
static bool provides(const struct extend *x, place_id p)
{
    const config_chain *const ch = &x->c->chains[p];

    return ch->len && survives(x, vec_top(ch));
}

/* Advances to the next choice for all n places, from the k-th on; false when
 * there is none. */
static bool next_choice(struct extend *x, const place_id *places, uint32_t n,
                        bool first)
{
    uint32_t k = first ? 0 : n - 1;

    if (first)
        x->index[0] = x->c->chains[places[0]].len;
    for (;;) {
        if (choose(x, places[k], k)) {
            if (++k == n)
                return true;
            x->index[k] = x->c->chains[places[k]].len;
        } else if (k-- == 0 || watch_tick(x->watch)) {
            return false;
        }
    }
}

static void add_past(struct extend *x, bits_word *past, uint32_t pos)
{
    const struct config_entry *const s = &x->c->steps.at[pos];
    const bits_word *const row = x->c->rows.at + s->row;

    for (uint32_t w = 0; w < s->base; w++)
        past[w] = ~(bits_word)0;
    for (uint32_t w = s->base; w <= pos / 64; w++)
        past[w] |= row[w - s->base];
}

static uint32_t past_words(const struct extend *x)
{
    return bits_words(config_len(x->c));
}

/* The past that every choice of readers shares, at the bottom of x->past. */
static void base_past(struct extend *x, uint32_t n)
{
    const uint32_t words = past_words(x);

    vec_clear(&x->past);
    vec_reserve(&x->past, words);
    x->past.len = words;
    bits_clear(x->past.at, words);
    add_past(x, x->past.at, config_len(x->c) - 1);
    for (uint32_t i = 0; i < n; i++)
        add_past(x, x->past.at, x->pick[i]->produced);
}

/* The position of the largest local configuration among the makers. */
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

/* Word w of the positions in the past that are not before position best. */
static bits_word not_before(const struct extend *x, const bits_word *past,
                            uint32_t best, uint32_t w)
{
    const struct config_entry *const s = &x->c->steps.at[best];

    if (w < s->base)
        return 0;
    if (w > best / 64)
        return past[w];
    return past[w] & ~x->c->rows.at[s->row + w - s->base];
}

/* state(H) into x->marking: that of the largest maker, then what is left of H
 * in the order of the trail. */
static void past_marking(struct extend *x, const bits_word *past, uint32_t n)
{
    const uint32_t best = largest_producer(x, n);
    const struct es *const es = x->es;
    const event_id e = config_at(x->c, best);

    bits_copy(x->marking, es_marking_bits(es, es->events.at[e].marking),
              es->marking_words);
    for (uint32_t w = 0; w < past_words(x); w++)
        for (bits_word rest = not_before(x, past, best, w); rest;
             rest &= rest - 1) {
            const uint32_t pos = 64 * w + bits_lowest(rest);

            marking_fire(x->compiled->net, x->marking,
                         es->events.at[config_at(x->c, pos)].trans);
        }
}

static void report_unsafe(struct extend *x, const bits_word *past, trans_id t,
                          place_id p)
{
    const uint32_t len = config_len(x->c);

    if (x->unsafe_place != PLACE_NONE)
        return;
    x->unsafe_place = p;
    x->unsafe_trans = t;
    for (uint32_t i = bits_next(past, 1, len); i < len;
         i = bits_next(past, i + 1, len))
        vec_push(&x->unsafe_past, config_at(x->c, i));
}

static event_id create(struct extend *x, const bits_word *past, trans_id t,
                       uint32_t n_readers)
{
    const struct net *const net = x->compiled->net;
    const uint32_t n = compiled_net_use(x->compiled, t).len;
    place_id clash;

    past_marking(x, past, n);
    clash = marking_unsafe(net, x->marking, t);
    if (clash != PLACE_NONE) {
        report_unsafe(x, past, t, clash);
        return EVENT_NONE;
    }
    marking_fire(net, x->marking, t);

    /* Bottom is in the past and e is not: the two make up for each other. */
    const event_id e =
        es_add(x->es, t, x->name.at, n_readers, bits_count(past, past_words(x)),
               es_marking(x->es, x->marking));

    config_grow(x->c);
    return e;
}

static void emit(struct extend *x, trans_id t, const bits_word *past,
                 uint32_t n_readers, bool enabled)
{
    struct extend_extension ext = {.enabled = enabled};

    ext.event = es_find(x->es, t, x->name.at, n_readers);
    if (ext.event == EVENT_NONE) {
        if (!past)
            base_past(x, compiled_net_use(x->compiled, t).len);
        ext.event = create(x, past ? past : x->past.at, t, n_readers);
        ext.created = true;
    }
    if (ext.event != EVENT_NONE)
        vec_push(&x->found, ext);
}

/* The readers of a chosen condition whose past consumes a choice can not come
 * before t. */
static bool may_precede(const struct extend *x, uint32_t pos, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (x->pick[i]->consumed != POS_NONE &&
            config_before(x->c, x->pick[i]->consumed, pos))
            return false;
    return true;
}

/* Readers that may or may not come before t, in the order of the trail;
 * returns the number of readers, counted once a condition. */
static uint32_t find_optional(struct extend *x, uint32_t n_consumed, uint32_t n)
{
    uint32_t n_readers = 0;

    vec_clear(&x->optional);
    for (uint32_t i = 0; i < n_consumed; i++)
        for (uint32_t r = x->pick[i]->reader; r != UINT32_MAX;
             r = x->c->readers.at[r].next) {
            const uint32_t pos = x->c->readers.at[r].pos;

            n_readers++;
            if (!bits_has(x->past.at, pos) && may_precede(x, pos, n))
                vec_push(&x->optional, pos);
        }
    vec_cut(&x->optional, ids_unique(x->optional.at, x->optional.len));
    return n_readers;
}

/* Appends to the name the readers that are in the past; how many. */
static uint32_t name_readers(struct extend *x, uint32_t n_consumed, uint32_t n,
                             const bits_word *past)
{
    vec_cut(&x->name, n);
    for (uint32_t i = 0; i < n_consumed; i++)
        for (uint32_t r = x->pick[i]->reader; r != UINT32_MAX;
             r = x->c->readers.at[r].next) {
            const uint32_t pos = x->c->readers.at[r].pos;

            if (bits_has(past, pos))
                vec_push(&x->name, config_at(x->c, pos));
        }
    ids_sort(x->name.at + n, x->name.len - n);
    return x->name.len - n;
}

/* Would the i-th optional reader bring in one that was left out? */
static bool drags_in(const struct extend *x, uint32_t i)
{
    for (uint32_t j = 0; j < i; j++)
        if (!x->decided.at[j] &&
            config_before(x->c, x->optional.at[j], x->optional.at[i]))
            return true;
    return false;
}

/* Sets of optional readers are numbers in binary, counted up; x->past holds
 * the past for each length of prefix of the decisions. */
static void decide_from(struct extend *x, uint32_t from)
{
    const uint32_t words = past_words(x);

    for (uint32_t i = from; i < x->optional.len; i++) {
        bits_word *const past = x->past.at + (size_t)i * words;

        bits_copy(past + words, past, words);
        if (x->decided.at[i])
            add_past(x, past + words, x->optional.at[i]);
    }
}

/* The next set of readers; the decision that changed first, or UINT32_MAX
 * when all sets were seen. */
static uint32_t next_set(struct extend *x)
{
    uint32_t i = x->optional.len;

    while (i > 0 && x->decided.at[i - 1])
        x->decided.at[--i] = 0;
    if (i == 0)
        return UINT32_MAX;
    x->decided.at[i - 1] = 1;
    return i - 1;
}

/* Is the past closed?  If not, the sets that share the fault are passed over:
 * the next one differs at or before it. */
static bool is_closed(struct extend *x, uint32_t from)
{
    for (uint32_t i = from; i < x->optional.len; i++)
        if (x->decided.at[i] && drags_in(x, i)) {
            memset(x->decided.at + i, 1, x->optional.len - i);
            return false;
        }
    return true;
}

static bool must_stop(struct extend *x)
{
    watch_events(x->watch, x->es->events.len - 1);
    return watch_tick(x->watch);
}

static void emit_set(struct extend *x, trans_id t, uint32_t n, uint32_t all,
                     bool in_cut)
{
    const bits_word *const past =
        x->past.at + (size_t)x->optional.len * past_words(x);
    const uint32_t n_readers =
        name_readers(x, x->compiled->n_consumed[t], n, past);

    emit(x, t, past, n_readers, in_cut && n_readers == all);
}

static void branch_readers(struct extend *x, trans_id t, uint32_t n,
                           bool in_cut)
{
    uint32_t all, valid = 0;

    base_past(x, n);
    all = find_optional(x, x->compiled->n_consumed[t], n);
    vec_reserve(&x->past, x->optional.len * past_words(x));
    vec_clear(&x->decided);
    for (uint32_t i = 0; i < x->optional.len; i++)
        vec_push(&x->decided, 0);
    for (uint32_t from = 0; from != UINT32_MAX && !must_stop(x);
         from = next_set(x)) {
        if (from < valid)
            valid = from;
        if (is_closed(x, from)) {
            decide_from(x, valid);
            valid = x->optional.len;
            emit_set(x, t, n, all, in_cut);
        }
    }
}

static void emit_choice(struct extend *x, trans_id t, uint32_t n)
{
    bool in_cut = true, has_readers = false;

    vec_clear(&x->name);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(&x->name, x->pick[i]->cond);
        in_cut = in_cut && x->pick[i]->consumed == POS_NONE;
        has_readers = has_readers || (i < x->compiled->n_consumed[t] &&
                                      x->pick[i]->reader != UINT32_MAX);
    }
    if (has_readers)
        branch_readers(x, t, n, in_cut);
    else
        emit(x, t, NULL, 0, in_cut);
}

static void try_trans(struct extend *x, trans_id t)
{
    const struct net_place_span use = compiled_net_use(x->compiled, t);

    if (x->stamp[t] == x->now)
        return;
    x->stamp[t] = x->now;
    if (!provides(x, use.at[x->hint[t]]))
        return;
    for (uint32_t i = 0; i < use.len; i++)
        if (!provides(x, use.at[i])) {
            x->hint[t] = i;
            return;
        }
    for (bool first = true; next_choice(x, use.at, use.len, first);
         first = false) {
        emit_choice(x, t, use.len);
        if (must_stop(x))
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

/* The place that fails is moved to the front: it is the first to look at the
 * next time. */
static void try_pattern(struct extend *x, uint32_t g)
{
    place_id *const places =
        x->compiled->pattern_places + x->compiled->pattern_at[g];
    const uint32_t n =
        x->compiled->pattern_at[g + 1] - x->compiled->pattern_at[g];

    if (x->answered[g] || x->pattern_stamp[g] == x->now)
        return;
    x->pattern_stamp[g] = x->now;
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

    if (p == compiled->clock)
        return;
    for (uint32_t i = compiled->consumer_at[p];
         i < compiled->consumer_at[p + 1]; i++)
        try_trans(x, compiled->consumers[i]);
    for (uint32_t i = compiled->reader_at[p]; i < compiled->reader_at[p + 1];
         i++)
        try_trans(x, compiled->readers[i]);
    for (uint32_t i = compiled->wanting_at[p]; i < compiled->wanting_at[p + 1];
         i++)
        try_pattern(x, compiled->wanting[i]);
}

/* All transitions take the clock, so only enabled ones extend C: those that
 * the push has just disabled by it, and users of what it made. */
static void try_enabled_before(struct extend *x)
{
    const struct config *const c = x->c;

    for (uint32_t i = vec_top(&c->steps)->undo; i < c->undo.len; i++)
        try_trans(x, c->undo.at[i].trans);
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
    if (++x->now == 0) {
        memset(x->stamp, 0, compiled->n_trans * sizeof *x->stamp);
        memset(x->pattern_stamp, 0,
               compiled->n_patterns * sizeof *x->pattern_stamp);
        x->now = 1;
    }
    if (compiled->clock != PLACE_NONE)
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
