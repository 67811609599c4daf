#include "engine/por/cache.h"

#include "base/ids.h"
#include "engine/engine.h"

/* Of the filter: 2 MiB, four bits a name. */
#define FILTER_BITS ((uint64_t)1 << 24)
#define FILTER_MARKS 4

/* What an eviction, the marking table, a configuration, alternatives and the
 * walkers need on top of the store, where an eviction has the links twice. */
#define EVICTION_EVENT_BYTES 56
#define EVICTION_COND_BYTES 12

/* Evicting less than this does not pay for the work. */
#define LEAST_CACHED 256

void cache_init(struct cache *cache, struct es *es,
                const struct useful_events *useful, uint64_t bound,
                uint32_t chance)
{
    *cache = (struct cache){.es = es,
                            .useful = useful,
                            .bound = bound == ENGINE_NO_CACHE ? 0 : bound,
                            .chance = chance,
                            .draw = 0x9e3779b97f4a7c15u};
    vec_push(&cache->used, 0);
    vec_push(&cache->names, 1);
}

void cache_finish(struct cache *cache)
{
    compact_finish(&cache->map);
    vec_free(&cache->used);
    vec_free(&cache->names);
    vec_free(&cache->ages);
    mem_free(cache->evicted_names);
}

/* --- what was evicted before -------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0xd6e8feb86659fd93u;
    return h ^ h >> 32;
}

/* A name in which causes stand with their own names, not with their ids.
 * Readers come in the order of ids, so theirs are added up. */
static uint64_t name_of(const struct cache *cache, event_id e)
{
    const struct es *const es = cache->es;
    const struct es_event *const ev = &es->events.at[e];
    const struct es_name name = es_name(es, e);
    uint64_t h = mix(0x2545f4914f6cdd1du, ev->trans), sum = 0;

    for (uint32_t i = 0; i < name.n_uses; i++) {
        const event_id producer = es_name_cause(es, name, i);

        h = mix(h, cache->names.at[producer] + name.at[i] -
                       es->events.at[producer].produces);
    }
    for (uint32_t i = name.n_uses; i < name.n; i++)
        sum += mix(cache->names.at[name.at[i]], 1);
    return mix(h, sum);
}

static uint32_t filter_bit(uint64_t name, uint32_t i)
{
    return (uint32_t)(mix(name, i) % FILTER_BITS);
}

static bool was_evicted(const struct cache *cache, uint64_t name)
{
    for (uint32_t i = 0; i < FILTER_MARKS; i++)
        if (!bits_has(cache->evicted_names, filter_bit(name, i)))
            return false;
    return true;
}

void cache_add(struct cache *cache, event_id e)
{
    const uint64_t name = name_of(cache, e);

    ASSERT(e == cache->names.len);
    cache->time++;
    vec_push(&cache->names, name);
    vec_push(&cache->used, cache->time);
    cache->n_rebuilt += cache->evicted_names && was_evicted(cache, name);
}

/* --- evictions -------------------------------------------------------------
 */

uint64_t cache_bytes(const struct cache *cache)
{
    const struct es *const es = cache->es;
    const uint64_t per_event =
        sizeof *es->events.at + sizeof *cache->useful->events.at +
        sizeof *cache->useful->c->position.at + sizeof *cache->used.at +
        sizeof *cache->names.at + EVICTION_EVENT_BYTES;
    const uint64_t per_cond = sizeof *es->conds.at + EVICTION_COND_BYTES;
    const uint64_t markings =
        cache->has_markings ? markings_bytes(&es->markings) : 0;

    return markings + es->events.len * per_event + es->conds.len * per_cond +
           es->pool.len * sizeof *es->pool.at +
           es->users.len * sizeof *es->users.at +
           2 * es->ids.words.len * sizeof *es->ids.words.at +
           2 * es->links.len * sizeof *es->links.at + slots_bytes(&es->names) +
           cache->useful->links.len * sizeof *cache->useful->links.at;
}

static uint64_t draw(struct cache *cache)
{
    cache->draw ^= cache->draw << 13;
    cache->draw ^= cache->draw >> 7;
    cache->draw ^= cache->draw << 17;
    return cache->draw >> 16;
}

bool cache_is_due(struct cache *cache)
{
    const uint32_t cached = cache->es->events.len - 1 - cache->useful->n;

    if (cache->chance)
        return cached && draw(cache) % cache->chance == 0;
    if (cached < LEAST_CACHED || cached < cache->useful->n / 4)
        return false;
    return cache->bound ? cache_bytes(cache) > cache->bound
                        : cached >= cache->useful->n;
}

/* What is of use to an event is of use to its causes. */
static void spread_use(struct cache *cache)
{
    const struct es *const es = cache->es;
    uint32_t *const used = cache->used.at;

    for (event_id e = es->events.len; e-- > 1;) {
        const struct es_name name = es_name(es, e);

        for (uint32_t i = 0; i < name.n; i++) {
            const event_id cause = es_name_cause(es, name, i);

            if (used[cause] < used[e])
                used[cause] = used[e];
        }
    }
}

/* Events of G that were of use after this time stay, and as many as *n_tied of
 * those that were of use at this time. */
static uint32_t threshold(struct cache *cache, uint32_t *n_tied)
{
    const uint64_t per_event = cache_bytes(cache) / cache->es->events.len + 1;
    const uint64_t room = cache->bound / 2 / per_event;
    const uint64_t n_stay =
        room > cache->useful->n ? room - cache->useful->n : 0;
    uint64_t last;

    vec_clear(&cache->ages);
    for (event_id e = 1; e < cache->es->events.len; e++)
        if (!useful_events_has(cache->useful, e))
            vec_push(&cache->ages, cache->used.at[e]);
    if (n_stay >= cache->ages.len)
        return 0;
    ids_sort(cache->ages.at, cache->ages.len);
    last = cache->ages.len - 1 - n_stay;
    for (uint64_t i = last + 1;
         i < cache->ages.len && cache->ages.at[i] == cache->ages.at[last]; i++)
        ++*n_tied;
    return cache->ages.at[last];
}

/* An eighth of G, and what is below that. */
static void choose_at_random(struct cache *cache)
{
    const struct es *const es = cache->es;
    uint8_t *const keep = cache->map.keep_event.at;

    for (event_id e = es->events.len; e-- > 1;) {
        const struct es_name name = es_name(es, e);

        keep[e] |= useful_events_has(cache->useful, e) || draw(cache) % 8 == 0;
        for (uint32_t i = 0; i < name.n && keep[e]; i++)
            keep[es_name_cause(es, name, i)] = 1;
    }
}

/* Of events that are tied the older ones stay, causes before effects. */
static void choose_by_use(struct cache *cache)
{
    uint8_t *const keep = cache->map.keep_event.at;
    uint32_t least = UINT32_MAX, n_tied = 0;

    if (cache->bound) {
        spread_use(cache);
        least = threshold(cache, &n_tied);
    }
    for (event_id e = 1; e < cache->es->events.len; e++) {
        keep[e] =
            useful_events_has(cache->useful, e) || cache->used.at[e] > least;
        if (!keep[e] && cache->used.at[e] == least && n_tied > 0) {
            keep[e] = 1;
            n_tied--;
        }
    }
}

void cache_choose(struct cache *cache)
{
    const uint32_t n = cache->es->events.len;

    compact_start(&cache->map, cache->es);
    cache->map.keep_event.at[EVENT_BOTTOM] = 1;
    if (cache->chance)
        choose_at_random(cache);
    else
        choose_by_use(cache);
    if (!cache->evicted_names)
        cache->evicted_names =
            mem_zero(FILTER_BITS / 64, sizeof *cache->evicted_names);
    for (event_id e = 1; e < n; e++)
        if (!cache->map.keep_event.at[e]) {
            for (uint32_t i = 0; i < FILTER_MARKS; i++)
                bits_add(cache->evicted_names,
                         filter_bit(cache->names.at[e], i));
            cache->n_evicted++;
        }
}

void cache_renumber(struct cache *cache)
{
    compact_vec(&cache->used, &cache->map.event);
    compact_vec(&cache->names, &cache->map.event);
}
