/* pass.h - which events a pass of the deepening met, and which it explored.
 *
 * Events stay in the store through all passes, while the prefix that a run is
 * said to have explored is that of its last pass:
 *
 *     met        found as an extension by a push of this pass
 *     explored   pushed on C in this pass
 *     cutoff     met, a cutoff by now, and not explored
 *
 * Figures count the events that were evicted in the pass, too. */
#ifndef PASS_H
#define PASS_H

#include "answer/answer.h"
#include "engine/unfolding/compact.h"
#include "engine/unfolding/cutoff.h"

/* 4 bytes, as there are millions of events. */
struct pass_event {
    uint32_t number : 31;  /* the last pass that met it */
    uint32_t explored : 1; /* in that pass */
};

struct pass {
    const struct cutoff *cutoff;
    uint32_t number : 31;                       /* from 1 */
    VEC(struct pass_event) events;              /* by event */
    uint64_t evicted_explored, evicted_cutoffs; /* evicted in this pass */
};

/* Before the first pass. */
void pass_init(struct pass *pass, const struct cutoff *cutoff);

/* The next pass, which has met nothing. */
void pass_start(struct pass *pass);

/* e was created: the next call must be for the event after it. */
void pass_add(struct pass *pass, event_id e);

/* e is met; is it for the first time in this pass? */
static inline bool pass_meet(struct pass *pass, event_id e)
{
    struct pass_event *const event = &pass->events.at[e];

    if (event->number == pass->number)
        return false;
    *event = (struct pass_event){pass->number, false};
    return true;
}

/* e, which was met, is explored. */
static inline void pass_explore(struct pass *pass, event_id e)
{
    pass->events.at[e].explored = 1;
}

static inline bool pass_has(const struct pass *pass, event_id e)
{
    return pass->events.at[e].number == pass->number;
}

static inline bool pass_has_explored(const struct pass *pass, event_id e)
{
    return pass_has(pass, e) && pass->events.at[e].explored;
}

static inline bool pass_has_cutoff(const struct pass *pass, event_id e)
{
    return pass_has(pass, e) && !pass->events.at[e].explored &&
           cutoff_has(pass->cutoff, e);
}

/* The events that the pass met, or its cutoffs alone, as a set that the caller
 * frees. */
bits_word *pass_events(const struct pass *pass, bool cutoffs);

/* The histories of the pass that were explored, and its cutoffs. */
void pass_count(const struct pass *pass, uint64_t *n_explored,
                uint64_t *n_cutoffs);

/* Before events are removed from the store, and afterwards. */
void pass_release(struct pass *pass, const struct compact_map *map);
void pass_renumber(struct pass *pass, const struct compact_map *map);

#endif
