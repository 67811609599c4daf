#include "engine/unfolding/export.h"

#include "base/ids.h"
#include "engine/unfolding/conflict.h"
#include "engine/unfolding/missing_past.h"
#include "occurrence/prefix.h"

#include <stdlib.h>
#include <string.h>

#define NOT_EXPORTED UINT32_MAX

enum { MOST_WORK = 1 << 25, WORK_OF_EVENT = 128 };

struct exporter {
    const struct es *es;
    struct config *c;
    const struct export_choice *choice;
    struct prefix *prefix;
    uint32_t *event_no; /* by event; NOT_EXPORTED */
    uint32_t *cond_no;  /* by condition */
    struct es_walk walk;
    VEC(uint32_t) causes; /* positions */
    struct causality_past past;
    struct conflict conflict;
    struct missing_past missing;
    struct stamp seen; /* events that were compared with that at hand */
};

static bool is_exported(const struct exporter *x, event_id e)
{
    return x->event_no[e] != NOT_EXPORTED;
}

static void number_events(struct exporter *x)
{
    uint32_t n = 1;

    x->event_no[EVENT_BOTTOM] = 0;
    for (event_id e = 1; e < x->es->events.len; e++)
        x->event_no[e] = bits_has(x->choice->events, e) ? n++ : NOT_EXPORTED;
}

static struct prefix_span add_uses(struct exporter *x, event_id e,
                                   uint32_t from, uint32_t to)
{
    const uint32_t first = x->prefix->pool.len;
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = from; i < to; i++)
        vec_push(&x->prefix->pool, x->cond_no[uses[i]]);
    return (struct prefix_span){first, to - from};
}

static struct prefix_span add_conditions(struct exporter *x, event_id e)
{
    const struct compiled_net *const compiled = x->es->compiled;
    const uint32_t n = es_produce_count(x->es, e);
    const uint32_t from = x->prefix->pool.len;

    for (uint32_t i = 0; i < n; i++) {
        const cond_id b = x->es->events.at[e].produces + i;
        const place_id p = x->es->conds.at[b].place;
        const struct prefix_condition cond = {
            p < compiled->n_net_places ? p : PLACE_NONE, x->event_no[e],
            compiled_net_original(compiled, p), p};

        x->cond_no[b] = x->prefix->conditions.len;
        vec_push(&x->prefix->pool, x->cond_no[b]);
        vec_push(&x->prefix->conditions, cond);
    }
    return (struct prefix_span){from, n};
}

/* Positions of the direct causes of e, increasing; bottom left out. */
static void list_causes(struct exporter *x, event_id e)
{
    vec_clear(&x->causes);
    stamp_start(&x->seen);
    for (uint32_t i = 0; i < es_cause_count(x->es, e); i++) {
        const event_id cause = es_cause(x->es, e, i);

        if (cause == EVENT_BOTTOM || stamp_has(&x->seen, cause))
            continue;
        stamp_add(&x->seen, cause);
        vec_push(&x->causes, x->c->position.at[cause]);
    }
    ids_sort(x->causes.at, x->causes.len);
}

/* The maximal causes of e, which are in C: from the last one back, those that
 * are not in the past of later ones. */
static struct prefix_span add_causes(struct exporter *x, event_id e)
{
    const struct causality *const causality = &x->c->causality;
    const uint32_t from = x->prefix->pool.len;

    list_causes(x, e);
    causality_past_clear(&x->past);
    for (uint32_t i = x->causes.len; i > 0; i--) {
        const uint32_t pos = x->causes.at[i - 1];

        if (causality_past_has(causality, &x->past, pos))
            continue;
        vec_push(&x->prefix->pool, x->event_no[config_at(x->c, pos)]);
        if (i > 1)
            causality_past_add(causality, &x->past, pos);
    }
    if (x->prefix->pool.len == from)
        vec_push(&x->prefix->pool, 0);
    ids_sort(x->prefix->pool.at + from, x->prefix->pool.len - from);
    return (struct prefix_span){from, x->prefix->pool.len - from};
}

static void set_companion(const struct exporter *x, event_id e,
                          struct prefix_event *to)
{
    event_id companion;

    if (!to->cutoff || !x->choice->cutoff)
        return;
    companion = cutoff_companion(x->choice->cutoff, e);
    if (companion == EVENT_NONE || !is_exported(x, companion))
        return;
    to->has_companion = true;
    to->companion = x->event_no[companion];
}

static void add_event(struct exporter *x, event_id e)
{
    const struct es_event *const ev = &x->es->events.at[e];
    struct prefix_event to = {.trans = ev->trans, .size = ev->size};

    if (e != EVENT_BOTTOM) {
        to.causes = add_causes(x, e);
        to.consumes = add_uses(x, e, 0, es_consume_count(x->es, e));
        to.reads =
            add_uses(x, e, es_consume_count(x->es, e), es_use_count(x->es, e));
        to.cutoff = bits_has(x->choice->cutoffs, e);
        set_companion(x, e, &to);
    }
    to.produces = add_conditions(x, e);
    vec_push(&x->prefix->events, to);
}

static void mark_witness(struct exporter *x)
{
    const struct es_span past = es_past(x->es, &x->walk, x->choice->witness);

    for (uint32_t i = 0; i < past.len; i++)
        if (is_exported(x, past.at[i]))
            x->prefix->events.at[x->event_no[past.at[i]]].witness = true;
}

static uint32_t min(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The first position of C whose event is in direct conflict with y, an event
 * outside C; the length of C if there is none. */
static uint32_t first_rival(const struct config *c, event_id y)
{
    const cond_id *const uses = es_uses(c->es, y);
    uint32_t first = config_len(c);

    for (uint32_t i = 0; i < es_use_count(c->es, y); i++) {
        if (c->state.at[uses[i]] == COND_CONSUMED)
            first = min(first, config_inst(c, uses[i])->consumed);
        if (i >= es_consume_count(c->es, y))
            continue;
        for (uint32_t r = config_first_reader(c, uses[i]); r != CONFIG_NONE;
             r = c->readers.at[r].next)
            if (!es_names_reader(c->es, y, config_at(c, c->readers.at[r].pos)))
                first = min(first, c->readers.at[r].pos);
    }
    return first;
}

/* Lists what C lacks of [e].  Returns how much of C is without conflict with
 * [e). */
static uint32_t list_missing(struct exporter *x, event_id e)
{
    uint32_t first = config_len(x->c);

    missing_past_start(&x->missing, e);
    for (uint32_t i = 0; i < x->missing.at.len; i++) {
        missing_past_list(&x->missing, i);
        if (i > 0)
            first = min(first, first_rival(x->c, x->missing.at.at[i]));
    }
    return first;
}

/* Makes C a configuration with [e) in it.  What agrees with [e) stays, as the
 * next event needs most of it: engines add events where they are. */
static void move_to_causes(struct exporter *x, event_id e)
{
    const uint32_t first = list_missing(x, e);

    if (first < config_len(x->c)) {
        while (config_len(x->c) > first)
            config_pop(x->c);
        (void)list_missing(x, e);
    }
    missing_past_sort(&x->missing);
    for (uint32_t i = 0; i + 1 < x->missing.at.len; i++)
        (void)config_push(x->c, x->missing.at.at[i]);
}

/* With the events that were exported already. */
static void find_conflicts(struct exporter *x, event_id e)
{
    const uint32_t n = es_use_count(x->es, e);

    stamp_start(&x->seen);
    conflict_focus(&x->conflict, e);
    for (uint32_t i = 0; i < n; i++) {
        const cond_id b = es_uses(x->es, e)[i];
        const uint32_t n_users = es_user_count(x->es, b);

        x->conflict.work += n_users;
        for (uint32_t k = 0; k < n_users; k++) {
            const event_id u = es_user(x->es, b, k);
            const struct prefix_conflict conflict = {x->event_no[u],
                                                     x->event_no[e]};

            if (u >= e || !is_exported(x, u) || stamp_has(&x->seen, u))
                continue;
            stamp_add(&x->seen, u);
            if (conflict_is_immediate(&x->conflict, e, u))
                vec_push(&x->prefix->conflicts, conflict);
        }
    }
}

static int by_pair(const void *x, const void *y)
{
    const struct prefix_conflict *const a = x, *const b = y;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Does another event use a condition of e? */
static bool has_rivals(const struct exporter *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++)
        if (es_user_count(x->es, uses[i]) > 1)
            return true;
    return false;
}

/* Bounds the search for conflicts, which can be as many as pairs of events:
 * some seconds. */
static bool may_compare(const struct exporter *x)
{
    return x->conflict.work <
           MOST_WORK + (uint64_t)WORK_OF_EVENT * x->es->events.len;
}

static void add_events(struct exporter *x)
{
    for (event_id e = 0; e < x->es->events.len; e++) {
        if (!is_exported(x, e))
            continue;
        if (e != EVENT_BOTTOM)
            move_to_causes(x, e);
        add_event(x, e);
        if (x->choice->no_conflicts)
            continue;
        if (!may_compare(x))
            x->prefix->n_uncompared++;
        else if (has_rivals(x, e))
            find_conflicts(x, e);
    }
    while (config_len(x->c) > 1)
        config_pop(x->c);
    if (x->prefix->conflicts.len)
        qsort(x->prefix->conflicts.at, x->prefix->conflicts.len,
              sizeof *x->prefix->conflicts.at, by_pair);
}

/* The number of an event of a step in the prefix. */
static uint32_t step_event(const struct exporter *x, event_id e)
{
    return e == PREFIX_NO_EVENT || !is_exported(x, e) ? PREFIX_NO_EVENT
                                                      : x->event_no[e];
}

static void add_steps(struct exporter *x, const struct step_log *steps)
{
    const uint32_t from = x->prefix->pool.len;

    for (uint32_t i = 0; i < steps->pool.len; i++)
        vec_push(&x->prefix->pool, step_event(x, steps->pool.at[i]));
    for (uint32_t i = 0; i < steps->at.len; i++) {
        struct prefix_step step = steps->at.at[i];

        step.alternative.from += from;
        if (step.kind != STEP_PASS)
            step.event = step_event(x, step.event);
        vec_push(&x->prefix->steps, step);
    }
    x->prefix->steps_cut = steps->cut;
}

/* The copies of read places become reads. */
static void fold(struct prefix *prefix)
{
    struct prefix folded = {0};

    prefix_fold_reads(prefix, &folded);
    prefix_finish(prefix);
    *prefix = folded;
}

void export_prefix(struct config *c, const struct export_choice *choice,
                   struct prefix *prefix)
{
    const struct es *const es = c->es;
    struct exporter x = {.es = es, .c = c, .choice = choice, .prefix = prefix};

    x.event_no = mem_alloc(es->events.len, sizeof *x.event_no);
    x.cond_no = mem_alloc(es->conds.len, sizeof *x.cond_no);
    stamp_fit(&x.seen, es->events.len);
    conflict_init(&x.conflict, c);
    missing_past_init(&x.missing, c);
    config_grow(c);
    number_events(&x);
    add_events(&x);
    mark_witness(&x);
    if (choice->steps)
        add_steps(&x, choice->steps);
    prefix->has_copies = es->compiled->copies;
    mem_free(x.event_no);
    mem_free(x.cond_no);
    stamp_finish(&x.seen);
    conflict_finish(&x.conflict);
    missing_past_finish(&x.missing);
    vec_free(&x.causes);
    causality_past_finish(&x.past);
    es_walk_finish(&x.walk);
    if (prefix->has_copies && !choice->plain)
        fold(prefix);
}
