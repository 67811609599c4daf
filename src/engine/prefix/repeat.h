/* repeat.h - which events are cutoffs where runs are sought that repeat a
 * marking, and fire transitions that count on the way.
 *
 * The progress of an event is the number of events in [e] whose transitions
 * count.
 *
 *     e is a cutoff     if [f], which is smaller, has the same marking, and
 *                       as much progress or more
 *     f, e are a loop   if they have the same marking, f is in the past of e,
 *                       and e has more progress
 *
 * A run that fires transitions that count infinitely often exists if and only
 * if there is such a loop among the events that are no cutoffs ([EH01]; THEORY,
 * Lemma 108). */
#ifndef REPEAT_H
#define REPEAT_H

#include "engine/unfolding/cutoff.h"
#include "engine/unfolding/es_past.h"

struct repeat {
    const bool *counts; /* by transition */
    /* Is event e, which is no cutoff, an answer?  NULL: none is. */
    bool (*answers)(void *self, event_id e);
    void *self;

    const struct es *es;
    struct cutoff *cutoff; /* where cutoffs are noted */
    struct order *order;
    VEC(uint32_t) progress; /* by event */
    VEC(event_id) last;     /* by marking: of its events that are no cutoffs */
    VEC(event_id) before;   /* by event: the next one of this list */
    struct es_past_walk walk;
    bool is_over;            /* by an answer, or by: */
    event_id earlier, later; /* the loop; EVENT_NONE: none is found */
};

/* The first three fields are set, the others 0.  Enters bottom. */
void repeat_start(struct repeat *repeat, const struct es *es,
                  struct cutoff *cutoff, struct order *order);
void repeat_finish(struct repeat *repeat);

/* All events of a size, in the order of sizes: false when an answer or a loop
 * is found. */
bool repeat_enter(struct repeat *repeat, const event_id *events, uint32_t n);

#endif
