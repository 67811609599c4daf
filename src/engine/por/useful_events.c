#include "engine/por/useful_events.h"

#define NO_LINK UINT32_MAX

static void grow(struct useful_events *u)
{
    const struct useful_events_event none = {.reason_for = NO_LINK};

    while (u->events.len < u->es->events.len)
        vec_push(&u->events, none);
}

void useful_events_init(struct useful_events *u, const struct config *c)
{
    *u = (struct useful_events){.es = c->es, .c = c, .spare = NO_LINK};
    conflict_init(&u->conflict, c);
    grow(u);
    u->events.at[EVENT_BOTTOM].reasons = 1;
}

void useful_events_finish(struct useful_events *u)
{
    vec_free(&u->events);
    vec_free(&u->links);
    vec_free(&u->extensions);
    vec_free(&u->extensions_at);
    vec_free(&u->stack);
    vec_free(&u->d_users);
    vec_free(&u->d_uses);
    vec_free(&u->d);
    conflict_finish(&u->conflict);
}

/* --- reasons ------------------------------------------------------------ */

/* A reason for e: it is in immediate conflict with the member x. */
static void add_conflict(struct useful_events *u, event_id x, event_id e)
{
    const struct useful_events_link link = {e, u->events.at[x].reason_for};
    uint32_t at = u->spare;

    if (at == NO_LINK) {
        at = u->links.len;
        vec_push(&u->links, link);
    } else {
        u->spare = u->links.at[at].next;
        u->links.at[at] = link;
    }
    u->events.at[x].reason_for = at;
    u->events.at[e].reasons++;
}

/* Is the member x in immediate conflict with e, and the oldest so far? */
static void try_member(struct useful_events *u, event_id e, event_id x,
                       event_id *oldest)
{
    const uint32_t joined = u->events.at[x].joined;

    if (x == e || x == EVENT_BOTTOM ||
        (*oldest != EVENT_NONE && u->events.at[*oldest].joined <= joined))
        return;
    if (conflict_is_immediate(&u->conflict, x, e))
        *oldest = x;
}

/* The users of b in C. */
static void try_users_in_c(struct useful_events *u, event_id e, cond_id b,
                           event_id *oldest)
{
    const struct config *const c = u->c;
    const struct config_instance *const inst = config_inst(c, b);

    if (!inst)
        return;
    if (inst->consumed != POS_NONE)
        try_member(u, e, config_at(c, inst->consumed), oldest);
    for (uint32_t r = config_first_reader(c, b); r != CONFIG_NONE;
         r = c->readers.at[r].next)
        try_member(u, e, config_at(c, c->readers.at[r].pos), oldest);
}

/* The users of b in D. */
static void try_users_in_d(struct useful_events *u, event_id e, cond_id b,
                           event_id *oldest)
{
    if (b >= u->d_users.len)
        return;
    for (uint32_t i = u->d_users.at[b]; i != NO_LINK; i = u->d_uses.at[i].next)
        try_member(u, e, u->d_uses.at[i].event, oldest);
}

/* The oldest member in immediate conflict with e, if there is one, is a reason
 * for e. */
static void find_conflict(struct useful_events *u, event_id e)
{
    event_id oldest = EVENT_NONE;

    conflict_focus(&u->conflict, e);
    for (uint32_t i = 0; i < es_use_count(u->es, e); i++) {
        const cond_id b = es_uses(u->es, e)[i];

        try_users_in_c(u, e, b, &oldest);
        try_users_in_d(u, e, b, &oldest);
    }
    if (oldest != EVENT_NONE)
        add_conflict(u, oldest, e);
}

void useful_events_add_reason(struct useful_events *u, event_id e)
{
    const struct es_name name = es_name(u->es, e);

    if (u->events.at[e].reasons++)
        return;
    u->n++;
    for (uint32_t i = 0; i < name.n; i++) {
        const event_id cause = es_name_cause(u->es, name, i);

        ASSERT(u->events.at[cause].reasons > 0);
        u->events.at[cause].reasons++;
    }
    find_conflict(u, e);
}

void useful_events_drop_reason(struct useful_events *u, event_id e)
{
    vec_push(&u->stack, e);
    while (u->stack.len) {
        const event_id x = vec_pop(&u->stack);
        const struct es_name name = es_name(u->es, x);

        ASSERT(u->events.at[x].reasons > 0);
        if (--u->events.at[x].reasons)
            continue;
        u->n--;
        for (uint32_t i = 0; i < name.n; i++)
            vec_push(&u->stack, es_name_cause(u->es, name, i));
    }
}

/* --- the steps of the exploration --------------------------------------- */

void useful_events_add_extension(struct useful_events *u, event_id e)
{
    grow(u);
    useful_events_add_reason(u, e);
    vec_push(&u->extensions, e);
}

static void drop_extensions(struct useful_events *u, uint32_t n)
{
    while (u->extensions.len > n)
        useful_events_drop_reason(u, vec_pop(&u->extensions));
}

void useful_events_push(struct useful_events *u, event_id e)
{
    struct useful_events_event *const ev = &u->events.at[e];

    ASSERT(ev->reasons && !ev->member);
    ev->joined = u->n_members++;
    ev->member = true;
    ev->reasons++;
    vec_push(&u->extensions_at, u->extensions.len);
}

/* Enters e, of D, among the users of its conditions. */
static void enter_d_uses(struct useful_events *u, event_id e)
{
    const cond_id *const uses = es_uses(u->es, e);

    while (u->d_users.len < u->es->conds.len)
        vec_push(&u->d_users, NO_LINK);
    for (uint32_t i = 0; i < es_use_count(u->es, e); i++) {
        const struct useful_events_link link = {e, u->d_users.at[uses[i]]};

        u->d_users.at[uses[i]] = u->d_uses.len;
        vec_push(&u->d_uses, link);
    }
}

/* D is a stack: the last that joined leaves first. */
static void leave_d_uses(struct useful_events *u, event_id e)
{
    const cond_id *const uses = es_uses(u->es, e);

    for (uint32_t i = es_use_count(u->es, e); i-- > 0;) {
        ASSERT(vec_top(&u->d_uses)->event == e);
        u->d_users.at[uses[i]] = vec_pop(&u->d_uses).next;
    }
}

void useful_events_disable(struct useful_events *u)
{
    const event_id e = config_at(u->c, config_len(u->c) - 1);

    drop_extensions(u, vec_pop(&u->extensions_at));
    enter_d_uses(u, e);
    vec_push(&u->d, e);
}

void useful_events_remove(struct useful_events *u, event_id e)
{
    struct useful_events_event *const ev = &u->events.at[e];

    ASSERT(u->d.at[u->d.len - 1] == e && ev->joined == u->n_members - 1);
    (void)vec_pop(&u->d);
    leave_d_uses(u, e);
    u->n_members--;
    ev->member = false;
    while (ev->reason_for != NO_LINK) { /* lines 17 and 18 */
        const uint32_t at = ev->reason_for;

        ev->reason_for = u->links.at[at].next;
        u->links.at[at].next = u->spare;
        u->spare = at;
        useful_events_drop_reason(u, u->links.at[at].event);
    }
    useful_events_drop_reason(u, e); /* line 16 */
}

void useful_events_restart(struct useful_events *u)
{
    ASSERT(!u->extensions_at.len);
    drop_extensions(u, 0);
}

void useful_events_renumber(struct useful_events *u,
                            const struct compact_map *map)
{
    compact_vec(&u->events, &map->event);
    for (uint32_t i = 0; i < u->links.len; i++)
        u->links.at[i].event = compact_event(map, u->links.at[i].event);
    for (uint32_t i = 0; i < u->extensions.len; i++)
        u->extensions.at[i] = compact_event(map, u->extensions.at[i]);
    vec_clear(&u->d_users);
    vec_clear(&u->d_uses);
    for (uint32_t i = 0; i < u->d.len; i++) {
        u->d.at[i] = compact_event(map, u->d.at[i]);
        enter_d_uses(u, u->d.at[i]);
    }
}

/* --- the check ---------------------------------------------------------- */

/* Is an event of U in immediate conflict with a member? */
static bool conflicts_with_member(struct useful_events *u, event_id e)
{
    conflict_focus(&u->conflict, e);
    for (event_id x = 1; x < u->events.len; x++)
        if (u->events.at[x].member && conflict_is_immediate(&u->conflict, x, e))
            return true;
    return false;
}

/* Members, extensions, and the events of U in conflict with a member. */
static void list_roots(struct useful_events *u, es_event_list *roots)
{
    for (event_id e = 1; e < u->events.len; e++)
        if (u->events.at[e].member ||
            (useful_events_has(u, e) && conflicts_with_member(u, e)))
            vec_push(roots, e);
    vec_append(roots, &u->extensions);
}

void useful_events_check(struct useful_events *u, struct es_span guide)
{
    struct es_past_walk walk = {0};
    es_event_list roots = {0};
    uint32_t n = 0;

    list_roots(u, &roots);
    vec_append(&roots, &guide);
    (void)es_past(u->es, &walk, (struct es_span){roots.at, roots.len});
    for (event_id e = 1; e < u->events.len; e++) {
        CHECK(useful_events_has(u, e) == es_past_has(&walk, e));
        n += useful_events_has(u, e);
    }
    CHECK(n == u->n);
    es_past_finish(&walk);
    vec_free(&roots);
}
