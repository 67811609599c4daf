#include "unfolding/export.h"

#include "unfolding/missing_past.h"

#include <stdlib.h>
#include <string.h>

#define NOT_EXPORTED UINT32_MAX

struct exporter {
    const struct es *es;
    struct config *c;
    const struct export_choice *choice;
    struct prefix *prefix;
    uint32_t *event_no; /* by event; NOT_EXPORTED */
    uint32_t *cond_no;  /* by condition */
    bool copies;        /* tested places are copied, and shown as if not */
    cond_id *same; /* by condition: the one it stands for, see reads_again() */
    struct es_walk walk;
    es_event_list causes;
    struct missing_past rest;
    struct stamp seen;   /* events that were compared with that at hand */
    struct stamp places; /* those of the conditions that it uses */
    cond_id *used;       /* by such a place: the condition */
};

static bool is_exported(const struct exporter *x, event_id e)
{
    return x->event_no[e] != NOT_EXPORTED;
}

static void number(struct exporter *x)
{
    uint32_t n = 1;

    x->event_no[EVENT_BOTTOM] = 0;
    for (event_id e = 1; e < x->es->events.len; e++)
        x->event_no[e] = bits_has(x->choice->events, e) ? n++ : NOT_EXPORTED;
}

/* Where tested places are copied (compiled_net.h): the condition on p, a copy,
 * that e takes only to make it again.  It is shown as a read of one condition,
 * the one that stands for all copies; COND_NONE: e is no such reader. */
static cond_id reads_again(const struct exporter *x, event_id e, place_id p)
{
    return x->copies && compiled_net_original(x->es->compiled, p) != PLACE_NONE
               ? es_use_of(x->es, e, p)
               : COND_NONE;
}

static bool produces_place(const struct exporter *x, event_id e, place_id p)
{
    const cond_id produces = x->es->events.at[e].produces;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++)
        if (x->es->conds.at[produces + i].place == p)
            return true;
    return false;
}

/* A copy of a place but the first. */
static bool is_spare(const struct exporter *x, place_id p)
{
    const struct compiled_net *const compiled = x->es->compiled;

    return x->copies && p >= compiled->n_net_places &&
           compiled_net_original(compiled, p) != PLACE_NONE;
}

/* What e takes, or what it reads. */
static struct prefix_span add_uses(struct exporter *x, event_id e, bool reads)
{
    const uint32_t from = x->prefix->pool.len;
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[uses[i]].place;
        const bool tested =
            i >= es_consume_count(x->es, e) ||
            (x->copies &&
             compiled_net_original(x->es->compiled, p) != PLACE_NONE &&
             produces_place(x, e, p));

        if (tested == reads && (tested || !is_spare(x, p)))
            vec_push(&x->prefix->pool, x->cond_no[x->same[uses[i]]]);
    }
    return (struct prefix_span){from, x->prefix->pool.len - from};
}

static cond_id first_copy(const struct exporter *x, event_id e, place_id p)
{
    const cond_id produces = x->es->events.at[e].produces;
    uint32_t i = 0;

    while (x->es->conds.at[produces + i].place != p)
        i++;
    return produces + i;
}

static struct prefix_span make_conds(struct exporter *x, event_id e)
{
    const uint32_t from = x->prefix->pool.len;

    for (uint32_t i = 0; i < es_produce_count(x->es, e); i++) {
        const cond_id b = x->es->events.at[e].produces + i;
        const place_id p = x->es->conds.at[b].place;
        const cond_id again =
            e == EVENT_BOTTOM ? COND_NONE : reads_again(x, e, p);
        const struct prefix_condition cond = {
            p < x->es->compiled->n_net_places ? p : PLACE_NONE, x->event_no[e],
            compiled_net_original(x->es->compiled, p), p};

        x->same[b] = b;
        if (again != COND_NONE) {
            x->same[b] = x->same[again];
        } else if (is_spare(x, p)) {
            x->same[b] =
                first_copy(x, e, compiled_net_original(x->es->compiled, p));
        } else {
            x->cond_no[b] = x->prefix->conditions.len;
            vec_push(&x->prefix->pool, x->cond_no[b]);
            vec_push(&x->prefix->conditions, cond);
        }
    }
    return (struct prefix_span){from, x->prefix->pool.len - from};
}

static struct prefix_span add_causes(struct exporter *x, event_id e)
{
    const uint32_t from = x->prefix->pool.len;
    const struct es_span causes = es_causes(x->es, &x->walk, &x->causes, e);

    for (uint32_t i = 0; i < causes.len; i++)
        vec_push(&x->prefix->pool, x->event_no[causes.at[i]]);
    return (struct prefix_span){from, causes.len};
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
        to.consumes = add_uses(x, e, false);
        to.reads = add_uses(x, e, true);
        to.cutoff = bits_has(x->choice->cutoffs, e);
        set_companion(x, e, &to);
    }
    to.produces = make_conds(x, e);
    vec_push(&x->prefix->events, to);
}

static void mark_shown(struct exporter *x)
{
    const struct es_span shown = es_past(x->es, &x->walk, x->choice->shown);

    for (uint32_t i = 0; i < shown.len; i++)
        if (is_exported(x, shown.at[i]))
            x->prefix->events.at[x->event_no[shown.at[i]]].witness = true;
}

/* Moves the cut over the events, in order, as far as they are admitted;
 * returns how many. */
static uint32_t step_over(struct config *c, struct es_span events)
{
    for (uint32_t i = 0; i < events.len; i++) {
        if (!config_admits(c, events.at[i]))
            return i;
        config_step(c, events.at[i]);
    }
    return events.len;
}

static void step_back(struct config *c, struct es_span events, uint32_t n)
{
    while (n-- > 0)
        config_unstep(c, events.at[n]);
}

/* [u) without the configuration, by id; false when it can not be added. */
static bool find_rest(struct exporter *x, event_id u)
{
    missing_past_start(&x->rest, u);
    for (uint32_t i = 0; i < x->rest.at.len; i++)
        if (!missing_past_expand(&x->rest, i))
            return false;
    missing_past_sort(&x->rest);
    (void)vec_pop(&x->rest.at); /* u */
    return true;
}

/* The configuration is [e).  Are e and u, which meet on a condition, in
 * immediate conflict: is [e) + [u) a configuration that admits both, and not
 * one after the other? */
static bool is_immediate(struct exporter *x, event_id e, event_id u)
{
    struct es_span rest;
    uint32_t n;
    bool immediate;

    if (!find_rest(x, u))
        return false;
    rest = (struct es_span){x->rest.at.at, x->rest.at.len};
    n = step_over(x->c, rest);
    immediate = n == rest.len && !config_has(x->c, e) &&
                config_admits(x->c, e) && config_admits(x->c, u);
    if (immediate) {
        config_step(x->c, e);
        immediate = !config_admits(x->c, u);
        config_unstep(x->c, e);
    }
    if (immediate) {
        config_step(x->c, u);
        immediate = !config_admits(x->c, e);
        config_unstep(x->c, u);
    }
    step_back(x->c, rest, n);
    return immediate;
}

static void note_uses(struct exporter *x, event_id e)
{
    const cond_id *const uses = es_uses(x->es, e);

    for (uint32_t i = 0; i < es_use_count(x->es, e); i++) {
        const place_id p = x->es->conds.at[uses[i]].place;

        x->used[p] = uses[i];
        stamp_add(&x->places, p);
    }
}

/* Can a configuration admit both u and the event at hand, e?  It admits one
 * event of a transition, and its cut has one condition of a place.  This keeps
 * all but a few of the many users of an old condition from being tried. */
static bool may_meet(const struct exporter *x, event_id e, event_id u)
{
    const cond_id *const uses = es_uses(x->es, u);

    if (x->es->events.at[u].trans == x->es->events.at[e].trans)
        return false;
    for (uint32_t i = 0; i < es_use_count(x->es, u); i++) {
        const place_id p = x->es->conds.at[uses[i]].place;

        if (stamp_has(&x->places, p) && x->used[p] != uses[i])
            return false;
    }
    return true;
}

static void find_conflicts(struct exporter *x, event_id e)
{
    const uint32_t n = es_use_count(x->es, e);

    stamp_start(&x->seen);
    stamp_start(&x->places);
    note_uses(x, e);
    for (uint32_t i = 0; i < n; i++) {
        const struct es_cond *const b = &x->es->conds.at[es_uses(x->es, e)[i]];

        for (uint32_t l = b->users; l < b->users + b->n_users; l++) {
            const event_id u = x->es->links.at[l].user;
            const struct prefix_conflict conflict = {x->event_no[e],
                                                     x->event_no[u]};

            if (u <= e || !is_exported(x, u) || stamp_has(&x->seen, u))
                continue;
            stamp_add(&x->seen, u);
            if (may_meet(x, e, u) && is_immediate(x, e, u))
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
        if (x->es->conds.at[uses[i]].n_users > 1)
            return true;
    return false;
}

static void add_conflicts(struct exporter *x)
{
    for (event_id e = 1; e < x->es->events.len; e++) {
        const struct es_span self = {&e, 1};
        struct es_span below;

        if (!is_exported(x, e) || !has_rivals(x, e))
            continue;
        below = es_past(x->es, &x->walk, self);
        below.len--; /* e itself: the last by id */
        (void)step_over(x->c, below);
        find_conflicts(x, e);
        step_back(x->c, below, below.len);
    }
    if (x->prefix->conflicts.len)
        qsort(x->prefix->conflicts.at, x->prefix->conflicts.len,
              sizeof *x->prefix->conflicts.at, by_pair);
}

void export_prefix(struct config *c, const struct export_choice *choice,
                   struct prefix *prefix)
{
    const struct es *const es = c->es;
    struct exporter x = {.es = es, .c = c, .choice = choice, .prefix = prefix};

    x.copies = es->compiled->copies && !choice->plain;
    x.event_no = mem_alloc(es->events.len, sizeof *x.event_no);
    x.cond_no = mem_alloc(es->conds.len, sizeof *x.cond_no);
    x.same = mem_alloc(es->conds.len, sizeof *x.same);
    stamp_fit(&x.seen, es->events.len);
    stamp_fit(&x.places, es->compiled->n_places);
    x.used = mem_alloc(es->compiled->n_places, sizeof *x.used);
    missing_past_init(&x.rest, c);
    config_grow(c);
    number(&x);
    for (event_id e = 0; e < es->events.len; e++)
        if (is_exported(&x, e))
            add_event(&x, e);
    mark_shown(&x);
    if (!choice->no_conflicts)
        add_conflicts(&x);
    mem_free(x.event_no);
    mem_free(x.cond_no);
    mem_free(x.same);
    stamp_finish(&x.seen);
    stamp_finish(&x.places);
    mem_free(x.used);
    vec_free(&x.causes);
    missing_past_finish(&x.rest);
    es_walk_finish(&x.walk);
}
