/* trail_markings.h - the markings of the configurations on the trail.
 *
 * The marking after the first n events of C has a number (es.h), for each n.
 * It is computed on demand, by firing events from the nearest known marking
 * before it.  So a push takes no time for markings, and only requested markings
 * are stored. */
#ifndef TRAIL_MARKINGS_H
#define TRAIL_MARKINGS_H

#include "engine/unfolding/compact.h"
#include "engine/unfolding/es.h"

struct trail_markings {
    struct es *es;
    VEC(uint32_t) at; /* by number of events, a number or NONE */
};

/* The trail is empty. */
void trail_markings_init(struct trail_markings *trail, struct es *es);
void trail_markings_finish(struct trail_markings *trail);

/* C has one event more, or has lost its last event. */
static inline void trail_markings_push(struct trail_markings *trail)
{
    vec_push(&trail->at, MARKING_NUMBERS_NONE);
}

static inline void trail_markings_pop(struct trail_markings *trail)
{
    (void)vec_pop(&trail->at);
}

/* As trail_markings_find(), in all cases. */
uint32_t trail_markings_seek(struct trail_markings *trail,
                             struct es_span events, bool known, uint64_t *work);

/* The number of the marking that the events of the trail lead to.  `known`:
 * MARKING_NUMBERS_NONE when it is not stored yet.  Adds to *work how many
 * events were fired, mostly one. */
static inline uint32_t trail_markings_find(struct trail_markings *trail,
                                           struct es_span events, bool known,
                                           uint64_t *work)
{
    const uint32_t n = events.len;
    uint32_t *const at = trail->at.at;

    if (known || !n || at[n] != MARKING_NUMBERS_NONE ||
        at[n - 1] == MARKING_NUMBERS_NONE)
        return trail_markings_seek(trail, events, known, work);
    *work += 1;
    at[n] = marking_numbers_fire(&trail->es->markings, at[n - 1],
                                 trail->es->events.at[events.at[n - 1]].trans);
    return at[n];
}

/* After markings got new numbers. */
void trail_markings_renumber(struct trail_markings *trail,
                             const struct compact_map *map);

#endif
