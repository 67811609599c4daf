/* cache.h - which events of the store stay in memory, and when to evict.
 *
 * Events outside U (useful_events.h) are the cache G: they need not be built
 * again, they cut off other events, and they serve alternatives.  Any of them
 * may be evicted (THEORY, Theorem 24).  When the store has grown to its bound,
 * an eviction removes those events of G that have been of no use for the
 * longest time.  An event is of use when it is created, met, or cuts another
 * event; then its causes are of use, too.  An eviction leaves at most half of
 * the bound, so that its cost is shared by as many events as it removes.
 *
 * With no cache every eviction leaves exactly U, and one is due when G is as
 * large as U. */
#ifndef CACHE_H
#define CACHE_H

#include "engine/por/useful_events.h"
#include "engine/unfolding/compact.h"

struct cache {
    struct es *es;
    const struct useful_events *useful;
    uint64_t bound;    /* bytes, 0: none at all */
    bool has_markings; /* markings are those of events: they count */
    uint32_t chance;   /* tests: an eviction after one in this many steps */
    uint64_t draw;
    struct compact_map map;
    VEC(uint32_t) used;      /* by event: when it was of use last */
    VEC(uint64_t) names;     /* by event: a hash that no eviction changes */
    VEC(uint32_t) ages;      /* scratch */
    uint32_t time;           /* events added so far */
    uint64_t *evicted_names; /* a Bloom filter; NULL before an eviction */
    uint64_t n_evicted, n_rebuilt;
};

/* The bound is in bytes, or ENGINE_NO_CACHE.  With a chance, evictions come at
 * random and remove events at random. */
void cache_init(struct cache *cache, struct es *es,
                const struct useful_events *useful, uint64_t bound,
                uint32_t chance);
void cache_finish(struct cache *cache);

/* e, the youngest event, was made: the next call must be for the event after
 * it.  Counts in n_rebuilt when an event of that name was evicted before, as
 * far as a filter can tell: while no more than two million events were evicted,
 * it takes less than one new event in a hundred for an evicted one. */
void cache_add(struct cache *cache, event_id e);

/* e was of use. */
static inline void cache_use(struct cache *cache, event_id e)
{
    cache->used.at[e] = cache->time;
}

/* Is an eviction due? */
bool cache_is_due(struct cache *cache);

/* Chooses the events that stay and fills cache->map.keep_event.  The caller
 * moves the store (compact.h) and translates its own ids. */
void cache_choose(struct cache *cache);
void cache_renumber(struct cache *cache);

/* Bytes of the events in the store; markings only if they count. */
uint64_t cache_bytes(const struct cache *cache);

#endif
