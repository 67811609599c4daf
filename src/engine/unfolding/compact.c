#include "engine/unfolding/compact.h"

void compact_start(struct compact_map *map, const struct es *es)
{
    vec_clear(&map->keep_event);
    vec_fit(&map->keep_event, es->events.len);
    map->moves_markings = false;
}

void compact_start_markings(struct compact_map *map, const struct es *es)
{
    vec_clear(&map->keep_marking);
    vec_fit(&map->keep_marking, markings_count(&es->markings));
    map->moves_markings = true;
}

void compact_finish(struct compact_map *map)
{
    vec_free(&map->keep_event);
    vec_free(&map->keep_marking);
    vec_free(&map->event);
    vec_free(&map->cond);
    vec_free(&map->marking);
}

/* --- the maps ----------------------------------------------------------- */

static void number_events(const struct es *es, struct compact_map *map)
{
    event_id next = 0;

    ASSERT(map->keep_event.at[EVENT_BOTTOM]);
    vec_clear(&map->event);
    for (event_id e = 0; e < es->events.len; e++) {
        const bool keep = map->keep_event.at[e];

        vec_push(&map->event, keep ? next : COMPACT_REMOVED);
        next += keep;
        if (keep && map->moves_markings)
            map->keep_marking.at[es->events.at[e].marking] = 1;
    }
}

static void number_conds(const struct es *es, struct compact_map *map)
{
    cond_id next = 0;

    vec_clear(&map->cond);
    for (cond_id b = 0; b < es->conds.len; b++) {
        const bool keep = map->keep_event.at[es->conds.at[b].producer];

        vec_push(&map->cond, keep ? next : COMPACT_REMOVED);
        next += keep;
    }
}

static void number_markings(struct compact_map *map)
{
    uint32_t next = 0;

    vec_clear(&map->marking);
    for (uint32_t m = 0; m < map->keep_marking.len; m++) {
        vec_push(&map->marking,
                 map->keep_marking.at[m] ? next : COMPACT_REMOVED);
        next += map->keep_marking.at[m];
    }
}

/* --- moving ------------------------------------------------------------- */

/* Names refer to smaller ids only, which have moved already or stay. */
static void move_event(struct es *es, const struct compact_map *map, event_id e,
                       uint32_t *n_pool)
{
    struct es_event ev = es->events.at[e];
    const struct es_name name = es_name(es, e);
    uint32_t *const to = es->pool.at + *n_pool;

    for (uint32_t i = 0; i < name.n; i++)
        to[i] = i < name.n_uses ? map->cond.at[name.at[i]]
                                : map->event.at[name.at[i]];
    if (e != EVENT_BOTTOM) {
        ev.names = *n_pool;
        *n_pool += name.n;
    }
    if (ev.produces != COND_NONE && es_produce_count(es, e))
        ev.produces = map->cond.at[ev.produces];
    ev.marking = compact_marking(map, ev.marking);
    es->events.at[map->event.at[e]] = ev;
}

static void move_events(struct es *es, const struct compact_map *map)
{
    uint32_t n_events = 0, n_pool = 0;

    for (event_id e = 0; e < es->events.len; e++)
        if (map->keep_event.at[e]) {
            move_event(es, map, e, &n_pool);
            n_events++;
        }
    vec_cut(&es->events, n_events);
    vec_cut(&es->pool, n_pool);
    es->events.at[n_events].names = n_pool;
}

static struct es_link move_link(const struct compact_map *map,
                                struct es_link link, cond_id b)
{
    const event_id via = map->event.at[link.hint.via];

    link.user = map->event.at[link.user];
    link.hint = via == COMPACT_REMOVED
                    ? (struct es_hint){link.user, b}
                    : (struct es_hint){via, map->cond.at[link.hint.blocked_by]};
    return link;
}

/* The users of b that are kept, as links at the end of `to`: in a block of 2^k,
 * as es.c wants it. */
static struct es_users move_links(const struct es *es,
                                  const struct compact_map *map, cond_id b,
                                  struct es_link *to, uint32_t *n_to)
{
    const struct es_users old = es->users.at[b];
    struct es_users users = {.at = *n_to, .are_links = true};

    for (uint32_t i = 0; i < old.n; i++) {
        const struct es_link link = es->links.at[old.at + i];

        if (map->keep_event.at[link.user])
            to[users.at + users.n++] = move_link(map, link, map->cond.at[b]);
    }
    if (users.n > 1)
        *n_to += (uint32_t)2 << bits_highest(users.n - 1);
    else
        users = (struct es_users){.at = users.n ? to[users.at].user : 0,
                                  .n = users.n};
    return users;
}

/* The same as ids; a single one is in the result. */
static struct es_users move_ids(const struct es *es,
                                const struct compact_map *map, cond_id b,
                                event_id *to, uint32_t *n_to)
{
    const uint32_t n = es_user_count(es, b);
    struct es_users users = {.at = *n_to};

    for (uint32_t i = 0; i < n; i++) {
        const event_id user = es_user(es, b, i);

        if (map->keep_event.at[user])
            to[users.at + users.n++] = map->event.at[user];
    }
    if (users.n > 1)
        *n_to += (uint32_t)2 << bits_highest(users.n - 1);
    else if (users.n)
        users.at = to[users.at];
    return users;
}

/* Blocks never grow here, so the new arrays are no larger than the old ones;
 * there is room for one id that stands alone. */
static void move_users(struct es *es, const struct compact_map *map)
{
    struct es_link *const links = mem_alloc(es->links.len, sizeof *links);
    event_id *const ids = mem_alloc((size_t)es->ids.words.len + 1, sizeof *ids);
    uint32_t n_links = 0, n_ids = 0, n = 0;

    for (cond_id b = 0; b < es->users.len; b++)
        if (map->cond.at[b] != COMPACT_REMOVED)
            es->users.at[n++] = es->users.at[b].are_links
                                    ? move_links(es, map, b, links, &n_links)
                                    : move_ids(es, map, b, ids, &n_ids);
    vec_cut(&es->users, n);
    vec_free(&es->links);
    pool_finish(&es->ids);
    es->links.at = mem_resize(links, n_links, sizeof *links);
    es->links.len = es->links.cap = n_links;
    es->ids.words.at = mem_resize(ids, n_ids, sizeof *ids);
    es->ids.words.len = es->ids.words.cap = n_ids;
    for (uint32_t i = 0; i < 32; i++)
        vec_free(&es->spare_links[i]);
}

void compact_store(struct es *es, struct compact_map *map)
{
    number_events(es, map);
    number_conds(es, map);
    if (map->moves_markings)
        number_markings(map);
    move_users(es, map);
    compact_vec(&es->conds, &map->cond);
    for (cond_id b = 0; b < es->conds.len; b++)
        es->conds.at[b].producer = map->event.at[es->conds.at[b].producer];
    move_events(es, map);
    es_index_events(es);
    if (map->moves_markings)
        markings_keep(&es->markings, map->marking.at);
}
