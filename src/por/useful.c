#include "por/useful.h"

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
    conflict_init(&h->conflict, c);
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
    conflict_finish(&h->conflict);
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

/* Is z a member that conflicts with u, and the oldest so far? */
static void try_holder(struct useful *h, event_id u, event_id z,
                       event_id *oldest)
{
    const uint32_t entered = h->events.at[z].entered;

    if (z == u || z == EVENT_BOTTOM ||
        (*oldest != EVENT_NONE && h->events.at[*oldest].entered <= entered))
        return;
    if (conflict_is_immediate(&h->conflict, z, u))
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
        try_holder(h, u, config_at(c, inst->consumed), oldest);
    for (uint32_t r = inst->reader; r != UINT32_MAX; r = c->readers.at[r].next)
        try_holder(h, u, config_at(c, c->readers.at[r].pos), oldest);
}

/* Users of b in D. */
static void try_users_in_d(struct useful *h, event_id u, cond_id b,
                           event_id *oldest)
{
    if (b >= h->asleep.len)
        return;
    for (uint32_t i = h->asleep.at[b]; i != NO_LINK; i = h->users.at[i].next)
        try_holder(h, u, h->users.at[i].event, oldest);
}

/* Finds the oldest member in immediate conflict with u and lets it hold u. */
static void find_holder(struct useful *h, event_id u)
{
    event_id oldest = EVENT_NONE;

    conflict_focus(&h->conflict, u);
    for (uint32_t i = 0; i < es_use_count(h->es, u); i++) {
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
    conflict_push(&h->conflict);
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
    conflict_renumber(&h->conflict, map);
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

/* Is an event of U in immediate conflict with a member? */
static bool conflicts_with_member(struct useful *h, event_id e)
{
    conflict_focus(&h->conflict, e);
    for (event_id x = 1; x < h->events.len; x++)
        if (h->events.at[x].member && conflict_is_immediate(&h->conflict, x, e))
            return true;
    return false;
}

/* Members, what was found, and what conflicts with a member. */
static void list_roots(struct useful *h, es_event_list *roots)
{
    for (event_id e = 1; e < h->events.len; e++)
        if (h->events.at[e].member ||
            (useful_has(h, e) && conflicts_with_member(h, e)))
            vec_push(roots, e);
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
