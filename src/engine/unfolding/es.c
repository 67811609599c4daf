#include "engine/unfolding/es.h"

#include <string.h>

/* Events that es_make_room() makes room for. */
#define ROOM ((uint32_t)1 << 16)

static uint64_t hash_name(trans_id t, const uint32_t *name, uint32_t len)
{
    uint64_t h = (uint64_t)t * 0x9e3779b97f4a7c15u + len;

    for (uint32_t i = 0; i < len; i++) {
        h = (h ^ name[i]) * 0xd6e8feb86659fd93u;
        h ^= h >> 29;
    }
    return h ^ h >> 32;
}

static uint32_t use_count(const struct es *es, trans_id t)
{
    return compiled_net_use(es->compiled, t).len;
}

event_id es_find(const struct es *es, trans_id t, const uint32_t *name,
                 uint32_t n_readers)
{
    const uint32_t len = use_count(es, t) + n_readers;
    const uint64_t h = hash_name(t, name, len);
    event_id e;

    if (!es->names.mask)
        return EVENT_NONE;
    for (uint32_t p = slots_first(&es->names, h);
         (e = slots_id(&es->names, p)) != SLOTS_FREE;
         p = slots_next(&es->names, p))
        if (slots_may_be(&es->names, p, h) && es->events.at[e].trans == t &&
            ids_equal(es_uses(es, e), es_name_count(es, e), name, len))
            return e;
    return EVENT_NONE;
}

static void put_name(struct es *es, event_id e)
{
    const uint64_t hash =
        hash_name(es->events.at[e].trans, es_uses(es, e), es_name_count(es, e));

    slots_put(&es->names, hash, e);
}

/* Makes room in the index for all events; those below `end` are in it. */
static void reserve_names(struct es *es, event_id end)
{
    if (es->events.len <= es->names.room)
        return;
    while (es->events.len > es->names.room)
        slots_grow(&es->names);
    for (event_id e = 1; e < end; e++)
        put_name(es, e);
}

static void add_conds(struct es *es, event_id e, struct net_place_span places)
{
    for (uint32_t i = 0; i < places.len; i++) {
        const struct es_cond c = {places.at[i], e};

        vec_push(&es->conds, c);
    }
}

/* --- users --------------------------------------------------------------- */

/* A free block of 2^order links. */
static uint32_t new_links(struct es *es, uint32_t order)
{
    const uint32_t size = (uint32_t)1 << order, block = es->links.len;

    if (es->spare_links[order].len)
        return vec_pop(&es->spare_links[order]);
    if (block > UINT32_MAX - size)
        mem_failed(SIZE_MAX);
    vec_reserve(&es->links, size);
    es->links.len += size;
    return block;
}

static struct es_link new_link(const struct es *es, event_id e, cond_id b)
{
    return (struct es_link){e, es->events.at[e].size, {e, b}};
}

/* Of a condition that has one user, which is no link, or several. */
static void push_id(struct es *es, struct es_users *users, event_id e)
{
    const event_id both[] = {users->at, e};
    struct pool_list list = {0};

    if (users->n == 1) {
        pool_fill(&es->ids, &list, both, 2);
    } else {
        list = (struct pool_list){users->at, users->n};
        pool_push(&es->ids, &list, e);
    }
    users->at = list.at;
}

/* Room for one more link.  Blocks are powers of two, full when the number of
 * users is one. */
static void reserve_link(struct es *es, struct es_users *users)
{
    const uint32_t n = users->n, order = bits_lowest(n) + 1;
    uint32_t block;

    if (n & (n - 1))
        return;
    block = new_links(es, order);
    memcpy(es->links.at + block, es->links.at + users->at,
           n * sizeof *es->links.at);
    vec_push(&es->spare_links[order - 1], users->at);
    users->at = block;
}

struct es_link *es_make_links(struct es *es, cond_id b)
{
    struct es_users *const users = &es->users.at[b];
    const uint32_t n = users->n, order = bits_highest(n - 1) + 1;
    const uint32_t block = new_links(es, order);

    ASSERT(n > 1 && !users->are_links);
    for (uint32_t i = 0; i < n; i++)
        es->links.at[block + i] =
            new_link(es, es->ids.words.at[users->at + i], b);
    vec_push(&es->ids.spare[order], users->at);
    users->at = block;
    users->are_links = true;
    return es->links.at + block;
}

static void link_use(struct es *es, event_id e, cond_id b)
{
    struct es_users *const users = &es->users.at[b];

    if (users->n == ES_MOST_USERS)
        mem_failed(SIZE_MAX);
    if (users->are_links) {
        reserve_link(es, users);
        es->links.at[users->at + users->n] = new_link(es, e, b);
    } else if (!users->n) {
        users->at = e;
    } else {
        push_id(es, users, e);
    }
    users->n = (users->n + 1) & ES_MOST_USERS;
}

static void link_uses(struct es *es, event_id e)
{
    const uint32_t n_uses = use_count(es, es->events.at[e].trans);

    vec_fit(&es->users, es->conds.len);
    for (uint32_t i = 0; i < n_uses; i++)
        link_use(es, e, es_uses(es, e)[i]);
}

/* --- events -------------------------------------------------------------- */

static uint32_t level_above(const struct es *es, struct es_name name)
{
    uint32_t level = 0;

    for (uint32_t i = 0; i < name.n; i++) {
        const event_id cause = es_name_cause(es, name, i);

        if (es->events.at[cause].level > level)
            level = es->events.at[cause].level;
    }
    return level + 1;
}

void es_make_room(struct es *es)
{
    ASSERT(es->lazy);
    vec_expect(&es->events, ROOM);
    vec_expect(&es->pool, 2 * ROOM);
    vec_expect(&es->conds, ROOM);
}

void es_reserve(struct es *es, uint32_t n, uint32_t n_uses)
{
    /* ids and offsets are 32 bits wide: the store is full long before */
    if (es->pool.len > UINT32_MAX - n_uses ||
        es->conds.len > UINT32_MAX - n_uses ||
        es->events.len > UINT32_MAX - n - 1)
        mem_failed(SIZE_MAX);
    vec_reserve(&es->pool, n_uses);
    vec_reserve(&es->events, n + 1);
}

/* Event e, whose name comes `names` numbers behind those in the pool. */
static inline void put_event(struct es *es, event_id e, uint32_t names,
                             struct es_event event, const uint32_t *name,
                             uint32_t n_uses, uint32_t n)
{
    uint32_t *const to = es->pool.at + es->pool.len + names;

    event.names = es->pool.len + names;
    event.produces = COND_NONE;
    event.level =
        level_above(es, (struct es_name){name, .n_uses = n_uses, .n = n});
    es->events.at[e] = event;
    for (uint32_t i = 0; i < n; i++)
        to[i] = name[i];
}

void es_write(struct es *es, event_id e, uint32_t names, trans_id t,
              const uint32_t *name, uint32_t size, uint32_t marking)
{
    const uint32_t n = use_count(es, t);

    put_event(es, e, names,
              (struct es_event){.trans = t, .size = size, .marking = marking},
              name, n, n);
}

void es_take(struct es *es, uint32_t n, uint32_t n_uses)
{
    es->events.len += n;
    es->pool.len += n_uses;
    es->events.at[es->events.len].names = es->pool.len;
}

event_id es_add(struct es *es, trans_id t, const uint32_t *name,
                uint32_t n_readers, uint32_t size, uint32_t marking)
{
    const uint32_t n_uses = use_count(es, t), n = n_uses + n_readers;
    const event_id e = es->events.len;

    if (!es_has_room(es, 1, n))
        es_reserve(es, 1, n);
    put_event(es, e, 0,
              (struct es_event){.trans = t, .size = size, .marking = marking},
              name, n_uses, n);
    es_take(es, 1, n);
    if (!es->lazy) {
        reserve_names(es, e);
        put_name(es, e);
        link_uses(es, e);
    }
    return e;
}

void es_produce_only(struct es *es, event_id e)
{
    const trans_id t = es->events.at[e].trans;

    es->events.at[e].produces = es->conds.len;
    add_conds(es, e, compiled_net_produce(es->compiled, t));
}

void es_cut(struct es *es, event_id end, cond_id cond_end)
{
    ASSERT(es->lazy && end > EVENT_BOTTOM);
    vec_cut(&es->events, end);
    vec_cut(&es->pool, es->events.at[end].names);
    vec_cut(&es->conds, cond_end);
}

bool es_reads(const struct es *es, event_id e, cond_id b)
{
    const struct net_place_span read =
        net_read(es->compiled->net, es->events.at[e].trans);

    return es->compiled->n_read &&
           ids_has(read.at, read.len, es->conds.at[b].place);
}

void es_produce(struct es *es, event_id e)
{
    es_produce_only(es, e);
    link_uses(es, e);
}

/* The events with conditions by size, then by id; ends[i] is where those of
 * size i end. */
static void sort_by_size(const struct es *es, event_id *sorted, uint32_t *ends)
{
    const struct es_event *const events = es->events.at;

    for (event_id e = 1; e < es->events.len; e++)
        if (events[e].produces != COND_NONE)
            ends[events[e].size + 1]++;
    for (uint32_t size = 1; size <= es->events.len; size++)
        ends[size] += ends[size - 1];
    for (event_id e = 1; e < es->events.len; e++)
        if (events[e].produces != COND_NONE)
            sorted[ends[events[e].size]++] = e;
}

void es_link_all(struct es *es)
{
    const uint32_t n = es->events.len;
    event_id *const sorted = mem_alloc(n, sizeof *sorted);
    uint32_t *const ends = mem_zero((size_t)n + 1, sizeof *ends);

    ASSERT(es->lazy);
    sort_by_size(es, sorted, ends);
    for (uint32_t i = 0; i < ends[n - 1]; i++)
        link_uses(es, sorted[i]);
    mem_free(sorted);
    mem_free(ends);
}

bool es_marked(const struct es *es, uint32_t marking, place_id p)
{
    const struct compiled_net_mirror *mirror;

    if (p < es->compiled->n_net_places)
        return markings_has(&es->markings, marking, p);
    mirror = &es->compiled->mirrors[p - es->compiled->n_net_places];
    return mirror->place == PLACE_NONE ||
           markings_has(&es->markings, marking, mirror->place) !=
               mirror->opposite;
}

/* --- the store ----------------------------------------------------------- */

void es_index_events(struct es *es)
{
    slots_finish(&es->names);
    reserve_names(es, es->events.len);
}

struct es *es_create(const struct compiled_net *compiled)
{
    struct es *const es = mem_zero(1, sizeof *es);

    es->compiled = compiled;
    markings_init(&es->markings, compiled->net, compiled->exclusive);
    vec_reserve(&es->pool, 1); /* spans of nothing must not begin at NULL */
    es_reserve(es, 1, 0);
    es->events.at[EVENT_BOTTOM] = (struct es_event){.trans = TRANS_NONE};
    es_take(es, 1, 0);
    add_conds(es, EVENT_BOTTOM, compiled_net_initial(compiled));
    return es;
}

void es_destroy(struct es *es)
{
    if (!es)
        return;
    vec_free(&es->events);
    vec_free(&es->conds);
    vec_free(&es->pool);
    vec_free(&es->users);
    pool_finish(&es->ids);
    vec_free(&es->links);
    for (uint32_t i = 0; i < 32; i++)
        vec_free(&es->spare_links[i]);
    slots_finish(&es->names);
    markings_finish(&es->markings);
    mem_free(es);
}

/* Elements of an array, with the room that it gets when it grows to as many: an
 * array may have more to spare, and one of a lazy store may have been longer.
 */
static size_t held(const struct es *es, uint32_t len, uint32_t cap)
{
    return es->lazy ? mem_grown(len) : cap;
}

size_t es_bytes(const struct es *es)
{
    const uint32_t n = markings_count(&es->markings);
    const uint32_t n_pool = es->pool.len ? es->pool.len : 1; /* es_create() */
    bits_word *const used = mem_zero(bits_words(n), sizeof *used);
    size_t n_used;

    for (event_id e = 0; e < es->events.len; e++)
        bits_add(used, es->events.at[e].marking);
    n_used = bits_count(used, bits_words(n));
    mem_free(used);
    return held(es, es->events.len + 1, es->events.cap) *
               sizeof *es->events.at +
           held(es, es->conds.len, es->conds.cap) * sizeof *es->conds.at +
           held(es, n_pool, es->pool.cap) * sizeof *es->pool.at +
           es->users.cap * sizeof *es->users.at +
           es->ids.words.cap * sizeof *es->ids.words.at +
           es->links.cap * sizeof *es->links.at + slots_bytes(&es->names) +
           n_used * markings_bytes(&es->markings) / n;
}

static void check_event(const struct es *es, event_id e)
{
    const struct es_event *const ev = &es->events.at[e];
    const uint32_t n_uses = es_use_count(es, e);
    const uint32_t *const name = es_uses(es, e);
    const struct net_place_span use = compiled_net_use(es->compiled, ev->trans);
    const struct net_place_span produce =
        compiled_net_produce(es->compiled, ev->trans);

    CHECK(es_find(es, ev->trans, name, es_reader_count(es, e)) == e);
    CHECK(ev->marking < markings_count(&es->markings));
    for (uint32_t i = 0; i < n_uses; i++) {
        CHECK(es->conds.at[name[i]].place == use.at[i]);
        CHECK(es->conds.at[name[i]].producer < e);
    }
    for (uint32_t i = n_uses; i < es_name_count(es, e); i++) {
        CHECK(name[i] < e && name[i] != EVENT_BOTTOM);
        CHECK(i == n_uses || name[i - 1] <= name[i]);
    }
    for (uint32_t i = 0; i < produce.len && ev->produces != COND_NONE; i++) {
        CHECK(es->conds.at[ev->produces + i].place == produce.at[i]);
        CHECK(es->conds.at[ev->produces + i].producer == e);
    }
}

void es_check(const struct es *es)
{
    CHECK(es->events.len > 0 && es->events.at[0].trans == TRANS_NONE);
    markings_check(&es->markings);
    for (event_id e = 1; e < es->events.len; e++)
        check_event(es, e);
}
