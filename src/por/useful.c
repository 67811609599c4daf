#include "por/useful.h"

#include <stdlib.h>

#define NO_LINK UINT32_MAX

static void grow(struct useful *h)
{
    const struct useful_event none = {.holds = NO_LINK};

    while (h->events.len < h->es->events.len)
        vec_push(&h->events, none);
}

void useful_init(struct useful *h, const struct config *c)
{
    *h = (struct useful){.es = c->es, .c = c, .spare = NO_LINK};
    h->used = mem_zero(c->compiled->n_places, sizeof *h->used);
    stamp_fit(&h->places, c->compiled->n_places);
    grow(h);
    h->events.at[EVENT_BOTTOM].count = 1;
}

void useful_finish(struct useful *h)
{
    vec_free(&h->events);
    vec_free(&h->links);
    vec_free(&h->found);
    vec_free(&h->found_at);
    vec_free(&h->stack);
    vec_free(&h->asleep);
    vec_free(&h->users);
    vec_free(&h->d);
    stamp_finish(&h->met);
    stamp_finish(&h->places);
    mem_free(h->used);
    es_walk_finish(&h->walk);
}

/* --- immediate conflict ------------------------------------------------- */

/* Is the event at a position of C in [x)?  All causes of x are in C. */
static bool is_below(const struct useful *h, uint32_t pos, event_id x)
{
    const uint32_t n = es_cause_count(h->es, x);
    const uint32_t own = h->events.at[x].pos;

    if (config_has(h->c, x))
        return pos != own && config_before(h->c, pos, own);
    for (uint32_t i = 0; i < n; i++)
        if (config_before(h->c, pos, h->events.at[es_cause(h->es, x, i)].pos))
            return true;
    return false;
}

static bool names_reader(const struct useful *h, event_id e, event_id reader)
{
    const event_id *const readers = es_readers(h->es, e);

    for (uint32_t i = 0; i < h->es->events.at[e].n_readers; i++)
        if (readers[i] == reader)
            return true;
    return false;
}

/* Does no event of [x) conflict with y, which is not one of them? */
static bool is_clear(const struct useful *h, event_id y, event_id x)
{
    const struct config *const c = h->c;
    const cond_id *const uses = es_uses(h->es, y);
    const uint32_t n_consumed = es_consume_count(h->es, y);

    for (uint32_t i = 0; i < es_use_count(h->es, y); i++) {
        const struct config_instance *const inst = config_inst(c, uses[i]);

        if (!inst)
            continue; /* nobody in C uses it */
        if (inst->consumed != POS_NONE && config_at(c, inst->consumed) != y &&
            is_below(h, inst->consumed, x))
            return false;
        if (i >= n_consumed)
            continue;
        for (uint32_t r = inst->reader; r != UINT32_MAX;
             r = c->readers.at[r].next) {
            const uint32_t pos = c->readers.at[r].pos;

            if (!names_reader(h, y, config_at(c, pos)) && is_below(h, pos, x))
                return false;
        }
    }
    return true;
}

static bool has_causes_in_c(const struct useful *h, event_id e)
{
    const uint32_t n = es_cause_count(h->es, e);

    for (uint32_t i = 0; i < n; i++)
        if (!config_has(h->c, es_cause(h->es, e, i)))
            return false;
    return true;
}

/* Is e in C, and in [x)? */
static bool is_in_past(const struct useful *h, event_id e, event_id x)
{
    return config_has(h->c, e) && is_below(h, h->events.at[e].pos, x);
}

/* How an event uses a condition: the colours of useful.met. */
enum use { USE_CONSUMES, USE_READS, N_USES };

static void note_uses(struct useful *h, event_id x)
{
    const cond_id *const uses = es_uses(h->es, x);

    stamp_fit(&h->met, h->es->conds.len);
    stamp_start_colours(&h->met, N_USES);
    for (uint32_t i = 0; i < es_use_count(h->es, x); i++)
        stamp_paint(&h->met, uses[i],
                    i < es_consume_count(h->es, x) ? USE_CONSUMES : USE_READS);
}

/* Does y conflict with the event whose uses are noted? */
static bool meets_noted(const struct useful *h, event_id y)
{
    const cond_id *const uses = es_uses(h->es, y);

    for (uint32_t i = 0; i < es_use_count(h->es, y); i++)
        if (stamp_is(&h->met, uses[i], USE_CONSUMES) ||
            (stamp_is(&h->met, uses[i], USE_READS) &&
             i < es_consume_count(h->es, y)))
            return true;
    return false;
}

/* The same as below for any u: its past without [x) is walked. */
static bool is_immediate_far(struct useful *h, event_id x, event_id u)
{
    struct es_walk *const walk = &h->walk;

    note_uses(h, x);
    es_walk_start(h->es, walk);
    es_walk_meet(walk, u);
    for (uint32_t i = 0; i < walk->out.len; i++) {
        const event_id y = walk->out.at[i];
        const uint32_t n = es_cause_count(h->es, y);

        if (y == x || !is_clear(h, y, x) || (i && meets_noted(h, y)))
            return false;
        for (uint32_t k = 0; k < n; k++)
            if (!is_in_past(h, es_cause(h->es, y, k), x))
                es_walk_meet(walk, es_cause(h->es, y, k));
    }
    return true;
}

/* A configuration that admits both x, whose uses are noted by place, and u has
 * one condition of each place, and one event of each transition.  Most pairs
 * fail here. */
static bool may_meet(const struct useful *h, event_id x, event_id u)
{
    const cond_id *const uses = es_uses(h->es, u);

    if (h->es->events.at[u].trans == h->es->events.at[x].trans)
        return false;
    for (uint32_t i = 0; i < es_use_count(h->es, u); i++) {
        const place_id p = h->es->conds.at[uses[i]].place;

        if (stamp_has(&h->places, p) && h->used[p] != uses[i])
            return false;
    }
    return true;
}

/* x and u meet on a condition that one of them takes, and the causes of x are
 * in C.  Is [x) + [u) a configuration that can be extended by either? */
static bool is_immediate(struct useful *h, event_id x, event_id u)
{
    if (is_in_past(h, u, x))
        return false;
    if (!has_causes_in_c(h, u))
        return is_immediate_far(h, x, u);
    return !is_in_past(h, x, u) && is_clear(h, u, x) && is_clear(h, x, u);
}

static bool consumes(const struct useful *h, event_id u, cond_id b)
{
    const cond_id *const uses = es_uses(h->es, u);

    for (uint32_t i = 0; i < es_consume_count(h->es, u); i++)
        if (uses[i] == b)
            return true;
    return false;
}

/* --- reasons ------------------------------------------------------------ */

/* A reason for u: it conflicts with the member x. */
static void hold(struct useful *h, event_id x, event_id u)
{
    const struct useful_link link = {u, h->events.at[x].holds};
    uint32_t at = h->spare;

    if (at == NO_LINK) {
        at = h->links.len;
        vec_push(&h->links, link);
    } else {
        h->spare = h->links.at[at].next;
        h->links.at[at] = link;
    }
    h->events.at[x].holds = at;
    h->events.at[u].count++;
}

/* --- who holds an event that enters U ----------------------------------- */

/* Is z a member that conflicts with u over b, and the oldest so far? */
static void try_holder(struct useful *h, event_id u, event_id z, cond_id b,
                       event_id *oldest)
{
    const uint32_t entered = h->events.at[z].entered;

    if (z == u || z == EVENT_BOTTOM ||
        (*oldest != EVENT_NONE && h->events.at[*oldest].entered <= entered) ||
        (!consumes(h, u, b) && !consumes(h, z, b)) || !may_meet(h, u, z))
        return;
    if (is_immediate(h, z, u))
        *oldest = z;
}

/* Users of b in C, all of them members. */
static void try_users_in_c(struct useful *h, event_id u, cond_id b,
                           event_id *oldest)
{
    const struct config *const c = h->c;
    const struct config_instance *const inst = config_inst(c, b);

    if (!inst)
        return;
    if (inst->consumed != POS_NONE)
        try_holder(h, u, config_at(c, inst->consumed), b, oldest);
    for (uint32_t r = inst->reader; r != UINT32_MAX; r = c->readers.at[r].next)
        try_holder(h, u, config_at(c, c->readers.at[r].pos), b, oldest);
}

/* Users of b in D. */
static void try_users_in_d(struct useful *h, event_id u, cond_id b,
                           event_id *oldest)
{
    if (b >= h->asleep.len)
        return;
    for (uint32_t i = h->asleep.at[b]; i != NO_LINK; i = h->users.at[i].next)
        try_holder(h, u, h->users.at[i].event, b, oldest);
}

/* Finds the oldest member in immediate conflict with u and lets it hold u. */
static void find_holder(struct useful *h, event_id u)
{
    const uint32_t n = es_use_count(h->es, u);
    event_id oldest = EVENT_NONE;

    stamp_start(&h->places);
    for (uint32_t i = 0; i < n; i++) {
        const place_id p = h->es->conds.at[es_uses(h->es, u)[i]].place;

        h->used[p] = es_uses(h->es, u)[i];
        stamp_add(&h->places, p);
    }
    for (uint32_t i = 0; i < n; i++) {
        const cond_id b = es_uses(h->es, u)[i];

        try_users_in_c(h, u, b, &oldest);
        try_users_in_d(h, u, b, &oldest);
    }
    if (oldest != EVENT_NONE)
        hold(h, oldest, u);
}

static void add_reason(struct useful *h, event_id e)
{
    const uint32_t n = es_cause_count(h->es, e);

    if (h->events.at[e].count++)
        return;
    h->n++;
    for (uint32_t i = 0; i < n; i++) {
        ASSERT(h->events.at[es_cause(h->es, e, i)].count > 0);
        h->events.at[es_cause(h->es, e, i)].count++;
    }
    find_holder(h, e);
}

static void drop_reason(struct useful *h, event_id e)
{
    vec_push(&h->stack, e);
    while (h->stack.len) {
        const event_id x = vec_pop(&h->stack);
        const uint32_t n = es_cause_count(h->es, x);

        ASSERT(h->events.at[x].count > 0);
        if (--h->events.at[x].count)
            continue;
        h->n--;
        for (uint32_t i = 0; i < n; i++)
            vec_push(&h->stack, es_cause(h->es, x, i));
    }
}

/* --- the exploration ---------------------------------------------------- */

void useful_meet(struct useful *h, event_id e)
{
    grow(h);
    add_reason(h, e);
    vec_push(&h->found, e);
}

static void forget_found(struct useful *h, uint32_t n)
{
    while (h->found.len > n)
        drop_reason(h, vec_pop(&h->found));
}

void useful_push(struct useful *h, event_id e)
{
    struct useful_event *const ev = &h->events.at[e];

    ASSERT(ev->count && !ev->member);
    ev->pos = config_len(h->c) - 1;
    ev->entered = h->n_members++;
    ev->member = true;
    ev->count++;
    vec_push(&h->found_at, h->found.len);
}

/* Enters e, of D, among the users of its conditions. */
static void enter_users(struct useful *h, event_id e)
{
    const cond_id *const uses = es_uses(h->es, e);

    while (h->asleep.len < h->es->conds.len)
        vec_push(&h->asleep, NO_LINK);
    for (uint32_t i = 0; i < es_use_count(h->es, e); i++) {
        const struct useful_link link = {e, h->asleep.at[uses[i]]};

        h->asleep.at[uses[i]] = h->users.len;
        vec_push(&h->users, link);
    }
}

/* D is a stack: the last that entered leaves first. */
static void leave_users(struct useful *h, event_id e)
{
    const cond_id *const uses = es_uses(h->es, e);

    for (uint32_t i = es_use_count(h->es, e); i-- > 0;) {
        ASSERT(vec_top(&h->users)->event == e);
        h->asleep.at[uses[i]] = vec_pop(&h->users).next;
    }
}

void useful_pop(struct useful *h)
{
    const event_id e = config_at(h->c, config_len(h->c) - 1);

    forget_found(h, vec_pop(&h->found_at));
    enter_users(h, e);
    vec_push(&h->d, e);
}

void useful_restart(struct useful *h)
{
    ASSERT(!h->found_at.len);
    forget_found(h, 0);
}

void useful_drop(struct useful *h, event_id e)
{
    struct useful_event *const ev = &h->events.at[e];

    ASSERT(h->d.at[h->d.len - 1] == e && ev->entered == h->n_members - 1);
    (void)vec_pop(&h->d);
    leave_users(h, e);
    h->n_members--;
    ev->member = false;
    while (ev->holds != NO_LINK) {
        const uint32_t at = ev->holds;

        ev->holds = h->links.at[at].next;
        h->links.at[at].next = h->spare;
        h->spare = at;
        drop_reason(h, h->links.at[at].event);
    }
    drop_reason(h, e);
}

void useful_follow(struct useful *h, event_id e)
{
    add_reason(h, e);
}

void useful_followed(struct useful *h, event_id e)
{
    drop_reason(h, e);
}

void useful_renumber(struct useful *h, const struct compact_map *map)
{
    uint32_t n = 0;

    for (event_id e = 0; e < h->events.len; e++)
        if (map->event.at[e] != COMPACT_GONE)
            h->events.at[n++] = h->events.at[e];
    vec_cut(&h->events, n);
    for (uint32_t i = 0; i < h->links.len; i++)
        h->links.at[i].event = compact_event(map, h->links.at[i].event);
    for (uint32_t i = 0; i < h->found.len; i++)
        h->found.at[i] = compact_event(map, h->found.at[i]);
    vec_clear(&h->asleep);
    vec_clear(&h->users);
    for (uint32_t i = 0; i < h->d.len; i++) {
        h->d.at[i] = compact_event(map, h->d.at[i]);
        enter_users(h, h->d.at[i]);
    }
}

/* --- the definition ----------------------------------------------------- */

/* Do a and b, neither in the past of the other, meet on a condition that one
 * of them takes? */
static bool conflict(const struct useful *h, event_id a, event_id b)
{
    const cond_id *const ua = es_uses(h->es, a), *const ub = es_uses(h->es, b);

    for (uint32_t i = 0; i < es_use_count(h->es, a); i++)
        for (uint32_t k = 0; k < es_use_count(h->es, b); k++)
            if (ua[i] == ub[k] && (i < es_consume_count(h->es, a) ||
                                   k < es_consume_count(h->es, b)))
                return true;
    return false;
}

static void copy_past(const struct useful *h, event_id e, struct es_walk *walk,
                      es_event_list *to)
{
    const struct es_span self = {&e, 1};
    const struct es_span past = es_past(h->es, walk, self);

    vec_clear(to);
    for (uint32_t i = 0; i < past.len; i++)
        vec_push(to, past.at[i]);
}

/* Are x and u in immediate conflict?  From the pasts alone. */
static bool is_immediate_by_definition(const struct useful *h, event_id x,
                                       event_id u)
{
    struct es_walk of_x = {0}, of_u = {0};
    es_event_list px = {0}, pu = {0};
    bool good = x != u && conflict(h, x, u);

    copy_past(h, x, &of_x, &px);
    copy_past(h, u, &of_u, &pu);
    good = good && !es_walked(&of_x, u) && !es_walked(&of_u, x);
    for (uint32_t i = 0; i < px.len && good; i++)
        for (uint32_t k = 0; k < pu.len && good; k++)
            good = es_walked(&of_u, px.at[i]) || es_walked(&of_x, pu.at[k]) ||
                   (px.at[i] == x && pu.at[k] == u) ||
                   !conflict(h, px.at[i], pu.at[k]);
    es_walk_finish(&of_x);
    es_walk_finish(&of_u);
    vec_free(&px);
    vec_free(&pu);
    return good;
}

/* Members, what was found, and what conflicts with a member. */
static void list_roots(const struct useful *h, es_event_list *roots)
{
    for (event_id e = 1; e < h->events.len; e++) {
        bool root = h->events.at[e].member;

        for (event_id x = 1; x < h->events.len && !root && useful_has(h, e);
             x++)
            root =
                h->events.at[x].member && is_immediate_by_definition(h, x, e);
        if (root)
            vec_push(roots, e);
    }
    for (uint32_t i = 0; i < h->found.len; i++)
        vec_push(roots, h->found.at[i]);
}

void useful_check(struct useful *h, struct es_span followed)
{
    struct es_walk walk = {0};
    es_event_list roots = {0};
    uint32_t n = 0;

    list_roots(h, &roots);
    for (uint32_t i = 0; i < followed.len; i++)
        vec_push(&roots, followed.at[i]);
    (void)es_past(h->es, &walk, (struct es_span){roots.at, roots.len});
    for (event_id e = 1; e < h->events.len; e++) {
        CHECK(useful_has(h, e) == es_walked(&walk, e));
        n += useful_has(h, e);
    }
    CHECK(n == h->n);
    es_walk_finish(&walk);
    vec_free(&roots);
}
