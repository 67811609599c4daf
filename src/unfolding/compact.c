#include "unfolding/compact.h"

#include <string.h>

static void clear_bytes(uint8_t *at, uint32_t n)
{
    if (n)
        memset(at, 0, n);
}

void compact_start(struct compact_map *map, const struct es *es)
{
    vec_clear(&map->keep_event);
    vec_reserve(&map->keep_event, es->events.len);
    map->keep_event.len = es->events.len;
    clear_bytes(map->keep_event.at, es->events.len);
    map->moves_marks = false;
}

void compact_start_marks(struct compact_map *map, const struct es *es)
{
    vec_clear(&map->keep_mark);
    vec_reserve(&map->keep_mark, es->n_marks);
    map->keep_mark.len = es->n_marks;
    clear_bytes(map->keep_mark.at, es->n_marks);
    map->moves_marks = true;
}

void compact_finish(struct compact_map *map)
{
    vec_free(&map->keep_event);
    vec_free(&map->keep_mark);
    vec_free(&map->event);
    vec_free(&map->cond);
    vec_free(&map->mark);
}

/* --- the maps ----------------------------------------------------------- */

static void number_events(const struct es *es, struct compact_map *map)
{
    event_id next = 0;

    ASSERT(map->keep_event.at[EVENT_BOTTOM]);
    vec_clear(&map->event);
    for (event_id e = 0; e < es->events.len; e++) {
        const bool keep = map->keep_event.at[e];

        vec_push(&map->event, keep ? next : COMPACT_GONE);
        next += keep;
        if (keep && map->moves_marks)
            map->keep_mark.at[es->events.at[e].mark] = 1;
    }
}

static void number_conds(const struct es *es, struct compact_map *map)
{
    cond_id next = 0;

    vec_clear(&map->cond);
    for (cond_id b = 0; b < es->conds.len; b++) {
        const bool keep = map->keep_event.at[es->conds.at[b].maker];

        vec_push(&map->cond, keep ? next : COMPACT_GONE);
        next += keep;
    }
}

static void number_marks(struct compact_map *map)
{
    uint32_t next = 0;

    vec_clear(&map->mark);
    for (uint32_t m = 0; m < map->keep_mark.len; m++) {
        vec_push(&map->mark, map->keep_mark.at[m] ? next : COMPACT_GONE);
        next += map->keep_mark.at[m];
    }
}

/* --- moving ------------------------------------------------------------- */

/* Names refer to smaller ids only, which have moved already or stay. */
static void move_event(struct es *es, const struct compact_map *map, event_id e,
                       uint32_t *n_pool)
{
    struct es_event ev = es->events.at[e];
    const uint32_t n_uses = es_use_count(es, e);
    const uint32_t n = n_uses + ev.n_readers;
    const uint32_t *const from = es->pool.at + ev.names;
    uint32_t *const to = es->pool.at + *n_pool;

    for (uint32_t i = 0; i < n; i++)
        to[i] = i < n_uses ? map->cond.at[from[i]] : map->event.at[from[i]];
    if (e != EVENT_BOTTOM) {
        ev.names = *n_pool;
        *n_pool += n;
    }
    if (ev.makes != COND_NONE && es_make_count(es, e))
        ev.makes = map->cond.at[ev.makes];
    ev.mark = compact_mark(map, ev.mark);
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
}

static struct es_link move_link(const struct compact_map *map,
                                struct es_link link, cond_id b)
{
    const event_id via = map->event.at[link.via];
    const bool known = via != COMPACT_GONE;

    link.user = map->event.at[link.user];
    link.via = known ? via : link.user;
    link.watch = known ? map->cond.at[link.watch] : b;
    return link;
}

/* The users of b that are kept, to the end of `links`: in a block of 2^k of
 * them, as es.c wants it. */
static void move_users(struct es *es, const struct compact_map *map, cond_id b,
                       struct es_link *links, uint32_t *n_links)
{
    struct es_cond c = es->conds.at[b];
    const uint32_t n = c.n_users, to = map->cond.at[b];
    const struct es_link *const from = n ? es->links.at + c.users : NULL;
    uint32_t size = 1;

    c.users = *n_links;
    c.n_users = 0;
    for (uint32_t i = 0; i < n; i++)
        if (map->keep_event.at[from[i].user])
            links[c.users + c.n_users++] = move_link(map, from[i], to);
    while (size < c.n_users)
        size *= 2;
    if (c.n_users)
        *n_links += size;
    c.maker = map->event.at[c.maker];
    es->conds.at[to] = c;
}

/* Blocks never grow here, so the new array is no larger than the old one. */
static void move_conds(struct es *es, const struct compact_map *map)
{
    struct es_link *const links = mem_alloc(es->links.len, sizeof *links);
    uint32_t n_conds = 0, n_links = 0;

    for (cond_id b = 0; b < es->conds.len; b++)
        if (map->cond.at[b] != COMPACT_GONE) {
            move_users(es, map, b, links, &n_links);
            n_conds++;
        }
    vec_cut(&es->conds, n_conds);
    vec_free(&es->links);
    es->links.at = mem_resize(links, n_links, sizeof *links);
    es->links.len = es->links.cap = n_links;
    for (uint32_t i = 0; i < 32; i++)
        vec_free(&es->spare[i]);
}

static void move_marks(struct es *es, const struct compact_map *map)
{
    uint32_t n_marks = 0;

    for (uint32_t m = 0; m < map->mark.len; m++) {
        if (map->mark.at[m] == COMPACT_GONE)
            continue;
        if (n_marks != m)
            bits_copy(es->mark_bits.at + (size_t)es->mark_words * n_marks,
                      es_mark_bits(es, m), es->mark_words);
        n_marks++;
    }
    es->n_marks = n_marks;
    vec_cut(&es->mark_bits, n_marks * es->mark_words);
}

void compact_store(struct es *es, struct compact_map *map)
{
    number_events(es, map);
    number_conds(es, map);
    if (map->moves_marks)
        number_marks(map);
    move_conds(es, map);
    move_events(es, map);
    es_index_events(es);
    if (!map->moves_marks)
        return;
    move_marks(es, map);
    es_index_marks(es);
}
