/* compact.h - removes events from the store.
 *
 * Events that are kept move together and get new ids in the order of the old
 * ones, so causes stay smaller than effects and the conditions of a chain stay
 * in order.  The set that is kept must be causally closed.  Modules that keep
 * ids translate them by the map. */
#ifndef COMPACT_H
#define COMPACT_H

#include "engine/unfolding/es.h"

#define COMPACT_REMOVED UINT32_MAX /* also the new "id" of EVENT_NONE */

struct compact_map {
    VEC(uint8_t) keep_event;   /* the owner's: by event */
    VEC(uint32_t) event, cond; /* by old id: the new, or COMPACT_REMOVED */
    /* The same for markings, if they move too: a full marking table has many
     * more markings than there are events.  The markings of kept events are
     * kept. */
    bool moves_markings;
    VEC(uint8_t) keep_marking;
    VEC(uint32_t) marking;
};

/* Nothing is kept yet, and markings do not move. */
void compact_start(struct compact_map *map, const struct es *es);

/* Markings move; none is kept yet. */
void compact_start_markings(struct compact_map *map, const struct es *es);

/* Removes the other events, in time linear in what moves.  Spans and pointers
 * into the store become invalid. */
void compact_store(struct es *es, struct compact_map *map);

void compact_finish(struct compact_map *map);

/* Leaves in an array by event, condition or marking the elements that are kept;
 * `to` is the map from old to new ids. */
#define compact_vec(v, to)                      \
    do {                                        \
        const uint32_t *const to_ = (to)->at;   \
        const uint32_t n_ = (v)->len;           \
        uint32_t kept_ = 0;                     \
                                                \
        for (uint32_t i_ = 0; i_ < n_; i_++)    \
            if (to_[i_] != COMPACT_REMOVED)     \
                (v)->at[kept_++] = (v)->at[i_]; \
        vec_cut(v, kept_);                      \
    } while (0)

static inline uint32_t compact_marking(const struct compact_map *map,
                                       uint32_t marking)
{
    return map->moves_markings ? map->marking.at[marking] : marking;
}

static inline event_id compact_event(const struct compact_map *map, event_id e)
{
    return e == EVENT_NONE ? EVENT_NONE : map->event.at[e];
}

#endif
