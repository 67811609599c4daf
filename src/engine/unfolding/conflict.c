#include "engine/unfolding/conflict.h"

/* How an event uses a condition: the colours of conflict_uses.places. */
enum use { USE_CONSUMES, USE_READS, N_USES };

static void init_uses(struct conflict_uses *uses, uint32_t n_places)
{
    *uses = (struct conflict_uses){.of = EVENT_NONE};
    uses->cond = mem_zero(n_places, sizeof *uses->cond);
    stamp_fit(&uses->places, n_places);
}

static void finish_uses(struct conflict_uses *uses)
{
    mem_free(uses->cond);
    stamp_finish(&uses->places);
}

void conflict_init(struct conflict *k, const struct config *c)
{
    *k = (struct conflict){.es = c->es, .c = c, .whole = EVENT_NONE};
    init_uses(&k->focus, c->compiled->n_places);
    init_uses(&k->of_x, c->compiled->n_places);
}

void conflict_finish(struct conflict *k)
{
    finish_uses(&k->focus);
    finish_uses(&k->of_x);
    es_past_finish(&k->walk);
}

/* --- causality ---------------------------------------------------------- */

/* Is the event at a position of C in [x)?  All causes of x are in C. */
static bool is_below_part(const struct conflict *k, uint32_t pos, event_id x)
{
    const struct es_name name = es_name(k->es, x);

    if (config_has(k->c, x)) {
        const uint32_t own = k->c->position.at[x];

        return pos != own && config_before(k->c, pos, own);
    }
    for (uint32_t i = 0; i < name.n; i++)
        if (config_before(k->c, pos,
                          k->c->position.at[es_name_cause(k->es, name, i)]))
            return true;
    return false;
}

/* The same, at once where [x) is known to be all of C. */
static bool is_below(const struct conflict *k, uint32_t pos, event_id x)
{
    return x == k->whole || is_below_part(k, pos, x);
}

/* The same for an event that may be outside C, where causes of x are not. */
static bool is_cause(const struct conflict *k, event_id a, event_id x)
{
    return config_has(k->c, a) && is_below(k, k->c->position.at[a], x);
}

static bool has_causes_in_c(const struct conflict *k, event_id e)
{
    const struct es_name name = es_name(k->es, e);

    for (uint32_t i = 0; i < name.n_uses; i++)
        if (k->c->state.at[name.at[i]] == COND_OUT)
            return false;
    for (uint32_t i = name.n_uses; i < name.n; i++)
        if (!config_has(k->c, name.at[i]))
            return false;
    return true;
}

/* --- direct conflict ---------------------------------------------------- */

static void note_uses(const struct conflict *k, struct conflict_uses *to,
                      event_id e)
{
    const struct es_name name = es_name(k->es, e);

    stamp_start_colours(&to->places, N_USES);
    to->of = e;
    for (uint32_t i = 0; i < name.n_uses; i++) {
        const place_id p = k->es->conds.at[name.at[i]].place;

        to->cond[p] = name.at[i];
        stamp_paint(&to->places, p,
                    i < name.n_consumed ? USE_CONSUMES : USE_READS);
    }
}

void conflict_focus(struct conflict *k, event_id e)
{
    const bool whole = k->es->events.at[e].size == config_size(k->c) + 1;

    k->whole = whole ? e : EVENT_NONE;
    note_uses(k, &k->focus, e);
}

/* Those of x; valid until the next call. */
static const struct conflict_uses *uses_of(struct conflict *k, event_id x)
{
    if (k->focus.of == x)
        return &k->focus;
    note_uses(k, &k->of_x, x);
    return &k->of_x;
}

/* Is b the condition on p that the event uses?  Does the event consume the one
 * on p that it uses? */
static bool is_used(const struct conflict_uses *uses, place_id p, cond_id b)
{
    return stamp_has(&uses->places, p) && uses->cond[p] == b;
}

static bool is_consumed(const struct conflict_uses *uses, place_id p)
{
    return stamp_is(&uses->places, p, USE_CONSUMES);
}

/* Most pairs fail this test.  Events in immediate conflict are enabled by one
 * configuration.  Its cut has one condition of each place, and it enables one
 * event of each transition. */
static bool may_conflict(const struct conflict *k, event_id y)
{
    const struct conflict_uses *const focus = &k->focus;
    const struct es_name name = es_name(k->es, y);
    bool direct = false;

    if (k->es->events.at[y].trans == k->es->events.at[focus->of].trans)
        return false;
    for (uint32_t i = 0; i < name.n_uses; i++) {
        const place_id p = k->es->conds.at[name.at[i]].place;

        if (is_used(focus, p, name.at[i]))
            direct = direct || i < name.n_consumed || is_consumed(focus, p);
        else if (stamp_has(&focus->places, p))
            return false;
    }
    return direct;
}

/* For a b that some event of C consumes, or reads where y consumes it. */
static bool conflicts_over_used(struct conflict *k, event_id y, event_id x,
                                cond_id b, bool consumed_by_y)
{
    const struct config *const c = k->c;
    const struct config_instance *const inst = config_inst(c, b);

    if (inst->consumed != POS_NONE && is_below(k, inst->consumed, x))
        return true;
    if (!consumed_by_y)
        return false;
    for (uint32_t r = config_first_reader(c, b); r != CONFIG_NONE;
         r = c->readers.at[r].next) {
        const uint32_t pos = c->readers.at[r].pos;

        k->work++;
        if (!config_names_reader(c, y, config_at(c, pos)) &&
            is_below(k, pos, x))
            return true;
    }
    return false;
}

/* Is an event of [x) in direct conflict over b with y, which uses b and is not
 * in [x)?  b is produced in C. */
static bool conflicts_over(struct conflict *k, event_id y, event_id x,
                           cond_id b, bool consumed_by_y)
{
    return (k->c->state.at[b] == COND_CONSUMED ||
            (consumed_by_y && config_read_count(k->c, b) > 0)) &&
           conflicts_over_used(k, y, x, b, consumed_by_y);
}

/* The same over any condition; the causes of y are in C. */
static bool conflicts_with_past(struct conflict *k, event_id y, event_id x)
{
    const struct es_name name = es_name(k->es, y);

    for (uint32_t i = 0; i < name.n_uses; i++)
        if (conflicts_over(k, y, x, name.at[i], i < name.n_consumed))
            return true;
    return false;
}

/* --- immediate conflict ------------------------------------------------- */

/* Puts the causes of y that are not in [x) into the walk.  False when an event
 * of [x), or of [x] where y is not u, is in direct conflict with y. */
static bool expand(struct conflict *k, event_id x, event_id u, event_id y,
                   const struct conflict_uses *of_x)
{
    const struct es_name name = es_name(k->es, y);

    for (uint32_t i = 0; i < name.n_uses; i++) {
        const struct es_cond *const b = &k->es->conds.at[name.at[i]];

        if (k->c->state.at[name.at[i]] == COND_OUT) {
            es_past_add(&k->walk, b->producer);
            continue;
        }
        if (conflicts_over(k, y, x, name.at[i], i < name.n_consumed) ||
            (y != u && is_used(of_x, b->place, name.at[i]) &&
             (i < name.n_consumed || is_consumed(of_x, b->place))))
            return false;
        if (!is_below(k, k->c->position.at[b->producer], x))
            es_past_add(&k->walk, b->producer);
    }
    k->work += name.n - name.n_uses + 1;
    for (uint32_t i = name.n_uses; i < name.n; i++)
        if (!is_cause(k, name.at[i], x))
            es_past_add(&k->walk, name.at[i]);
    return true;
}

/* x and u use a condition that one of them consumes, and u is no cause of x.
 * Are the two in direct conflict, and no other two events of [x] + [u]?  A walk
 * over [u] without [x). */
static bool is_immediate_far(struct conflict *k, event_id x, event_id u)
{
    const struct conflict_uses *const of_x = uses_of(k, x);

    es_past_start(k->es, &k->walk);
    es_past_add(&k->walk, u);
    for (uint32_t i = 0; i < k->walk.out.len; i++) {
        const event_id y = k->walk.out.at[i];

        if (y == x || !expand(k, x, u, y, of_x))
            return false;
    }
    return true;
}

bool conflict_is_immediate(struct conflict *k, event_id x, event_id u)
{
    ASSERT(k->focus.of == x || k->focus.of == u);
    if (!may_conflict(k, k->focus.of == x ? u : x) || is_cause(k, u, x))
        return false;
    if (!has_causes_in_c(k, u))
        return is_immediate_far(k, x, u);
    return !is_cause(k, x, u) && !conflicts_with_past(k, u, x) &&
           !conflicts_with_past(k, x, u);
}
